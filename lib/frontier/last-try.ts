import type { Page } from './page.ts';

/**
 * Says what the last try of a page that has not ended came to, and when the next one is, as the end of a sentence:
 * "the host answered 500; it is asked again at 12:00:05 UTC". Null before its first try.
 *
 * @param now Milliseconds since the epoch.
 */
export const tellLastTry = (
  { code, message, status, notBefore }: Pick<Page, 'code' | 'message' | 'status' | 'notBefore'>,
  now: number,
): string | null => {
  if (code === undefined) return null;
  const isAnswer = status !== undefined && code.startsWith('HTTP_');
  const what = isAnswer ? `the host answered ${status}` : `the last try ended with ${code}`;
  const why = isAnswer || message === undefined ? '' : ` (${message})`;
  const next =
    notBefore === undefined || notBefore <= now
      ? ''
      : `; it is asked again at ${new Date(notBefore).toISOString().slice(11, 19)} UTC`;
  return `${what}${why}${next}`;
};
