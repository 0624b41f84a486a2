import * as z from 'zod';
import { textTable, type Column } from './text-table.ts';

/** A key as the API lists it. */
export const keyRowSchema = z.looseObject({
  id: z.string(),
  name: z.string(),
  scopes: z.array(z.string()),
  limits: z.looseObject({ requestsPerMinute: z.number(), openJobs: z.number() }),
  createdAt: z.string(),
  lastUsedAt: z.string().nullable(),
  revokedAt: z.string().nullable(),
  usage: z.looseObject({
    jobs: z.number(),
    pages: z.number(),
    inputTokens: z.number(),
    outputTokens: z.number(),
  }),
});
export type KeyRow = z.infer<typeof keyRowSchema>;

const numberOf = (count: number): string => count.toLocaleString('en-US');
/** Writes a time to the minute, UTC: `2026-11-21 17:46`. */
const momentOf = (iso: string): string => iso.slice(0, 16).replace('T', ' ');

const columns: readonly Column<KeyRow>[] = [
  { heading: 'ID', show: ({ id }) => id },
  { heading: 'NAME', show: ({ name }) => name },
  { heading: 'SCOPES', show: ({ scopes }) => scopes.join(',') },
  { heading: 'MAX/MIN', show: ({ limits }) => numberOf(limits.requestsPerMinute), isNumber: true },
  { heading: 'MAX OPEN', show: ({ limits }) => numberOf(limits.openJobs), isNumber: true },
  { heading: 'JOBS', show: ({ usage }) => numberOf(usage.jobs), isNumber: true },
  { heading: 'PAGES', show: ({ usage }) => numberOf(usage.pages), isNumber: true },
  {
    heading: 'TOKENS',
    show: ({ usage }) => numberOf(usage.inputTokens + usage.outputTokens),
    isNumber: true,
  },
  {
    heading: 'LAST USE (UTC)',
    show: ({ lastUsedAt, revokedAt }) => {
      if (revokedAt !== null) return `revoked ${momentOf(revokedAt)}`;
      return lastUsedAt === null ? 'never' : momentOf(lastUsedAt);
    },
  },
];

/** Writes the keys of a team for people: limits, then the usage of this month. */
export const keyTable = (keys: readonly KeyRow[], width?: number): string => textTable(columns, keys, width);
