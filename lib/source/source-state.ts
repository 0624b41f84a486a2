import * as z from 'zod';
import { limits } from '../limits/limits.ts';
import type { ManifestSource } from './resolve-sources.ts';
import { watchedSchema } from './schedule/auto-cadence.ts';
import { spentSchema } from './schedule/run-budget.ts';

/** Why a source was stopped, and by whom. */
const pauseSchema = z.object({ at: z.number(), by: z.string(), why: z.string().optional() });

/**
 * The state of a source, apart from its manifest: one item, which runs change.
 *
 *   open run      `openRun` names a job that was started for it; the job's end removes it
 *   due           `nextDueAt`; the start of a run moves it on, in the transaction that creates the job
 *   paused        by a person (`paused`), or because so many runs failed in a row
 */
export const sourceStateSchema = z.object({
  team: z.string().optional(),
  source: z.string().optional(),
  manifest: z.string().optional(),
  failedInRow: z.number().int().default(0),
  lastRun: z.string().optional(),
  lastRunAt: z.number().optional(),
  /** A hash of everything from which the due time follows. */
  plan: z.string().optional(),
  nextDueAt: z.number().optional(),
  /** Its place in the line of what is due: its due time, or when a heartbeat last began to start it. */
  deadline: z.number().optional(),
  openRun: z.string().optional(),
  openRunAt: z.number().optional(),
  paused: pauseSchema.optional(),
  /** The run of the current snapshot, the snapshot's key, and its counts. */
  head: z.string().optional(),
  headKey: z.string().optional(),
  headAt: z.number().optional(),
  standings: z.record(z.string(), z.number()).optional(),
  /** Hash of the source's content after that run, and the run's cost in dollars. */
  contentHash: z.string().optional(),
  lastCost: z.number().optional(),
  /** How that run went, and the code with which it ended early. */
  headOutcome: z.enum(['completed', 'failed', 'cancelled', 'skipped']).optional(),
  headCode: z.string().optional(),
  /** Pages that the last run held back instead of reporting them as deleted or moved. */
  held: z.number().int().optional(),
  /** Whether a person has accepted that they are gone: the next run reports it. */
  accepted: z.literal(true).optional(),
  lastChangeAt: z.number().optional(),
  /** The factor on the distance between runs in the manifest, for a host that asks clients to wait. */
  slowdown: z.number().min(1).max(8).optional(),
  /** Runs in a row since then in which no host asked to wait. */
  calmRuns: z.number().int().optional(),
  /** How often it was checked, and had changed. */
  watched: watchedSchema.optional(),
  /** What its runs spent this month. */
  spent: spentSchema.optional(),
  /** Why the last failed run failed. */
  lastFailure: z.object({ job: z.string(), at: z.number(), code: z.string().optional() }).optional(),
});
export type SourceState = z.infer<typeof sourceStateSchema>;

export const noState: SourceState = { failedInRow: 0 };

/** Returns when a heartbeat last began to start the due run, without an end of that; 0 if none did. */
export const lastTryAt = ({ nextDueAt, deadline }: SourceState): number =>
  nextDueAt === undefined || deadline === undefined || deadline <= nextDueAt ? 0 : deadline;

/**
 * Whether the last run failed. A run that could not pay for a single page has failed too, though it does not count
 * against its source: its failure shows nothing of the site.
 */
export const lastRunFailed = ({ failedInRow, headOutcome }: SourceState): boolean =>
  failedInRow > 0 || headOutcome === 'failed';

export const sourceConditions = ['active', 'paused', 'failing', 'proposed', 'retired'] as const;
export type SourceCondition = (typeof sourceConditions)[number];

/** Says whether a source runs by itself, and why not. Its manifest's status goes before its state. */
export const judgeCondition = (
  source: Pick<ManifestSource, 'status'>,
  state: SourceState,
): SourceCondition => {
  if (source.status !== 'active') return source.status;
  if (state.paused !== undefined) return 'paused';
  return state.failedInRow >= limits.sourceFailuresMax ? 'failing' : 'active';
};
