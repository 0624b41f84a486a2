import * as z from 'zod';
import { sourceLimits } from '../../limits/source-limits.ts';
import { listCursorField } from '../../list-cursor.ts';
import { auditRowActions } from './audit-actions.ts';

const moment = z.union([z.iso.datetime({ offset: true }), z.iso.date()]);

/** An HTTP status by which a query chooses. */
export const httpStatusField = z.coerce.number().int().min(100).max(599).optional();

export const auditQuerySchema = z.object({
  source: z
    .string()
    .max(90)
    .optional()
    .meta({ description: 'Only of this source; `_team`: what concerns all.' }),
  from: moment.optional().meta({ description: 'Not before this date or moment.' }),
  to: moment.optional().meta({ description: 'Not after it.' }),
  action: z.enum(auditRowActions).optional().meta({ description: 'Only this.' }),
  status: httpStatusField.meta({ description: 'Only visits that were answered with this HTTP status.' }),
  limit: z.coerce
    .number()
    .int()
    .min(1)
    .max(sourceLimits.auditRowsPerAnswerMax)
    .default(1_000)
    .meta({ description: 'How many at most.' }),
  cursor: listCursorField((place) => /^[a-z0-9_-]{1,90}\.\d{1,12}\.\d{1,9}$/.test(place)),
});

export const auditVerifyQuerySchema = z.object({
  cursor: z.string().max(90).optional().meta({ description: 'Where checking goes on.' }),
});
