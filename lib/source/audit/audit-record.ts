import { createHash } from 'node:crypto';
import * as z from 'zod';
import { auditActions } from './audit-actions.ts';

/**
 * The audit of a team: a chain of records for each of its sources, and one for actions that concern all of them. A
 * record never changes, and names the SHA-256 of the one before it; the table has the last one's. So
 * `verify-chain.ts` finds every record that was removed, altered or inserted.
 *
 *   committed    the table names it as the last of its chain, in the transaction of the action itself; its text stays
 *                there until the next
 *   settled      its object is written
 *
 * If the writer dies between the two, the next writer writes the object first.
 */

/** The chain for actions that concern all sources of a team; no source has such an id. */
export const teamChain = '_team';

/** A file of lines that a record vouches for: `root` is the SHA-256 of its lines' hashes (`line-hashes.ts`). */
const auditedFileSchema = z.object({ key: z.string(), root: z.string(), lines: z.number().int() });
export type AuditedFile = z.infer<typeof auditedFileSchema>;

const entrySchema = z.object({
  /** Milliseconds since the epoch. */
  at: z.number(),
  /** Who acted: the id of an API key, or `schedule`. */
  by: z.string(),
  action: z.enum(auditActions),
  /** What was acted on, by name. It holds nothing of a page, so that pages can be erased. */
  details: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
  /** The run's visits, changes and snapshot. */
  files: z.array(auditedFileSchema).optional(),
  /** For an erasure: how many lines of which files were erased. */
  erased: z.array(z.object({ key: z.string(), lines: z.number().int() })).optional(),
});
/** The entry that becomes a record. */
export type AuditEntry = z.infer<typeof entrySchema>;

const recordSchema = entrySchema.extend({
  v: z.literal(1),
  team: z.string(),
  chain: z.string(),
  /** From 1, without a gap. */
  seq: z.number().int(),
  /** SHA-256 of the record before, as written; null for the first. */
  parent: z.string().nullable(),
});
export type AuditRecord = z.infer<typeof recordSchema>;

/** The last record of a chain, as stored in the table. */
export const auditHeadSchema = z.object({
  seq: z.number().int(),
  hash: z.string(),
  text: z.string(),
  settled: z.boolean().optional(),
});
export type AuditHead = z.infer<typeof auditHeadSchema>;

export const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

export const readAuditRecord = (text: string): AuditRecord => recordSchema.parse(JSON.parse(text));

/** Names a chain of a team. */
export interface AuditChain {
  readonly team: string;
  readonly chain: string;
}

/** Returns the next record of a chain, as it is to be written. */
export const nextRecord = (
  { team, chain }: AuditChain,
  head: Pick<AuditHead, 'seq' | 'hash'> | null,
  entry: AuditEntry,
): AuditHead => {
  const record = {
    v: 1 as const,
    team,
    chain,
    seq: (head?.seq ?? 0) + 1,
    parent: head?.hash ?? null,
    ...entry,
  };
  const text = JSON.stringify(recordSchema.parse(record));
  return { seq: record.seq, hash: sha256(text), text };
};

const chainsPrefix = (team: string): string => `audit/${team}/chains/`;

export const chainPrefix = ({ team, chain }: AuditChain): string => `${chainsPrefix(team)}${chain}/`;

export const auditRecordKey = (name: AuditChain, seq: number): string =>
  `${chainPrefix(name)}${String(seq).padStart(12, '0')}.json`;

export const visitsPrefix = ({ team, chain }: AuditChain): string => `audit/${team}/visits/${chain}/`;

/** Returns the key of the file with the visits of a run, one a line. */
export const auditVisitsKey = (name: AuditChain, job: string): string =>
  `${visitsPrefix(name)}${job}.jsonl.gz`;
