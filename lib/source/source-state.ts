import * as z from 'zod';
import { limits } from '../limits/limits.ts';
import type { ManifestSource } from './resolve-sources.ts';
import { watchedSchema } from './schedule/auto-cadence.ts';
import { spentSchema } from './schedule/run-budget.ts';

/** Why a source was stopped, and by whom. */
const pauseSchema = z.object({ at: z.number(), by: z.string(), why: z.string().optional() });

/**
 * What is known of a source beside its manifest: one item, moved by runs.
 *
 *   open run      `openRun` names a job that was started for it; the job's end takes it away
 *   due           `nextDueAt`; the start of a run moves it on, in the transaction that puts the job
 *   paused        by a person (`paused`), or because so many runs failed in a row
 */
export const sourceStateSchema = z.object({
  team: z.string().optional(),
  source: z.string().optional(),
  manifest: z.string().optional(),
  failedInRow: z.number().int().default(0),
  lastRun: z.string().optional(),
  lastRunAt: z.number().optional(),
  /** What the moment at which it is due follows from. */
  plan: z.string().optional(),
  nextDueAt: z.number().optional(),
  openRun: z.string().optional(),
  openRunAt: z.number().optional(),
  paused: pauseSchema.optional(),
  /** The run of the snapshot that holds, where it lies, and what it counts. */
  head: z.string().optional(),
  headKey: z.string().optional(),
  headAt: z.number().optional(),
  standings: z.record(z.string(), z.number()).optional(),
  /** What the source said after that run, and what the run cost: dollars. */
  contentHash: z.string().optional(),
  lastCost: z.number().optional(),
  /** Pages that the last run held back from being told as deleted or moved. */
  held: z.number().int().optional(),
  /** A person has accepted that they are gone: the next run tells it. */
  accepted: z.literal(true).optional(),
  lastChangeAt: z.number().optional(),
  /** By how much runs are apart, beside what the manifest says: a host that asks for patience gets it. */
  slowdown: z.number().min(1).max(8).optional(),
  /** Runs in a row since then that no host asked for patience. */
  calmRuns: z.number().int().optional(),
  /** How often something had changed when it was looked at. */
  watched: watchedSchema.optional(),
  /** What its runs took this month. */
  spent: spentSchema.optional(),
  /** Why the last run that failed did. */
  lastFailure: z.object({ job: z.string(), at: z.number(), code: z.string().optional() }).optional(),
});
export type SourceState = z.infer<typeof sourceStateSchema>;

export const noState: SourceState = { failedInRow: 0 };

export const sourceConditions = ['active', 'paused', 'failing', 'proposed', 'retired'] as const;
export type SourceCondition = (typeof sourceConditions)[number];

/** Whether a source runs by itself, and why not: what its manifest says goes before what became of it. */
export const judgeCondition = (
  source: Pick<ManifestSource, 'status'>,
  state: SourceState,
): SourceCondition => {
  if (source.status !== 'active') return source.status;
  if (state.paused !== undefined) return 'paused';
  return state.failedInRow >= limits.sourceFailuresMax ? 'failing' : 'active';
};
