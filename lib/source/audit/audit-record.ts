import { createHash } from 'node:crypto';
import * as z from 'zod';
import { auditActions } from './audit-actions.ts';

/**
 * The audit of a team: for each of its sources a chain of records, and one for what concerns them all. A record is
 * never changed, and names the SHA-256 of the one before it; the table knows the last one's. So nobody takes one out,
 * alters one, or puts one between two without `verify-chain.ts` seeing it.
 *
 *   committed    the table names it as the last of its chain, in the transaction that did what it tells of; its text
 *                stands there until the next
 *   settled      its object is written
 *
 * If we die between the two, whoever comes next writes the object first.
 */

/** The chain of what concerns all sources of a team; no source has such an id. */
export const teamChain = '_team';

/** A file of lines that a record vouches for: `root` is the SHA-256 of its lines' hashes (`line-hashes.ts`). */
const auditedFileSchema = z.object({ key: z.string(), root: z.string(), lines: z.number().int() });
export type AuditedFile = z.infer<typeof auditedFileSchema>;

const entrySchema = z.object({
  /** Milliseconds since the epoch. */
  at: z.number(),
  /** Who: the id of an API key, or `schedule`. */
  by: z.string(),
  action: z.enum(auditActions),
  /** What it was done to, by name: nothing of a page stands here, so that pages can be erased. */
  details: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
  /** The run's visits, changes and snapshot. */
  files: z.array(auditedFileSchema).optional(),
  /** Of an erasure: how many lines of which files were erased. */
  erased: z.array(z.object({ key: z.string(), lines: z.number().int() })).optional(),
});
/** What is put on record. */
export type AuditEntry = z.infer<typeof entrySchema>;

const recordSchema = entrySchema.extend({
  v: z.literal(1),
  team: z.string(),
  chain: z.string(),
  /** From 1, without a gap. */
  seq: z.number().int(),
  /** SHA-256 of the record before, as it was written; null for the first. */
  parent: z.string().nullable(),
});
export type AuditRecord = z.infer<typeof recordSchema>;

/** The last record of a chain, as the table has it. */
export const auditHeadSchema = z.object({
  seq: z.number().int(),
  hash: z.string(),
  text: z.string(),
  settled: z.boolean().optional(),
});
export type AuditHead = z.infer<typeof auditHeadSchema>;

export const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

export const readAuditRecord = (text: string): AuditRecord => recordSchema.parse(JSON.parse(text));

/** Which chain of which team. */
export interface AuditChain {
  readonly team: string;
  readonly chain: string;
}

/** The record that follows upon a chain's last one, if there is one, as it is to be written. */
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

/** Where the visits of a run lie, a line each. */
export const auditVisitsKey = (name: AuditChain, job: string): string =>
  `${visitsPrefix(name)}${job}.jsonl.gz`;
