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
});
export type Run = z.infer<typeof runSchema>;

const heldText = (held: number): string => (held === 0 ? '' : `, ${held} held back`);

/** Describes the changes of a run: `1 added, 2 modified`. */
export const runChanges = ({ changes, held }: Run): string =>
  `${showCounts(changes, 'no change')}${heldText(held)}`;

/** Describes what a run found: its changes, and how many of the source's pages could not be fetched after it. */
const runFindings = (run: Run): string => {
  const unreachable = run.pages['unreachable'] ?? 0;
  return unreachable === 0 ? runChanges(run) : `${runChanges(run)}; ${unreachable} unreachable`;
};

export const runColumns: readonly Column<Run>[] = [
  { heading: 'ENDED', show: ({ endedAt }) => showMoment(endedAt) },
  { heading: 'OUTCOME', show: ({ outcome }) => outcome },
  { heading: 'BY', show: ({ trigger }) => trigger },
  { heading: 'VISITED', show: ({ visited }) => String(visited), isNumber: true },
  { heading: 'CHANGES', show: (run) => (run.outcome === 'skipped' ? '' : runFindings(run)) },
  { heading: 'REASON', show: ({ code }) => code ?? '' },
  { heading: 'JOB', show: ({ job }) => job },
];
