import * as z from 'zod';
import { jsonFormatSchema } from '../request/json-format.ts';
import {
  checkFormats,
  formatError,
  formatMeta,
  formatObject,
  formatsWithOptions,
  namedFormats,
  typeMeta,
} from '../request/page-format.ts';

/** Formats as a manifest writes them for later requests: the options of `json` stay with it. */
export const writtenFormatsSchema = z
  .array(
    z
      .preprocess(
        formatObject,
        z.discriminatedUnion(
          'type',
          [
            z.object({ type: z.enum(namedFormats).meta(typeMeta) }),
            z.object({ type: z.literal('json').meta(typeMeta), ...jsonFormatSchema.shape }),
            ...formatsWithOptions,
          ],
          formatError,
        ),
      )
      .meta(formatMeta),
  )
  .min(1)
  .max(20)
  .superRefine(checkFormats);
