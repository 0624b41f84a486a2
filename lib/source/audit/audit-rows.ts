import * as z from 'zod';
import { auditRowActions } from './audit-actions.ts';
import type { AuditRecord } from './audit-record.ts';
import { csvCell } from './csv-cell.ts';
import { isErasedLine } from './line-hashes.ts';
import { auditVisitSchema, type AuditVisit } from './visit-lines.ts';

const noVisit = {
  url: null,
  engine: null,
  tier: null,
  fetcher: null,
  http_status: null,
  content_hash: null,
  content_changed: null,
  response_time_ms: null,
  requests: null,
  credits_consumed: null,
  retry_count: null,
  error: null,
  staged_path: null,
} as const;

/** A row of the audit: an action, or one visit of a run. The same in JSON and CSV. */
export const auditRowSchema = z.object({
  seq: z.number().int().meta({ description: 'The number of the record in its chain.' }),
  chain: z.string().meta({ description: 'The source; `_team` for what concerns all of them.' }),
  timestamp: z.iso.datetime().meta({ description: 'When it was done.' }),
  by: z.string().meta({ description: 'Who: the id of an API key, or `schedule`.' }),
  action: z.enum(auditRowActions).meta({ description: 'What was done.' }),
  run_id: z.string().nullable().meta({ description: 'The job of the run.' }),
  url: z.string().nullable().meta({ description: 'The page; null where it was erased.' }),
  engine: z.string().nullable().meta({ description: 'What fetched it.' }),
  tier: z.string().nullable().meta({ description: 'How.' }),
  fetcher: z.string().nullable().meta({ description: 'The service that was asked for it.' }),
  http_status: z.number().int().nullable().meta({ description: 'What the site answered.' }),
  content_hash: z.string().nullable().meta({ description: 'SHA-256 of the content.' }),
  content_changed: z.boolean().nullable().meta({ description: 'It differs from the version before.' }),
  response_time_ms: z.number().int().nullable().meta({ description: 'Of all requests for it.' }),
  requests: z.number().int().nullable().meta({ description: 'How many there were.' }),
  credits_consumed: z.number().nullable().meta({ description: 'What a remote fetcher took.' }),
  retry_count: z.number().int().nullable().meta({ description: 'Requests that failed and were repeated.' }),
  error: z.string().nullable().meta({ description: 'The code of the failure.' }),
  staged_path: z.string().nullable().meta({ description: 'Where its envelope was staged.' }),
  details: z
    .record(z.string(), z.union([z.string(), z.number(), z.boolean()]))
    .meta({ description: 'What else there is to say.' }),
});
export type AuditRow = z.infer<typeof auditRowSchema>;

/** Returns the row of a record. */
export const recordRow = (record: AuditRecord): AuditRow => ({
  seq: record.seq,
  chain: record.chain,
  timestamp: new Date(record.at).toISOString(),
  by: record.by,
  action: record.action,
  run_id: typeof record.details['job'] === 'string' ? record.details['job'] : null,
  ...noVisit,
  details: record.details,
});

/** Returns the row of a line of visits; for an erased line, only that there was a visit. */
export const visitRow = (record: AuditRecord, line: string): AuditRow => {
  const row = { ...recordRow(record), action: 'page.visited' as const };
  if (isErasedLine(line)) return { ...row, details: { erased: true } };
  const visit: AuditVisit = auditVisitSchema.parse(JSON.parse(line));
  const { manifest_id: _source, fall_through: left, ...told } = visit;
  return { ...row, ...told, details: left.length === 0 ? {} : { fall_through: left.join(', ') } };
};

export const auditColumns = Object.keys(auditRowSchema.shape) as (keyof AuditRow)[];

const cellText = (value: AuditRow[keyof AuditRow]): string | number | boolean | null =>
  typeof value === 'object' && value !== null ? JSON.stringify(value) : value;

export const csvHeading = `${auditColumns.join(',')}\r\n`;

/** Writes rows as lines of CSV, without the heading. */
export const csvLines = (rows: readonly AuditRow[]): string =>
  rows.map((row) => `${auditColumns.map((column) => csvCell(cellText(row[column]))).join(',')}\r\n`).join('');
