import * as z from 'zod';
import { runHealthSchema } from './alerts/run-health.ts';
import { changeKinds } from './fold-snapshot.ts';

/** How a run of a source ended, as the source's log has it. */
export const sourceRunSchema = z.object({
  job: z.string(),
  /** The run whose snapshot this one continued. */
  parent: z.string().optional(),
  startedAt: z.number(),
  endedAt: z.number(),
  outcome: z.enum(['completed', 'failed', 'cancelled', 'skipped']),
  /** Why it ended early, or was skipped. */
  code: z.string().optional(),
  trigger: z.enum(['scheduled', 'manual', 'api']),
  manifestVersion: z.string().optional(),
  /** Whether every page that it found was requested. */
  isComplete: z.boolean(),
  /** Pages that were requested. */
  visited: z.number().int(),
  /** What happened to pages: numbers by kind of change, and by state afterwards. */
  changes: z.record(z.string(), z.number()),
  standings: z.record(z.string(), z.number()),
  held: z.number().int(),
  /** Numbers to compare with those of earlier runs. */
  health: runHealthSchema.optional(),
  snapshotKey: z.string().optional(),
  changesKey: z.string().optional(),
  /** Dollars, as far as they are known. */
  cost: z.number().optional(),
  /** Credits that services charged for its pages. */
  credits: z.number().optional(),
  /** Hash of the source's content after it (`hashSnapshot`). */
  contentHash: z.string().optional(),
});
export type SourceRunRecord = z.infer<typeof sourceRunSchema>;

/** An entry of a team's feed: the changes of one run. */
export const feedEntrySchema = z.object({
  seq: z.number().int(),
  source: z.string(),
  job: z.string(),
  at: z.number(),
  count: z.number().int(),
  key: z.string(),
});
export type FeedEntry = z.infer<typeof feedEntrySchema>;

/** A version of a page of a source, and when it was seen. */
export const pageVersionSchema = z.object({
  kind: z.enum(changeKinds),
  url: z.string(),
  at: z.number(),
  job: z.string(),
  envelope: z.string().optional(),
  movedTo: z.string().optional(),
});
export type SeenVersion = z.infer<typeof pageVersionSchema>;
