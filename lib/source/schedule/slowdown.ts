import { sourceLimits } from '../../limits/source-limits.ts';

/** The factor on the distance between runs, and how many runs in a row went well since it grew. */
export interface Slowdown {
  readonly slowdown: number;
  readonly calmRuns: number;
}

/**
 * Computes the slowdown after a run. If more than a tenth of its pages were answered 429, the distance between runs
 * doubles, up to four times the manifest's; two runs in a row without any such answer undo one doubling.
 *
 * @param throttled The share of pages that were answered 429 at least once.
 */
export const nextSlowdown = (
  { slowdown = 1, calmRuns = 0 }: Partial<{ [Name in keyof Slowdown]: number | undefined }>,
  throttled: number,
): Slowdown => {
  if (throttled > sourceLimits.throttledShareMax)
    return { slowdown: Math.min(slowdown * 2, sourceLimits.slowdownMax), calmRuns: 0 };
  if (slowdown === 1 || throttled > 0) return { slowdown, calmRuns: 0 };
  return calmRuns + 1 < sourceLimits.calmRunsWanted
    ? { slowdown, calmRuns: calmRuns + 1 }
    : { slowdown: slowdown / 2, calmRuns: 0 };
};
