import { setTimeout as sleep } from 'node:timers/promises';
import * as z from 'zod';
import { failures, isFailureCode } from '../../lib/failure.ts';
import { version } from '../../lib/version.ts';
import type { Instance } from './find-instance.ts';

/** The outcome of a request. Only `ok` carries a result; the others say why there is none. */
export type ApiResponse =
  | { readonly kind: 'ok'; readonly body: unknown }
  | {
      readonly kind: 'refused';
      readonly status: number;
      readonly code: string | undefined;
      readonly message: string;
      readonly details: unknown;
    }
  | { readonly kind: 'unreachable'; readonly code: string | undefined; readonly message: string }
  | { readonly kind: 'interrupted' };

export type NoResponse = Exclude<ApiResponse, { kind: 'ok' }>;

/** For how many milliseconds to try again, and whether to do so even if no server listens. */
interface Patience {
  readonly forMs: number;
  readonly evenIfAbsent: boolean;
}

/** For a command's first request: a user who mistyped the address should not wait to learn it. */
export const firstContact: Patience = { forMs: 10_000, evenIfAbsent: false };
/** For a job in progress: a laptop's instance may be starting again. */
export const whileWaiting: Patience = { forMs: 60_000, evenIfAbsent: true };

/** A single exchange ends within this; the API answers within 30 s, and a page of results has at most 6 MB. */
const exchangeMs = 90_000;
const absentCodes = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN']);

export interface ApiRequest {
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** The path from `/v2/…` on. */
  readonly path: string;
  readonly body?: Record<string, unknown>;
  /** Makes a repeated submission find the job of the first one. */
  readonly idempotencyKey?: string;
}

const errorBodySchema = z.looseObject({
  error: z.string().optional().catch(undefined),
  message: z.string().optional().catch(undefined),
  code: z.string().optional().catch(undefined),
  details: z.unknown().optional(),
});

interface Attempt {
  readonly answer: ApiResponse;
  /** Whether the same request may succeed later: after this many milliseconds, or after the usual pause. */
  readonly again: false | { readonly afterMs: number | undefined };
}

const retryAfterMs = (response: Response): number | undefined => {
  const seconds = Number(response.headers.get('retry-after') ?? Number.NaN);
  return Number.isFinite(seconds) && seconds >= 0 ? seconds * 1_000 : undefined;
};

/**
 * Says whether a 5xx is our own trouble. One that names the site's failure is the answer; one without our code comes
 * from a broken gateway on the way.
 */
const isOurTrouble = (status: number, code: string | undefined): boolean =>
  status >= 500 &&
  (code === undefined || !isFailureCode(code) || failures[code].fault === 'us') &&
  status !== 501;

const readAttempt = async (response: Response, instance: Instance): Promise<Attempt> => {
  const text = await response.text();
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    body = undefined;
  }
  if (response.ok && body !== undefined) return { answer: { kind: 'ok', body }, again: false };
  if (response.ok) {
    const message =
      `What answers at ${instance.url} is not a Gleaner API: expected JSON, ` +
      `found ${response.headers.get('content-type') ?? 'no content type'}`;
    return { answer: { kind: 'unreachable', code: 'NOT_GLEANER', message }, again: false };
  }
  const parsed = errorBodySchema.safeParse(body);
  const { code, error, message: other, details } = parsed.success ? parsed.data : {};
  const location = response.headers.get('location');
  const message =
    error ??
    other ??
    (location === null
      ? `the API answered ${response.status}`
      : `the API answered with a redirect to ${location}`);
  const { status } = response;
  const again = status === 429 || isOurTrouble(status, code) ? { afterMs: retryAfterMs(response) } : false;
  return { answer: { kind: 'refused', status, code, message, details }, again };
};

const attempt = async (
  instance: Instance,
  request: ApiRequest,
  patience: Patience,
  signal: AbortSignal,
): Promise<Attempt> => {
  try {
    const response = await fetch(instance.url + request.path, {
      method: request.method,
      headers: {
        accept: 'application/json',
        'user-agent': `gleaner-cli/${version}`,
        ...(instance.key === undefined ? {} : { authorization: `Bearer ${instance.key}` }),
        ...(request.body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(request.idempotencyKey === undefined ? {} : { 'x-idempotency-key': request.idempotencyKey }),
      },
      redirect: 'manual',
      signal: AbortSignal.any([signal, AbortSignal.timeout(exchangeMs)]),
      ...(request.body === undefined ? {} : { body: JSON.stringify(request.body) }),
    });
    return await readAttempt(response, instance);
  } catch (error) {
    if (signal.aborted) return { answer: { kind: 'interrupted' }, again: false };
    if (!(error instanceof Error)) throw error;
    const cause = error.cause instanceof Error ? error.cause : error;
    const code = 'code' in cause && typeof cause.code === 'string' ? cause.code : undefined;
    const absent = code !== undefined && absentCodes.has(code);
    return {
      answer: { kind: 'unreachable', code, message: cause.message || (code ?? cause.name) },
      again: !absent || patience.evenIfAbsent ? { afterMs: undefined } : false,
    };
  }
};

/**
 * Calls the API, and tries again after trouble that passes: network errors, 429, and 5xx of our own. An error of the
 * site or the caller is returned at once.
 */
export const callApi = async (
  instance: Instance,
  request: ApiRequest,
  patience: Patience,
  signal: AbortSignal,
): Promise<ApiResponse> => {
  const startedAt = performance.now();
  for (let pauseMs = 500; ; pauseMs = Math.min(pauseMs * 2, 5_000)) {
    const { answer, again } = await attempt(instance, request, patience, signal);
    if (again === false) return answer;
    const waitMs = Math.max(again.afterMs ?? pauseMs, 100);
    if (performance.now() - startedAt + waitMs > patience.forMs) return answer;
    try {
      await sleep(waitMs, undefined, { signal });
    } catch {
      return { kind: 'interrupted' };
    }
  }
};
