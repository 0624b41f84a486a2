/** Milliseconds between two requests: short while something changes, long otherwise. A hidden tab never asks. */
export const whileRunningMs = 2_000;
export const whileIdleMs = 15_000;

/**
 * Makes the interval of a list that is loaded in parts. Each refresh requests every loaded part, so more parts are
 * refreshed less often, with the same number of requests.
 */
export const refreshParts =
  <Part>(intervalOf: number | ((parts: readonly Part[]) => number)) =>
  ({
    state: { data },
  }: {
    readonly state: { readonly data?: undefined | { readonly pages: readonly Part[] } };
  }): number => {
    const parts = data?.pages ?? [];
    const ms = typeof intervalOf === 'number' ? intervalOf : intervalOf(parts);
    return ms * Math.max(1, parts.length);
  };
