import { sourceLimits } from '../../limits/source-limits.ts';
import { runOutcome } from '../judge-run.ts';
import type { SourceRunRecord } from '../source-run.ts';
import { median, type RunHealth } from './run-health.ts';

/**
 * Returns the runs that show what is usual for a source: the last complete ones that read a page. Expects the last run
 * first.
 */
const usualRuns = (runs: readonly SourceRunRecord[]) =>
  runs
    .filter((run) => run.isComplete && runOutcome(run) === 'completed')
    .flatMap(({ health, cost }) => (health === undefined ? [] : [{ health, cost }]))
    .slice(0, sourceLimits.healthRuns);

/** Returns the usual value of a number: its median over the last complete runs; null if there are too few. */
export const usual = (
  runs: readonly SourceRunRecord[],
  read: (health: RunHealth) => number | undefined,
): number | null => {
  const known = usualRuns(runs).flatMap(({ health }) => read(health) ?? []);
  return known.length < sourceLimits.healthRunsMin ? null : median(known);
};

/** Returns the usual cost of a run in dollars; null if too few runs have one. */
export const usualCost = (runs: readonly SourceRunRecord[]): number | null => {
  const costs = usualRuns(runs).flatMap(({ cost }) => cost ?? []);
  return costs.length < sourceLimits.healthRunsMin ? null : median(costs);
};

/** Returns the language that most runs found on most pages; null if too few runs have one. */
export const usualLanguage = (runs: readonly SourceRunRecord[]): string | null => {
  const found = usualRuns(runs).flatMap(({ health }) => health.language ?? []);
  const most = [...new Set(found)].find(
    (language) => found.filter((each) => each === language).length > found.length / 2,
  );
  return found.length < sourceLimits.healthRunsMin ? null : (most ?? null);
};

/** Returns the medians of the last complete runs, and their number; no medians for fewer than three runs. */
export const tellUsual = (runs: readonly SourceRunRecord[]) => {
  const known = usualRuns(runs);
  if (known.length < sourceLimits.healthRunsMin) return null;
  const over = (read: (health: RunHealth) => number): number =>
    median(known.map(({ health }) => read(health)));
  const costs = known.flatMap(({ cost }) => cost ?? []);
  return {
    runs: known.length,
    pages: over(({ pages }) => pages),
    failedShare: over(({ failedShare }) => failedShare),
    medianBytes: over(({ medianBytes }) => medianBytes),
    browserShare: over(({ browserShare }) => browserShare),
    dollars: costs.length === 0 ? null : median(costs),
  };
};
