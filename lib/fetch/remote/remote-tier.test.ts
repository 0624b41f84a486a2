import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  fakeFetcherKeys,
  serveFakeFetchers,
  type FakeFetcherReply,
} from '../../../test/harness/fake-fetchers.ts';
import { failure } from '../../failure.ts';
import type { FetcherName } from '../../request/source/fetcher.ts';
import { completeScrapeOptions } from '../../request/scrape-options.ts';
import { openSlot, type Slot } from '../politeness/slot.ts';
import type { CreditAccount, CreditSpending } from '../tier/credit-account.ts';
import type { FetchOutcome } from '../tier/fetch-request.ts';
import { fallOfFailure, tierAfter } from '../tier/next-tier.ts';
import type { TierHooks } from '../tier/tier.ts';
import { callFetcher } from './call-fetcher.ts';
import { createFetcherCheck } from './check-fetcher.ts';
import { fetcherSettingsSchema, parseFetcherKeys, type FetcherKeys } from './fetcher-settings.ts';
import { makeFetchers } from './make-fetchers.ts';
import { remoteTier } from './remote-tier.ts';

const page = 'https://example.com/a';
const found = new Map([
  [page, { html: '<p>Grüße</p>' }],
  ['https://example.com/gone', { html: '<p>no</p>', status: 404 }],
  ['https://example.com/moved', { html: '<p>moved</p>', url: 'https://example.com/target' }],
  ['https://example.com/inside', { html: '<p>inside</p>', url: 'http://169.254.169.254/' }],
  [
    'https://example.com/pdf',
    { html: Buffer.from('%PDF-1.7 x').toString('base64'), type: 'application/pdf' },
  ],
]);
/** An address at which nobody listens. */
let nobody = '';
let services: Awaited<ReturnType<typeof serveFakeFetchers>>;
beforeAll(async () => {
  const gone = await serveFakeFetchers(() => undefined);
  await gone.close();
  nobody = gone.url;
  services = await serveFakeFetchers((url) => found.get(url));
});
beforeEach(() => {
  services.calls.length = 0;
  services.replies.length = 0;
  Object.assign(services.left, { firecrawl: 1_000, scrapingant: 1_000 });
});
afterAll(async () => {
  await services.close();
});

const guard = { open: [], resolve: async () => await Promise.resolve(['93.184.216.34']) };
const fetchersAt = (url: string) =>
  makeFetchers(
    fetcherSettingsSchema.parse({
      firecrawl: { url: `${url}/`, dollarsPerCredit: 0.001 },
      scrapingant: { url },
    }),
  );

/** An account that notes what is asked of it. */
const noteAccount = (answer: 'reserved' | 'exhausted' | 'over' = 'reserved') => {
  const told: (CreditSpending & { readonly as: string })[] = [];
  const account: CreditAccount = {
    reserve: async (spending) => {
      told.push({ as: `asked after ${services.calls.length} calls`, ...spending });
      return await Promise.resolve(answer);
    },
    correct: async (by) => await Promise.resolve(void told.push({ as: 'corrected', ...by })),
  };
  const sum = () => told.reduce((credits, each) => credits + each.credits, 0);
  return { told, account, sum };
};

const send = async (
  name: FetcherName,
  url: string,
  {
    keys = fakeFetcherKeys,
    at = services.url,
    slot = openSlot,
    ...hooks
  }: Partial<TierHooks> & { keys?: FetcherKeys; at?: string } = {},
): Promise<FetchOutcome> =>
  await remoteTier({
    fetchers: fetchersAt(at),
    readKeys: async () => await Promise.resolve(keys),
    guard,
  }).send({ url }, completeScrapeOptions({ fetcher: name }), {
    checkHop: async () => await Promise.resolve({ ok: true }),
    judge: async () => await Promise.resolve({ ok: true }),
    slot,
    now: Date.now,
    ...hooks,
  });
const codeOf = (outcome: FetchOutcome): string =>
  outcome.kind === 'failed' ? outcome.failure.code : `page ${outcome.status}`;

test('Firecrawl is asked for a fresh page with its key; its answer has status, type, bytes and credits', async () => {
  const { account, told } = noteAccount();
  const outcome = await send('firecrawl', page, { account });
  expect(services.calls).toEqual([
    {
      path: '/v2/scrape',
      key: fakeFetcherKeys.firecrawl,
      url: page,
      body: expect.objectContaining({
        formats: ['rawHtml'],
        maxAge: 0,
        storeInCache: false,
        parsers: [],
        proxy: 'basic',
        timeout: 26_000,
      }) as unknown,
    },
  ]);
  expect(outcome).toMatchObject({
    kind: 'response',
    status: 200,
    url: page,
    fetcher: 'firecrawl',
    headers: { 'content-type': 'text/html; charset=utf-8' },
    requests: [{ url: page, fetcher: 'firecrawl', credits: 1, status: 200 }],
  });
  expect(Buffer.from(outcome.body ?? []).toString()).toBe('<p>Grüße</p>');
  expect(told).toEqual([{ as: 'asked after 0 calls', credits: 1, microdollars: 1_000 }]);
});

test('ScrapingAnt is asked with its key in a header, and charges what its answer says', async () => {
  const { account, sum } = noteAccount();
  const outcome = await send('scrapingant', page, { account });
  expect(services.calls).toMatchObject([
    {
      path: '/v2/extended',
      key: fakeFetcherKeys.scrapingant,
      url: page,
      body: { browser: 'true', proxy_type: 'datacenter', timeout: '26' },
    },
  ]);
  expect(outcome).toMatchObject({
    kind: 'response',
    status: 200,
    headers: { 'content-type': 'text/html; charset=utf-8' },
    requests: [{ fetcher: 'scrapingant', credits: 10 }],
  });
  expect(sum()).toBe(10);
});

test('a PDF that comes in Base64 is delivered as its bytes', async () => {
  const outcome = await send('firecrawl', 'https://example.com/pdf');
  expect(Buffer.from(outcome.body ?? []).toString()).toBe('%PDF-1.7 x');
  expect(outcome.headers).toEqual({ 'content-type': 'application/pdf' });
});

const json = (status: number, body: unknown, headers = {}): FakeFetcherReply => ({ status, body, headers });
const failures: readonly [FetcherName, string, FakeFetcherReply, string, number][] = [
  ['firecrawl', 'no key', json(401, { success: false, error: 'Unauthorized' }), 'FETCHER_REFUSED', 0],
  ['firecrawl', 'no rights', json(403, { success: false, error: 'Forbidden' }), 'FETCHER_REFUSED', 0],
  ['firecrawl', 'no credits', json(402, { success: false }), 'FETCHER_OUT_OF_CREDITS', 0],
  ['firecrawl', 'too fast', json(429, {}, { 'retry-after': '7' }), 'FETCHER_RATE_LIMITED', 0],
  ['firecrawl', 'its own fault', json(500, { code: 'UNKNOWN_ERROR' }), 'FETCHER_UNAVAILABLE', 0],
  ['firecrawl', 'no JSON', json(200, '<html>'), 'FETCHER_UNAVAILABLE', 0],
  ['firecrawl', 'no page', json(200, { success: true, data: {} }), 'FETCHER_UNAVAILABLE', 0],
  ['firecrawl', 'it gave up', json(408, { code: 'SCRAPE_TIMEOUT' }), 'TIMEOUT', 0],
  ['firecrawl', 'no name', json(500, { code: 'SCRAPE_DNS_RESOLUTION_ERROR' }), 'DNS_FAILED', 0],
  ['firecrawl', 'a bad certificate', json(500, { code: 'SCRAPE_SSL_ERROR' }), 'TLS_FAILED', 0],
  // What was charged is not known: it counts, so that a budget is never overdrawn.
  ['firecrawl', 'no reply', 'reset', 'FETCHER_UNAVAILABLE', 1],
  ['scrapingant', 'no key', json(403, { detail: 'The API token is wrong' }), 'FETCHER_REFUSED', 0],
  [
    'scrapingant',
    'no credits',
    json(403, { detail: 'exceeded the API credits limit' }),
    'FETCHER_OUT_OF_CREDITS',
    0,
  ],
  ['scrapingant', 'not to be reached', json(404, { detail: 'not reachable' }), 'CONNECTION_REFUSED', 0],
  ['scrapingant', 'too many at once', json(409, {}), 'FETCHER_RATE_LIMITED', 0],
  ['scrapingant', 'a wrong value', json(422, { detail: 'Invalid value' }), 'FETCHER_REFUSED', 0],
  ['scrapingant', 'recognised', json(423, { detail: 'anti-bot' }), 'CHALLENGE', 0],
  ['scrapingant', 'its own fault', json(500, {}), 'FETCHER_UNAVAILABLE', 0],
];
test.each(failures)(
  '%s, %s: the failure has its code, costs what was charged, and shows no key',
  async (...row) => {
    const [name, , reply, code, credits] = row;
    services.replies.push(reply);
    const { account, sum } = noteAccount();
    const outcome = await send(name, page, { account });
    expect(codeOf(outcome)).toBe(code);
    expect([sum(), outcome.requests?.[0]?.credits]).toEqual([credits, credits]);
    expect(JSON.stringify(outcome)).not.toContain(fakeFetcherKeys[name]);
    if (code === 'FETCHER_RATE_LIMITED' && name === 'firecrawl')
      expect(outcome).toMatchObject({ retryAfterMs: 7_000 });
  },
);

/** What a service may say that echoes the key which it was sent. */
const echoes = (key: string): readonly string[] => [
  `bad key Bearer ${key}`,
  `bad key ${key}, ${key}`,
  `bad key in /?k=${encodeURIComponent(key)}`,
  // Where the words are cut, no part of the key stays.
  `${'no '.repeat(64)}${key}`,
];
test.each(['firecrawl', 'scrapingant'] as const)(
  '%s echoes the key in its error: neither the failure nor the health holds it',
  async (name) => {
    const key = `${name}/good+key`;
    const check = createFetcherCheck({
      fetchers: fetchersAt(services.url),
      readKeys: async () => await Promise.resolve({ [name]: key }),
      now: Date.now,
    });
    for (const error of echoes(key)) {
      const reply = json(401, { success: false, code: error, error, detail: error });
      services.replies.push(reply, reply);
      const told = JSON.stringify([await send(name, page, { keys: { [name]: key } }), await check(name)]);
      expect(told).toContain('FETCHER_REFUSED');
      expect(told).not.toMatch(new RegExp(`${name}(?:/|%2F)`));
    }
  },
);

test('a key that no header can carry counts as refused: no call, no credit, no retry, and never shown', async () => {
  for (const broken of [
    'fc-se\ncret',
    'fc-se\r\ncret',
    'fc-se cret',
    'fc-se\u0000cret',
    'fc-secrét',
    'fc-se\u2028cret',
  ]) {
    const keys = parseFetcherKeys(JSON.stringify({ firecrawl: broken, scrapingant: 'good' }));
    const { account, told } = noteAccount();
    const outcome = await send('firecrawl', page, { keys, account });
    expect(codeOf(outcome)).toBe('FETCHER_REFUSED');
    const check = createFetcherCheck({
      fetchers: fetchersAt(services.url),
      readKeys: async () => await Promise.resolve(keys),
      now: Date.now,
    });
    const health = await check('firecrawl');
    expect(health).toMatchObject({ state: 'refused' });
    expect(JSON.stringify([outcome, health])).toContain('a character that no HTTP header can carry');
    expect(JSON.stringify([outcome, health])).not.toMatch(/fc-se|cret/);
    expect(told).toEqual([]);
  }
  expect(services.calls).toEqual([]);
});

test('a service that never replies is given up in time, and that call may have been charged', async () => {
  services.replies.push('hang');
  const fetcher = fetchersAt(services.url).firecrawl;
  const task = { url: page, giveUpMs: 10, skipTlsVerification: false };
  const asked = fetcher?.ask(fakeFetcherKeys.firecrawl, task);
  if (asked === undefined) throw new Error('It has settings');
  expect(await callFetcher(asked, 50)).toMatchObject({
    kind: 'none',
    why: { code: 'TIMEOUT' },
    mayHaveCharged: true,
  });
});

test('a service that cannot be reached has charged nothing', async () => {
  const { account, sum } = noteAccount();
  const closed = await send('firecrawl', page, { account, at: nobody });
  expect([codeOf(closed), sum()]).toEqual(['FETCHER_UNAVAILABLE', 0]);
});

test('the status of a page is its own, whoever asked for it, and it is paid for', async () => {
  const { account, sum } = noteAccount();
  const outcome = await send('firecrawl', 'https://example.com/gone', { account });
  expect(outcome).toMatchObject({ kind: 'failed', status: 404, failure: { code: 'HTTP_NOT_FOUND' } });
  expect(sum()).toBe(1);
});

test('where redirects led is judged like a hop, and like an address', async () => {
  const refused = failure('REDIRECT_OUT_OF_SCOPE', 'elsewhere');
  const judge = async () => await Promise.resolve({ ok: false as const, failure: refused });
  expect(codeOf(await send('firecrawl', 'https://example.com/moved', { judge }))).toBe(
    'REDIRECT_OUT_OF_SCOPE',
  );
  const moved = await send('firecrawl', 'https://example.com/moved');
  expect(moved).toMatchObject({
    url: 'https://example.com/target',
    redirects: ['https://example.com/moved'],
  });
  expect(codeOf(await send('firecrawl', 'https://example.com/inside'))).toBe('ADDRESS_NOT_ALLOWED');
});

test('nobody is asked for an address that we must not ask, without settings or a key, or past the budget', async () => {
  expect(codeOf(await send('firecrawl', 'http://10.0.0.1/'))).toBe('ADDRESS_NOT_ALLOWED');
  expect(codeOf(await send('firecrawl', page, { keys: {} }))).toBe('FETCHER_NOT_CONFIGURED');
  const { account } = noteAccount('exhausted');
  expect(codeOf(await send('firecrawl', page, { account }))).toBe('BUDGET_EXHAUSTED');
  expect(await send('firecrawl', page, { account: noteAccount('over').account })).toMatchObject({
    unsent: true,
  });
  expect(services.calls).toEqual([]);
});

test('a slot that passed costs nothing: the credits that were counted are given back', async () => {
  const passed: Slot = { ...openSlot, isOpen: () => false, instead: async () => await Promise.resolve(null) };
  const { account, sum } = noteAccount();
  expect(await send('firecrawl', page, { account, slot: passed })).toMatchObject({ unsent: true });
  expect([services.calls.length, sum()]).toEqual([0, 0]);
});

test('a service says of its health whether it has and takes a key, and has credits; once a minute', async () => {
  let now = 0;
  const stateOf = async (name: FetcherName, keys: FetcherKeys, at = services.url) => {
    const check = createFetcherCheck({
      fetchers: fetchersAt(at),
      readKeys: async () => await Promise.resolve(keys),
      now: () => now,
    });
    return await check(name);
  };
  for (const name of ['firecrawl', 'scrapingant'] as const) {
    services.left[name] = 42;
    expect(await stateOf(name, fakeFetcherKeys)).toMatchObject({
      state: 'well',
      remainingCredits: 42,
      planCredits: 1_000,
    });
    services.left[name] = 0;
    expect(await stateOf(name, fakeFetcherKeys)).toMatchObject({ state: 'out-of-credits' });
    expect(await stateOf(name, {})).toMatchObject({ state: 'no-key' });
    const refused = await stateOf(name, { [name]: 'wrong-key' });
    expect(refused).toMatchObject({ state: 'refused' });
    expect(JSON.stringify(refused)).not.toContain('wrong-key');
    expect(await stateOf(name, fakeFetcherKeys, nobody)).toMatchObject({ state: 'unwell' });
  }
  let asked = 0;
  const check = createFetcherCheck({
    fetchers: fetchersAt(services.url),
    readKeys: async () => await Promise.resolve(((asked += 1), fakeFetcherKeys)),
    now: () => now,
  });
  await Promise.all([check('firecrawl'), check('firecrawl')]);
  expect(asked).toBe(1);
  now = 60_000;
  await check('firecrawl');
  expect(asked).toBe(2);
});

test('the secret of keys is read by the names of the services, and nothing else is shown of it', () => {
  expect(parseFetcherKeys('{"firecrawl": " fc-1 ", "scrapingant": ""}')).toEqual({ firecrawl: 'fc-1' });
  expect(parseFetcherKeys('')).toEqual({});
  for (const wrong of ['fc-secret', '{"firecrawl": 5}', '{"other": "fc-secret"}'])
    expect(() => parseFetcherKeys(wrong)).toThrow(/^(?!.*fc-secret).*no JSON object from names of fetchers/);
});

test('a service comes before our tiers, after them, or alone, and a page never comes back to it', () => {
  const [first, last, only] = (['first', 'last', 'only'] as const).map((use) => ({
    fetcher: { name: 'firecrawl' as const, use },
  }));
  expect([tierAfter('remote', first!), tierAfter('browser', first!)]).toEqual(['http', null]);
  expect([tierAfter('browser', last!), tierAfter('remote', last!)]).toEqual(['remote', null]);
  expect([tierAfter('remote', only!), tierAfter('browser', {})]).toEqual([null, null]);
  const fall = fallOfFailure(failure('FETCHER_OUT_OF_CREDITS', 'none left'), 'remote', 5);
  expect(fall).toEqual({ tier: 'remote', reason: 'fetcher-failed', detail: 'none left', at: 5 });
  expect(fallOfFailure(failure('HTTP_NOT_FOUND', 'gone'), 'remote', 5)).toBeNull();
  expect(fallOfFailure(failure('CHALLENGE', 'wall'), 'browser', 5)).toMatchObject({ tier: 'browser' });
});
