import type { Page } from 'playwright-core';
import { failure, type Failure } from '../../failure.ts';
import { limits } from '../../limits/limits.ts';
import type { ScrapeOptions } from '../../request/job-spec.ts';
import { detectChallenge } from '../tier/challenge.ts';
import { isAdHost } from './ad-hosts.ts';
import { browserFailure } from './browser-failure.ts';
import { endBrowserTls } from './browser-tls.ts';
import type { CheckHop, FetchOutcome } from '../tier/fetch-request.ts';
import { captureBrowser, takesPictures } from './capture-browser.ts';
import { guardBrowser, type BrowserGuard } from './guard-browser.ts';
import type { Dial } from '../http/guarded-connect.ts';
import { launchBrowser, type LaunchedBrowser } from './launch-browser.ts';
import { failureError, networkFailure } from '../http/network-failure.ts';
import { boundTo, callerHeaders, openBrowserPage } from './open-browser-page.ts';
import { readBrowser, type BrowserEnding } from './read-browser.ts';
import { waitUntilParsed, watchAnswers, type PageAnswer, type PageAnswers } from './watch-answers.ts';
import { pageTime, waitUntilStable } from './wait-until-stable.ts';
import { browserReadyMs, openSlot, type Slot } from '../politeness/slot.ts';
import type { TierRequest } from '../tier/tier.ts';
import type { UnpackedBrowser } from './unpack-browser.ts';
import { watchBrowserMemory, type MemoryWatch } from './watch-browser-memory.ts';
import { watchBrowser, type Watch } from './watch-browser.ts';

/** What rendering needs. */
export interface RenderDependencies {
  readonly unpack: () => Promise<UnpackedBrowser>;
  /** Opens every connection that the page asks for. */
  readonly dial: Dial;
  /** Folder for profiles: each is removed with its browser. */
  readonly temporary: string;
  /** Our name, whose comment stands in the browser's own `User-Agent`. */
  readonly userAgent: string;
  /** Whether the proxy verifies certificates, because Chromium does not know the deployment's own authorities. */
  readonly ownAuthorities?: boolean;
}

interface Rendering {
  readonly request: TierRequest;
  readonly scrape: ScrapeOptions;
  readonly checkHop: CheckHop;
  readonly slot: Slot;
  readonly now: () => number;
  readonly left: () => number;
}

/** What is known of a rendering, whatever becomes of it. */
interface Seen {
  watch: Watch | undefined;
  /** The status of the document that is shown, once one is. */
  status: () => number | undefined;
}

/** A browser's one page, before it is asked for its URL. */
interface Opened {
  readonly page: Page;
  readonly watch: Watch;
  readonly answers: PageAnswers;
  /** Rejects once the page or its browser crashes. */
  readonly crashed: Promise<never>;
}

/** Opens the page of a browser, and watches what it asks for and shows. */
const openWatched = async (
  launched: LaunchedBrowser,
  { request, scrape, checkHop, slot }: Rendering,
  userAgent: string,
): Promise<Opened> => {
  const page = await openBrowserPage(launched.browser, { request, scrape, userAgent });
  const crashed = new Promise<never>((_resolve, reject) => {
    page.on('crash', () => reject(failureError(crashOf(request.url))));
    launched.browser.on('disconnected', () => reject(failureError(crashOf(request.url))));
  });
  crashed.catch(() => undefined);
  const answers = watchAnswers(page);
  const watch = await watchBrowser(page, {
    url: request.url,
    headers: callerHeaders(request),
    headersFor: boundTo(request),
    checkHop,
    slot,
    isSeen: takesPictures(scrape),
    isShown: () => answers.shown() !== null,
  });
  return { page, watch, answers, crashed };
};

/**
 * Shows the page and reads it. The caller replaces any thrown error, because the guard and the watch know the reason.
 */
const showPage = async (
  launched: LaunchedBrowser,
  guard: BrowserGuard,
  rendering: Rendering,
  seen: Seen,
  userAgent: string,
): Promise<BrowserEnding> => {
  const { request, scrape } = rendering;
  const time = pageTime(rendering.left, request.isAwaited === true);
  const { page, watch, answers, crashed } = await openWatched(launched, rendering, userAgent);
  seen.status = () => answers.shown()?.status();
  seen.watch = watch;
  const mayBeSent = scrape.actions === undefined && typeof scrape.waitFor !== 'string';
  const readOnce = async (answer: PageAnswer | null, isParsed: boolean): Promise<BrowserEnding> => {
    if (page.url().startsWith('chrome-error:')) throw new Error(answers.failed() ?? 'net::ERR_FAILED');
    if (answer === null) throw new Error('net::ERR_ABORTED');
    if (guard.isOwn(await answer.allHeaders())) throw new Error('net::ERR_TUNNEL_CONNECTION_FAILED');
    const how = { asked: request.url, watch, guard, now: rendering.now(), isParsed, mayBeSent };
    return await readBrowser(page, answer, how);
  };
  const work = async (): Promise<BrowserEnding> => {
    // Not until its document is parsed: that never comes if a script leads to a download or to an empty answer.
    const first = await page.goto(request.url, { waitUntil: 'commit' });
    const last = (): PageAnswer | null => answers.shown() ?? first;
    /** Reads the page, and once more if it has moved on while it was read: its answer is of the same document. */
    const read = async (isParsed = true): Promise<BrowserEnding> => {
      for (let look = 1; ; look += 1) {
        const answer = last();
        const ending = await readOnce(answer, isParsed);
        const isSame = answer === last() && !page.url().startsWith('chrome-error:');
        if (isSame || look === looksMax) return ending;
      }
    };
    if (first !== null && guard.isOwn(await first.allHeaders()))
      throw new Error('net::ERR_TUNNEL_CONNECTION_FAILED');
    if (!(await waitUntilParsed(page, parseMs(time.left(), request))))
      return unparsed(await read(false), rendering);
    const isThere = await waitUntilStable({ page, answer: last }, scrape.waitFor, time);
    const captures = isThere ? await captureBrowser(page, scrape, time) : undefined;
    const ending = await read();
    return ending.kind === 'response' && captures !== undefined ? { ...ending, captures } : ending;
  };
  const sent = watch.file.then((file): BrowserEnding => ({
    kind: 'response',
    ...file,
    wireBytes: guard.bytes,
    redirects: watch.redirectsTo(file.url),
  }));
  return await Promise.race([work(), sent, crashed, watch.refused, guard.cut]);
};

/** How often a page is read that moves on to another document meanwhile. */
const looksMax = 4;

/** Time reserved for reading a page that the browser does not finish: as its host sent it. */
const unparsedMs = 6_000;

/** How long a page may take until its document is parsed, of the milliseconds that are left for it. */
const parseMs = (left: number, { isAwaited }: TierRequest): number => {
  const most = Math.max(left - unparsedMs, left * (3 / 4));
  return isAwaited === true ? Math.min(most, limits.awaitedElementMs) : most;
};

/**
 * Judges a page that the browser did not finish. It is delivered as its host sent it, unless that is a challenge. An
 * error that its host answered is one.
 *
 * @throws a `TIMEOUT` otherwise: something was to be done in it, or it is a shell that its scripts would have filled.
 */
const unparsed = (ending: BrowserEnding, { request: { url } }: Rendering): BrowserEnding => {
  if (ending.kind === 'failed') return ending;
  const { status, headers, asSent } = ending;
  const html = Buffer.from(ending.body).toString('utf8');
  if (asSent === true && detectChallenge({ status, headers, html }) === null) return ending;
  throw failureError(failure('TIMEOUT', `Cannot render ${url}: its document did not come to its end`));
};

/** How long after its connections the end of a browser is noticed. */
const diedMs = 200;

const crashOf = (url: string): Failure =>
  failure('BROWSER_CRASHED', `Cannot render ${url}: the browser ended with it`);

const knownFailure = (error: unknown): Failure | null =>
  error instanceof Error && 'failure' in error ? networkFailure(error, '') : null;

/**
 * Renders one page in a browser of its own, which ends with it: after `timeoutMs` at the latest, whatever its scripts
 * do. Every connection goes through a proxy that dials as the HTTP tier does, so no redirect, frame, socket or worker
 * reaches an address that the HTTP tier would refuse. Everything that a site can do is an outcome, even if Chromium
 * dies of it; it is never thrown.
 */
export const renderInBrowser = async (
  dependencies: RenderDependencies,
  request: TierRequest,
  scrape: ScrapeOptions,
  hooks: { readonly checkHop: CheckHop; readonly slot?: Slot; readonly now: () => number },
): Promise<FetchOutcome> => {
  // This wait is not part of the page's own time, which begins with its slot.
  await hooks.slot?.comes(browserReadyMs);
  const started = performance.now();
  const timeoutMs = request.timeoutMs ?? limits.renderMs;
  const left = (): number => timeoutMs - (performance.now() - started);
  const seen: Seen = { watch: undefined, status: () => undefined };
  const unpacked = await dependencies.unpack();
  let shownHost = new URL(request.url).hostname;
  // If the page itself is on such a host, everything on it is wanted.
  const refuses = (host: string): boolean =>
    scrape.blockAds !== false && isAdHost(host) && !isAdHost(shownHost);
  const checkHop: CheckHop = async (url) => {
    const verdict = await hooks.checkHop(url);
    if (verdict.ok) shownHost = new URL(url).hostname;
    return verdict;
  };
  const tls =
    dependencies.ownAuthorities === true
      ? endBrowserTls(request.skipTlsVerification !== true, Date.now())
      : undefined;
  const guard = await guardBrowser(dependencies.dial, { refuses, tls });
  let launched: LaunchedBrowser | undefined;
  let timer: NodeJS.Timeout | undefined;
  let memory: MemoryWatch | undefined;
  const at = hooks.now();
  const finish = (ending: BrowserEnding): FetchOutcome => {
    const ms = Math.round(performance.now() - started);
    const status = ending.status === undefined ? {} : { status: ending.status };
    const reason = ending.kind === 'failed' ? { reason: ending.failure.code } : {};
    const line = { at, url: request.url, ms, bytes: guard.bytes, ...status, ...reason };
    return { ...ending, ms, requests: [line] };
  };
  const fail = (why: Failure): FetchOutcome => {
    const url = seen.watch?.lastUrl ?? request.url;
    const status = why.code === 'TIMEOUT' ? seen.status() : undefined;
    const redirects = seen.watch?.redirectsTo(url) ?? [];
    return finish({ kind: 'failed', failure: why, url, redirects, ...(status !== undefined && { status }) });
  };
  const tooLate = failure('TIMEOUT', `Cannot render ${request.url}: it took longer than ${timeoutMs} ms`);
  try {
    launched = await launchBrowser(unpacked, guard.url, dependencies.temporary, tls?.spki);
    const late = new Promise<null>((resolve) => {
      timer = setTimeout(() => resolve(null), Math.max(1, left()));
    });
    const work = showPage(
      launched,
      guard,
      { request, scrape, now: hooks.now, checkHop, slot: hooks.slot ?? openSlot, left },
      seen,
      dependencies.userAgent,
    );
    work.catch(() => undefined);
    memory = watchBrowserMemory(launched.pid, request.url);
    const ending = await Promise.race([work, late, memory.exceeded]);
    if (guard.exceeded !== null) return fail(guard.exceeded);
    return ending === null ? fail(tooLate) : finish(ending);
  } catch (error) {
    const lastUrl = seen.watch?.lastUrl ?? request.url;
    const refusal = seen.watch?.refusal;
    if (refusal !== undefined && refusal !== null) {
      const { failure: why, ...rest } = refusal;
      const redirects = seen.watch?.redirectsTo(rest.url) ?? [];
      return finish({ kind: 'failed', failure: why, ...rest, redirects });
    }
    const why =
      guard.exceeded ?? knownFailure(error) ?? guard.failureOf(lastUrl) ?? browserFailure(error, lastUrl);
    // A browser that dies cuts its connections, perhaps before its end is noticed; that is no fault of the host.
    const died = why.code === 'CONNECTION_RESET' && (await launched?.isGoneWithin(diedMs)) === true;
    return fail(died ? crashOf(request.url) : why);
  } finally {
    clearTimeout(timer);
    memory?.stop();
    await launched?.end();
    await guard.close();
  }
};
