import * as z from 'zod';
import type { Column } from '../output/text-table.ts';
import { showCounts, showMoment } from './show-moment.ts';

/** A run in the log of a source. */
export const runSchema = z.looseObject({
  job: z.string(),
  endedAt: z.string(),
  outcome: z.string(),
  code: z.string().nullable(),
  trigger: z.string(),
  isComplete: z.boolean(),
  visited: z.number(),
  changes: z.record(z.string(), z.number()),
  pages: z.record(z.string(), z.number()),
  held: z.number(),
  health: z
    .looseObject({
      failed: z.number().optional(),
      seed: z.looseObject({ verdict: z.string(), code: z.string().optional() }).optional(),
    })
    .nullish(),
});
export type Run = z.infer<typeof runSchema>;

const heldText = (held: number): string => (held === 0 ? '' : `, ${held} held back`);

/** Describes the changes of a run: `1 added, 2 modified`. */
const runChanges = ({ changes, held }: Run): string => `${showCounts(changes, 'no change')}${heldText(held)}`;

/** Returns how many of the pages that a run requested were not read; an earlier release counted known pages alone. */
export const failedIn = ({ outcome, health, pages }: Run): number =>
  outcome === 'skipped' ? 0 : (health?.failed ?? pages['unreachable'] ?? 0);

/** Describes what a run found: its changes, and how many of the pages that it requested were not read. */
export const runFindings = (run: Run): string => {
  const failed = failedIn(run);
  return failed === 0 ? runChanges(run) : `${runChanges(run)}; ${failed} not read`;
};

/**
 * Returns why a run ended early or failed, or why a source's own URL was not read in a run that ended as it should;
 * empty if it was.
 */
const runReason = ({ outcome, code, health }: Run): string => {
  const seed = health?.seed;
  if (code !== null || (seed !== undefined && seed.verdict !== 'there'))
    return code ?? seed?.code ?? seed?.verdict ?? '';
  return outcome === 'failed' ? 'no page was read' : '';
};

/** Says when the last run of a source ended, and how, if it did not complete. */
export const showLastRun = ({
  lastRunAt,
  lastRunOutcome,
  lastRunCode,
}: {
  readonly lastRunAt: string | null;
  readonly lastRunOutcome: string | null;
  readonly lastRunCode: string | null;
}): string => {
  const end = lastRunOutcome === null || lastRunOutcome === 'completed' ? null : lastRunOutcome;
  return [showMoment(lastRunAt), end, end === null ? null : lastRunCode]
    .filter((part) => part !== null && part !== '')
    .join(' ');
};

export const runColumns: readonly Column<Run>[] = [
  { heading: 'ENDED', show: ({ endedAt }) => showMoment(endedAt) },
  { heading: 'OUTCOME', show: ({ outcome }) => outcome },
  { heading: 'BY', show: ({ trigger }) => trigger },
  { heading: 'VISITED', show: ({ visited }) => String(visited), isNumber: true },
  { heading: 'CHANGES', show: (run) => (run.outcome === 'skipped' ? '' : runFindings(run)) },
  { heading: 'REASON', show: runReason },
  { heading: 'JOB', show: ({ job }) => job },
];
