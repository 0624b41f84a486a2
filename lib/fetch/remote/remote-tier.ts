import { failure, type Failure } from '../../failure.ts';
import { limits } from '../../limits/limits.ts';
import { isOutage } from '../../outage.ts';
import type { FetcherName } from '../../request/source/fetcher.ts';
import { hideSecret } from '../../safe-words.ts';
import { whyNotAllowed, type GuardOptions } from '../http/guarded-connect.ts';
import { statusFailure } from '../http/http-status.ts';
import { nextLocation } from '../http/redirect.ts';
import { isHeaderWord, unsendableKey } from '../../header-word.ts';
import { readyMs, slotTriesMax, type Slot } from '../politeness/slot.ts';
import type { CreditAccount, CreditSpending } from '../tier/credit-account.ts';
import type { FetchOutcome, SentRequest } from '../tier/fetch-request.ts';
import type { Tier, TierHooks, TierRequest } from '../tier/tier.ts';
import { callFetcher, type FetcherReplied } from './call-fetcher.ts';
import type { Fetcher, FetcherAnswer } from './fetcher-call.ts';
import type { FetcherKeys } from './fetcher-settings.ts';
import type { Fetchers } from './make-fetchers.ts';
import { fetcherFailure, isTooLarge } from './read-reply.ts';

/** What the tier works with. */
export interface RemoteTierOptions {
  readonly fetchers: Fetchers;
  /** Reads the keys of the services; called for each page, so it has to remember them. */
  readonly readKeys: () => Promise<FetcherKeys>;
  /** Judges the addresses of pages: a page that we must not ask is not asked by others for us. */
  readonly guard: GuardOptions;
}

type Failed = Extract<FetchOutcome, { kind: 'failed' }>;

const failedAt = (url: string, why: Failure, more: Partial<Failed> = {}): Failed => ({
  kind: 'failed',
  failure: why,
  url,
  ms: 0,
  redirects: [],
  ...more,
});

const unsent = (url: string): Failed => {
  const why = failure(
    'HOST_BUSY',
    `Cannot fetch ${url}: its host's slots passed before a request could leave`,
  );
  return failedAt(url, why, { unsent: true });
};

/** Makes the failure of a service that the deployment does not have, or has no key for. */
const notConfigured = (name: FetcherName, url: string, has: 'settings' | 'nothing'): Failure => {
  const lacks = has === 'settings' ? `no key of ${name} in the secret of fetchers` : `no settings of ${name}`;
  return failure(
    'FETCHER_NOT_CONFIGURED',
    `Cannot fetch ${url}: it is to be fetched by ${name}, and this deployment has ${lacks} (docs/fetchers.md)`,
  );
};

const spendingOf = ({ dollarsPerCredit = 0 }: Fetcher, credits: number): CreditSpending => ({
  credits,
  microdollars: Math.round(credits * dollarsPerCredit * 1_000_000),
});

/**
 * Waits for a slot of the page's host, because the service asks the host in our place, and counts the price of the call
 * just before. Gives the price back if every slot passed.
 */
const payInSlot = async (
  first: Slot,
  account: CreditAccount | undefined,
  price: CreditSpending,
): Promise<'open' | 'passed' | 'exhausted' | 'over'> => {
  await first.comes(readyMs);
  const reserved = (await account?.reserve(price)) ?? 'reserved';
  if (reserved !== 'reserved') return reserved;
  let slot: Slot | null = first;
  for (let attempt = 1; slot !== null && attempt <= slotTriesMax; attempt += 1) {
    await slot.comes();
    if (slot.isOpen()) return 'open';
    slot = attempt < slotTriesMax ? await slot.instead() : null;
  }
  await account?.correct({ credits: -price.credits, microdollars: -price.microdollars });
  return 'passed';
};

/** The result of a call: what the service answered, or why no answer came. */
type Read =
  | { readonly kind: 'answer'; readonly answer: FetcherAnswer; readonly bytes: number }
  | Extract<FetcherReplied, { kind: 'none' }>;

/** Returns the credits that a call has cost: as the service says, else as its price list says. */
const creditsOf = ({ creditsPerPage }: Fetcher, read: Read): number => {
  if (read.kind === 'none') return read.mayHaveCharged ? creditsPerPage : 0;
  return read.answer.credits ?? creditsPerPage;
};

/** Returns the failure of a call that brought no reply; of a reply that is too large, that of the page. */
const whyNone = (name: FetcherName, url: string, why: Failure): Failure =>
  why.code === 'RESPONSE_TOO_LARGE' || why.code === 'RESPONSE_BOMB'
    ? failure(why.code, `Cannot fetch ${url}: what the fetcher ${name} answers is larger than is read`)
    : fetcherFailure('FETCHER_UNAVAILABLE', name, url, why.message);

/** Turns the page that a service brought into the outcome of the request. */
const outcomeOfPage = async (
  { guard }: RemoteTierOptions,
  name: FetcherName,
  request: TierRequest,
  hooks: TierHooks,
  page: Extract<FetcherAnswer, { kind: 'page' }>,
): Promise<FetchOutcome> => {
  const to = nextLocation(null, page.url);
  const url = to.ok ? to.url.href : request.url;
  const redirects = url === request.url ? [] : [request.url];
  const { status, headers, body } = page;
  const failed = (why: Failure, more: Partial<Failed> = {}): Failed =>
    failedAt(url, why, { redirects, status, ...more });
  if (redirects.length > 0) {
    const verdict = await hooks.judge(url);
    const why = verdict.ok ? await whyNotAllowed(guard, url) : verdict.failure;
    if (why !== null) return failed(why);
  }
  const code = statusFailure(status);
  if (code !== null) {
    const why = failure(code, `Cannot fetch ${url}: the host answered with status ${status}`);
    return failed(why, { headers, body: body.subarray(0, limits.errorBodyBytesMax) });
  }
  if (isTooLarge(body))
    return failed(
      failure(
        'RESPONSE_TOO_LARGE',
        `Cannot read ${url}: its body is larger than ${limits.pageBytesMax} bytes`,
      ),
    );
  const wireBytes = body.byteLength;
  return { kind: 'response', url, status, headers, body, wireBytes, ms: 0, redirects, fetcher: name };
};

/** Turns what a service replied into the outcome of the request, without its time and its line in the trail. */
const outcomeOf = async (
  options: RemoteTierOptions,
  name: FetcherName,
  request: TierRequest,
  hooks: TierHooks,
  read: Read,
): Promise<FetchOutcome> => {
  if (read.kind === 'none') return failedAt(request.url, whyNone(name, request.url, read.why));
  const { answer } = read;
  if (answer.kind === 'page') return await outcomeOfPage(options, name, request, hooks, answer);
  const { failure: why, retryAfterMs } = answer;
  return failedAt(request.url, why, retryAfterMs === undefined ? {} : { retryAfterMs });
};

/** Corrects the count. If the table is out, the count stays: a page that was paid for is worth more than its count. */
const correctCount = async ({ account }: TierHooks, by: CreditSpending): Promise<void> => {
  try {
    await account?.correct(by);
  } catch (error) {
    if (!isOutage(error)) throw error;
  }
};

/** Calls the service and counts what that cost. */
const fetchPage = async (
  options: RemoteTierOptions,
  { name, fetcher, key }: { readonly name: FetcherName; readonly fetcher: Fetcher; readonly key: string },
  request: TierRequest,
  hooks: TierHooks,
): Promise<FetchOutcome> => {
  const timeoutMs = Math.max(limits.fetcherGivesUpMs + 1_000, request.timeoutMs ?? limits.fetcherMs);
  const task = {
    url: request.url,
    giveUpMs: timeoutMs - limits.fetcherGivesUpMs,
    skipTlsVerification: request.skipTlsVerification === true,
  };
  const at = hooks.now();
  const began = performance.now();
  const replied = await callFetcher(fetcher.ask(key, task), timeoutMs);
  const read: Read =
    replied.kind === 'none'
      ? // An error of the HTTP client may quote the header that it refuses.
        { ...replied, why: { ...replied.why, message: hideSecret(replied.why.message, key) } }
      : {
          kind: 'answer',
          answer: fetcher.read(key, replied.reply, task, hooks.now()),
          bytes: replied.reply.body.byteLength,
        };
  const credits = creditsOf(fetcher, read);
  const [reserved, spent] = [spendingOf(fetcher, fetcher.creditsPerPage), spendingOf(fetcher, credits)];
  if (credits !== fetcher.creditsPerPage)
    await correctCount(hooks, {
      credits: spent.credits - reserved.credits,
      microdollars: spent.microdollars - reserved.microdollars,
    });
  const ms = Math.round(performance.now() - began);
  const outcome = await outcomeOf(options, name, request, hooks, read);
  const line: SentRequest = {
    at,
    url: request.url,
    ms,
    bytes: read.kind === 'none' ? 0 : read.bytes,
    fetcher: name,
    credits,
    ...(outcome.status === undefined ? {} : { status: outcome.status }),
    ...(outcome.kind === 'failed' ? { reason: outcome.failure.code } : {}),
  };
  return { ...outcome, ms, requests: [line] };
};

/**
 * Makes the tier that has a service fetch pages for us: one call for each page. Robots.txt and the pace of the page's
 * host were seen to before, and hold for the service's request as for our own; whatever it answers is read, kept and
 * counted like any other page. It follows redirects by itself: where they led is judged afterwards.
 */
export const remoteTier = (options: RemoteTierOptions): Tier => ({
  name: 'remote',
  requestMs: limits.fetcherMs,
  pagesAtOnce: limits.urlBatchPagesMax,
  send: async (request, scrape, hooks) => {
    const { url } = request;
    const name = scrape.fetcher?.name;
    if (name === undefined)
      return failedAt(url, failure('INTERNAL', `Cannot fetch ${url}: it has no fetcher`));
    const fetcher = options.fetchers[name];
    if (fetcher === undefined) return failedAt(url, notConfigured(name, url, 'nothing'));
    const key = (await options.readKeys())[name];
    if (key === undefined) return failedAt(url, notConfigured(name, url, 'settings'));
    if (!isHeaderWord(key))
      return failedAt(
        url,
        failure('FETCHER_REFUSED', `Cannot fetch ${url}: the key of the fetcher ${name} ${unsendableKey}`),
      );
    const why = await whyNotAllowed(options.guard, url);
    if (why !== null) return failedAt(url, why);
    const price = spendingOf(fetcher, fetcher.creditsPerPage);
    const paid = await payInSlot(hooks.slot, hooks.account, price);
    if (paid === 'open') return await fetchPage(options, { name, fetcher, key }, request, hooks);
    if (paid === 'exhausted') {
      const message = `Not fetched: the fetcher ${name} costs ${price.credits} credits, more than the job has left`;
      return failedAt(url, failure('BUDGET_EXHAUSTED', message));
    }
    return unsent(url);
  },
});
