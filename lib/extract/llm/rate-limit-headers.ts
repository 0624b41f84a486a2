import { parseRetryAfter } from '../../fetch/http/retry-after.ts';
import { limits } from '../../limits/limits.ts';

/** Headers of a provider's answer. */
export interface ReplyHeaders {
  get(name: string): string | null;
}

const units: Readonly<Record<string, number>> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** Returns the milliseconds of a duration as providers write it: `6m0s`, `20ms`, `1.5`, or a moment (RFC 3339). */
const durationMs = (text: string, now: number): number | undefined => {
  if (/^\d+(?:\.\d+)?$/.test(text)) return Number(text) * 1_000;
  if (/^(?:\d+(?:\.\d+)?(?:ms|[smhd]))+$/.test(text)) {
    const parts = [...text.matchAll(/(\d+(?:\.\d+)?)(ms|[smhd])/g)];
    return parts.reduce((sum, [, count, unit]) => sum + Number(count) * (units[unit ?? 's'] ?? 0), 0);
  }
  const at = /^\d{4}-\d\d-\d\dT/.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(at) ? undefined : Math.max(0, at - now);
};

/** Headers that count requests and tokens: of OpenAI and those who follow it, and of Anthropic. */
const counted: readonly (readonly [remaining: string, reset: string])[] = [
  ...['requests', 'tokens'].map(
    (what) => [`x-ratelimit-remaining-${what}`, `x-ratelimit-reset-${what}`] as const,
  ),
  ...['requests', 'tokens', 'input-tokens', 'output-tokens'].map(
    (what) => [`anthropic-ratelimit-${what}-remaining`, `anthropic-ratelimit-${what}-reset`] as const,
  ),
];

const capped = (ms: number): number => Math.min(Math.ceil(ms), limits.retryAfterMsMax);

/** Returns for how long a provider's allowance is used up, in milliseconds; undefined if it is not. */
export const spentForMs = (headers: ReplyHeaders, now: number): number | undefined => {
  const waits = counted.flatMap(([remaining, reset]) => {
    const left = headers.get(remaining);
    if (left === null || Number(left) > 0) return [];
    return durationMs(headers.get(reset)?.trim() ?? '', now) ?? [];
  });
  return waits.length === 0 ? undefined : capped(Math.max(...waits));
};

/** Returns the pause that a provider asks for, in milliseconds: from `retry-after-ms`, `Retry-After`, or its counts. */
export const askedPauseMs = (headers: ReplyHeaders, now: number): number | undefined => {
  const ms = headers.get('retry-after-ms')?.trim() ?? '';
  if (/^\d+(?:\.\d+)?$/.test(ms)) return capped(Number(ms));
  return parseRetryAfter(headers.get('retry-after') ?? undefined, now) ?? spentForMs(headers, now);
};
