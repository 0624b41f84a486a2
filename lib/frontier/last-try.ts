import type { Page } from './page.ts';

/** The time at which a host is asked again at the earliest, and its failures in a row. */
interface HostPause {
  readonly until: number;
  readonly failures: number;
}

const clockTime = (at: number): string => `${new Date(at).toISOString().slice(11, 19)} UTC`;

/**
 * Says what the last try of a page that has not ended came to, and when the next one is, as the end of a sentence:
 * "the host answered 500; it is asked again at 12:00:05 UTC". Before its first try it says why its host is left alone;
 * null if it is not.
 *
 * @param now Milliseconds since the epoch.
 */
export const tellLastTry = (
  { code, message, status, notBefore }: Pick<Page, 'code' | 'message' | 'status' | 'notBefore'>,
  now: number,
  { until, failures }: HostPause = { until: 0, failures: 0 },
): string | null => {
  if (code === undefined) {
    if (until <= now) return null;
    const why = failures > 0 ? `after ${failures} failures in a row` : 'as it asked';
    return `its host is left alone until ${clockTime(until)}, ${why}`;
  }
  const again = Math.max(notBefore ?? 0, until);
  const isAnswer = status !== undefined && code.startsWith('HTTP_');
  const what = isAnswer ? `the host answered ${status}` : `the last try ended with ${code}`;
  const why = isAnswer || message === undefined ? '' : ` (${message})`;
  const next = again <= now ? '' : `; it is asked again at ${clockTime(again)}`;
  return `${what}${why}${next}`;
};
