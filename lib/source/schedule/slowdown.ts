import { sourceLimits } from '../../limits/source-limits.ts';

/** By how much runs are apart beside what the manifest says, and how many in a row went well since that grew. */
export interface Slowdown {
  readonly slowdown: number;
  readonly calmRuns: number;
}

/**
 * A run of which more than a tenth of the pages was answered 429 doubles the distance between runs, up to four times
 * of what the manifest says; two runs in a row without one such answer undo one doubling.
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
