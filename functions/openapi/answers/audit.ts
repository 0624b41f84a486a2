import * as z from 'zod';
import { auditRowSchema } from '../../../lib/source/audit/audit-rows.ts';
import { success } from './common.ts';

const cursor = z.string().nullable().meta({ description: 'Where it goes on; null at its end.' });

export const auditSchema = z.object({
  success,
  rows: z.array(auditRowSchema).meta({ description: 'What was done, and each visit of a page.' }),
  cursor,
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
              kind: z.enum(['missing', 'altered', 'inserted']).meta({ description: 'What was done to it.' }),
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
