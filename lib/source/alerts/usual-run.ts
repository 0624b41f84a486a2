import { sourceLimits } from '../../limits/source-limits.ts';
import type { SourceRunRecord } from '../source-run.ts';
import { median, type RunHealth } from './run-health.ts';

/** Runs that say what is usual of a source: the last complete ones, of those that are handed in last one first. */
const usualRuns = (runs: readonly SourceRunRecord[]) =>
  runs
    .filter(({ isComplete, outcome }) => isComplete && outcome === 'completed')
    .flatMap(({ health, cost }) => (health === undefined ? [] : [{ health, cost }]))
    .slice(0, sourceLimits.healthRuns);

/** What is usual of a number: its median over the last complete runs; null where there are too few. */
export const usual = (
  runs: readonly SourceRunRecord[],
  read: (health: RunHealth) => number | undefined,
): number | null => {
  const known = usualRuns(runs).flatMap(({ health }) => read(health) ?? []);
  return known.length < sourceLimits.healthRunsMin ? null : median(known);
};

/** Dollars that are usual of a run; null where too few runs say. */
export const usualCost = (runs: readonly SourceRunRecord[]): number | null => {
  const costs = usualRuns(runs).flatMap(({ cost }) => cost ?? []);
  return costs.length < sourceLimits.healthRunsMin ? null : median(costs);
};

/** The language that most runs found on most pages; null where too few runs say one. */
export const usualLanguage = (runs: readonly SourceRunRecord[]): string | null => {
  const found = usualRuns(runs).flatMap(({ health }) => health.language ?? []);
  const most = [...new Set(found)].find(
    (language) => found.filter((each) => each === language).length > found.length / 2,
  );
  return found.length < sourceLimits.healthRunsMin ? null : (most ?? null);
};

/** Medians of the last complete runs, and of how many; those of fewer than three say nothing, and none is told. */
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
