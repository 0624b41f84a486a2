import * as z from 'zod';
import { auditRowActions } from '../../../lib/source/audit/audit-actions.ts';
import { auditRowSchema } from '../../../lib/source/audit/audit-rows.ts';
import { auditFindingKinds } from '../../../lib/source/audit/verify-chain.ts';
import { success, warning } from './common.ts';

const cursor = z.string().nullable().meta({ description: 'Where it goes on; null at its end.' });

/** What a row of an audit records. */
export const auditActionSchema = z.enum(auditRowActions).meta({ description: 'What was done.' });

/** What a check of an audit finds. */
export const auditFindingKindSchema = z.enum(auditFindingKinds).meta({ description: 'What was done to it.' });

export const auditSchema = z.object({
  success,
  rows: z
    .array(auditRowSchema.extend({ action: auditActionSchema }))
    .meta({ description: 'What was done, and each visit of a page.' }),
  cursor,
  warning,
});

export const auditVerdictSchema = z.object({
  success,
  intact: z.boolean().meta({ description: 'Nothing is wrong with any of these chains.' }),
  chains: z
    .array(
      z.object({
        chain: z.string().meta({ description: 'The source; `_team` for what concerns all of them.' }),
        records: z.number().int().meta({ description: 'How many it has.' }),
        files: z.number().int().meta({ description: 'Files of lines that they vouch for.' }),
        findings: z
          .array(
            z.object({
              kind: auditFindingKindSchema,
              key: z.string().meta({ description: 'The object.' }),
              message: z.string().meta({ description: 'How that shows.' }),
            }),
          )
          .meta({ description: 'What is wrong.' }),
      }),
    )
    .meta({ description: 'The chains that were checked.' }),
  cursor,
});
