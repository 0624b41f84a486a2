import { limits } from '../../limits/limits.ts';

/**
 * Returns the milliseconds that a `Retry-After` header asks us to wait: seconds or an HTTP date (RFC 9110 section
 * 10.2.3). A date in the past is 0. Values beyond `limits.retryAfterMsMax` become that. Anything else is undefined.
 *
 * @param now Milliseconds since the epoch.
 */
export const parseRetryAfter = (value: string | undefined, now: number): number | undefined => {
  const text = value?.trim() ?? '';
  if (/^\d+(\.\d+)?$/.test(text)) return Math.min(Math.ceil(Number(text) * 1_000), limits.retryAfterMsMax);
  // Date.parse reads much that is no date ("-5", "1,5"): every form of an HTTP date starts with its weekday.
  if (!/^(mon|tue|wed|thu|fri|sat|sun)[a-z]*,? /i.test(text)) return undefined;
  // asctime() names no zone; HTTP means UTC, but Date.parse would assume the local zone.
  const at = Date.parse(/\b(gmt|utc|[+-]\d{4})\b/i.test(text) ? text : `${text} GMT`);
  return Number.isNaN(at) ? undefined : Math.min(Math.max(0, at - now), limits.retryAfterMsMax);
};
