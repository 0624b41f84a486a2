import { failure, type Failure, isFailureCode } from '../../failure.ts';
import { limits } from '../../limits/limits.ts';
import { openCookieJar } from './cookie-jar.ts';
import { failureError, networkFailure } from './network-failure.ts';
import type {
  CheckHop,
  FetchDependencies,
  FetchOutcome,
  FetchRequest,
  SentRequest,
} from '../tier/fetch-request.ts';
import { type HopEnding, makeReady, oneHop, type Hop, type HopContext } from './one-hop.ts';
import { nextLocation } from './redirect.ts';
import { openSlot, readyMs, slotTriesMax, type Slot } from '../politeness/slot.ts';
import { guardedDispatcher } from './guarded-connect.ts';
import type { MakeTier } from '../tier/tier.ts';

/** The end of a request that was sent, or that could not be. */
export type SentHop = Exclude<Hop, { kind: 'late' }>;

/** Returns the result of `work`, or `stopped` if an abort comes first. */
export const unlessAborted = async <Result>(
  work: () => Promise<Result>,
  stopped: () => Result,
  signal: AbortSignal,
): Promise<Result> => {
  if (signal.aborted) return stopped();
  const { promise, resolve } = Promise.withResolvers<Result>();
  const stop = (): void => resolve(stopped());
  signal.addEventListener('abort', stop, { once: true });
  try {
    return await Promise.race([work(), promise]);
  } finally {
    signal.removeEventListener('abort', stop);
  }
};

/**
 * Sends one request in its slot, or in one of the next if it is late. Makes its connection while it waits, and holds
 * the request back if it is ready to be written when its slot has passed. Returns null when the host has no slot soon.
 *
 * @returns the outcome, with the time at which it left (milliseconds since the epoch) and how long it took, including
 * its connection.
 */
export const sendInSlot = async (
  request: FetchRequest,
  url: URL,
  dependencies: FetchDependencies,
  context: Omit<HopContext, 'leave'>,
  first: Slot,
): Promise<{ readonly hop: SentHop; readonly at: number; readonly ms: number } | null> => {
  const now = dependencies.now ?? Date.now;
  const { signal } = context;
  let [at, mark] = [now(), performance.now()];
  const sent = (hop: SentHop) => ({ hop, at, ms: Math.round(performance.now() - mark) });
  let slot: Slot | null = first;
  for (let attempt = 1; slot !== null && attempt <= slotTriesMax; attempt += 1) {
    const { comes, waitMs, isOpen, instead }: Slot = slot;
    const wait = async (earlyMs: number): Promise<true> => {
      await comes(earlyMs);
      return true;
    };
    if (
      !(await unlessAborted(
        () => wait(readyMs),
        () => false,
        signal,
      ))
    )
      return null;
    const ready: Hop = waitMs() > 0 ? await makeReady(request, url, dependencies, context) : { kind: 'late' };
    if (
      !(await unlessAborted(
        () => wait(0),
        () => false,
        signal,
      ))
    )
      return null;
    if (ready.kind !== 'late') return sent(ready);
    mark = performance.now();
    const leave = (): boolean => {
      at = now();
      return isOpen();
    };
    const hop = await oneHop(request, url, dependencies, { ...context, leave });
    if (hop.kind !== 'late') return sent(hop);
    slot = attempt < slotTriesMax ? await unlessAborted(instead, () => null, signal) : null;
  }
  return null;
};

const isFailure = (reason: unknown): reason is Failure =>
  typeof reason === 'object' &&
  reason !== null &&
  'code' in reason &&
  typeof reason.code === 'string' &&
  isFailureCode(reason.code) &&
  'message' in reason;

/** Returns why a fetch is stopped, as an error that undici passes back to us. */
const reasonOf = (outer: AbortSignal | undefined, url: string, timeoutMs: number): Error =>
  failureError(
    outer?.aborted === true && isFailure(outer.reason)
      ? outer.reason
      : failure('TIMEOUT', `Cannot fetch ${url}: it took longer than ${timeoutMs} ms`),
  );

/** Returns the verdict on a redirect's target, or the reason of an abort that comes first. */
const judgeHop = async (checkHop: CheckHop, url: string, signal: AbortSignal): ReturnType<CheckHop> =>
  await unlessAborted(
    () => checkHop(url),
    () => ({ ok: false, failure: networkFailure(signal.reason, url) }),
    signal,
  );

const unsentEnding = (url: string, isFirst: boolean): HopEnding => ({
  kind: 'failed',
  failure: failure(
    'HOST_BUSY',
    `Cannot fetch ${url}: its host's slots passed before a request could leave, and it has none soon`,
  ),
  url,
  ...(isFirst ? { unsent: true } : {}),
});

/** Returns a request's outcome for the trail. */
const resultOf = (hop: SentHop): Pick<SentRequest, 'status' | 'bytes' | 'reason'> => {
  if (hop.kind === 'redirect') return { status: hop.status, bytes: hop.bytes, reason: hop.reason };
  const { ending } = hop;
  const status = ending.status === undefined ? {} : { status: ending.status };
  return ending.kind === 'response'
    ? { ...status, bytes: ending.wireBytes }
    : { ...status, bytes: ending.body?.length ?? 0, reason: ending.failure.code };
};

const follow = async (
  request: FetchRequest,
  first: URL,
  dependencies: FetchDependencies,
  signal: AbortSignal,
  redirects: string[],
  requests: SentRequest[],
): Promise<HopEnding> => {
  const jar = openCookieJar();
  // The same address with other cookies is another request: sites redirect to themselves to set a cookie.
  const keyOf = (at: URL): string => `${at.href} ${jar.headerFor(at) ?? ''}`;
  const seen = new Set<string>();
  const maxRedirects = request.maxRedirects ?? limits.redirectsMax;
  let url = first;
  let slot = dependencies.slot ?? openSlot;
  for (;;) {
    seen.add(keyOf(url));
    const sent = await sendInSlot(request, url, dependencies, { signal, jar }, slot);
    if (sent === null) {
      const { href } = url;
      return dependencies.signal?.aborted === true
        ? { kind: 'failed', failure: networkFailure(signal.reason, href), url: href }
        : unsentEnding(href, redirects.length === 0);
    }
    const { hop, at, ms } = sent;
    requests.push({ at, url: url.href, ms, ...resultOf(hop) });
    if (hop.kind === 'end') return hop.ending;
    redirects.push(url.href);
    const failed = (why: Failure): HopEnding => ({ kind: 'failed', failure: why, url: hop.to.href });
    if (seen.has(keyOf(hop.to))) {
      return failed(
        failure(
          'REDIRECT_LOOP',
          `Cannot fetch ${first.href}: it redirects in a circle through ${hop.to.href}`,
        ),
      );
    }
    if (redirects.length > maxRedirects) {
      return failed(
        failure(
          'REDIRECT_TOO_MANY',
          `Cannot fetch ${first.href}: it redirects more than ${maxRedirects} times`,
        ),
      );
    }
    const verdict = await judgeHop(dependencies.checkHop, hop.to.href, signal);
    if (!verdict.ok) return failed(verdict.failure);
    url = hop.to;
    slot = verdict.slot ?? openSlot;
  }
};

/**
 * Fetches one URL with GET and follows redirects itself: `checkHop` judges each target, the dispatcher each connection.
 * Everything that a site can do is an outcome with its code from `failure.ts`; it is never thrown.
 *
 * Any status except 2xx and 304 is `failed`, with the beginning of its body and its `Retry-After`.
 */
export const fetchHttp = async (
  request: FetchRequest,
  dependencies: FetchDependencies,
): Promise<FetchOutcome> => {
  let started = performance.now();
  const redirects: string[] = [];
  const requests: SentRequest[] = [];
  const finish = (ending: HopEnding): FetchOutcome => ({
    ...ending,
    ms: Math.round(performance.now() - started),
    redirects,
    requests,
  });
  const start = nextLocation(null, request.url);
  if (!start.ok) return finish({ kind: 'failed', failure: start.failure, url: request.url });
  const timeoutMs = request.timeoutMs ?? limits.requestMs;
  const outer = dependencies.signal ?? new AbortController().signal;
  // This wait is not part of the fetch's own time: it has nothing to do with the host.
  await unlessAborted(
    async () => await dependencies.slot?.comes(readyMs),
    () => undefined,
    outer,
  );
  started = performance.now();
  const abort = new AbortController();
  const stop = (): void => abort.abort(reasonOf(dependencies.signal, start.url.href, timeoutMs));
  const timer = setTimeout(stop, timeoutMs);
  dependencies.signal?.addEventListener('abort', stop, { once: true });
  if (dependencies.signal?.aborted === true) stop();
  try {
    return finish(await follow(request, start.url, dependencies, abort.signal, redirects, requests));
  } finally {
    clearTimeout(timer);
    dependencies.signal?.removeEventListener('abort', stop);
  }
};

/** Makes the tier that fetches pages over HTTP, through connections that are kept for the next page of their host. */
export const httpTier: MakeTier = ({ guard, dispatcher, userAgent }) => {
  const unverifiedDispatcher = guardedDispatcher({ ...guard, skipTlsVerification: true });
  return {
    name: 'http',
    requestMs: limits.requestMs,
    pagesAtOnce: limits.urlBatchPagesMax,
    send: (request, _scrape, { checkHop, slot, now }) =>
      fetchHttp({ ...request, userAgent }, { dispatcher, unverifiedDispatcher, checkHop, slot, now }),
  };
};
