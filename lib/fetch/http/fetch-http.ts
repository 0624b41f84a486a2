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
import type { HopEnding } from './one-hop.ts';
import { nextLocation } from './redirect.ts';
import { sendInSlot, unlessAborted, type SentHop } from '../politeness/send-in-slot.ts';
import { openSlot, readyMs } from '../politeness/slot.ts';

const isFailure = (reason: unknown): reason is Failure =>
  typeof reason === 'object' &&
  reason !== null &&
  'code' in reason &&
  typeof reason.code === 'string' &&
  isFailureCode(reason.code) &&
  'message' in reason;

/** Why a fetch is stopped, as an error that undici hands back to us. */
const reasonOf = (outer: AbortSignal | undefined, url: string, timeoutMs: number): Error =>
  failureError(
    outer?.aborted === true && isFailure(outer.reason)
      ? outer.reason
      : failure('TIMEOUT', `Cannot fetch ${url}: it took longer than ${timeoutMs} ms`),
  );

/** The verdict on a redirect's target, or the reason of an abort that comes first. */
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

/** What came of a request, for the trail. */
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
  // The same address with other cookies is another request: sites redirect to themselves to set one.
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
 * Fetches one URL with GET, following redirects by hand: each target is judged by `checkHop`, each connection by the
 * dispatcher. Whatever a site can do is an outcome with its code from `failure.ts`; nothing is thrown for it.
 *
 * Any status but 2xx and 304 is `failed`, with the beginning of its body and its `Retry-After`.
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
  // Not of the fetch's own time: who waits for a slot has nothing to do with the host.
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
