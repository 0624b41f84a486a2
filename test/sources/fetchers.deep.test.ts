import { afterAll, beforeAll, expect, test } from 'vitest';
import { envelopeSchema, type Envelope } from '../../lib/envelope/envelope.ts';
import { failure } from '../../lib/failure.ts';
import { createFetcherCheck } from '../../lib/fetch/remote/check-fetcher.ts';
import { fetcherSettingsSchema } from '../../lib/fetch/remote/fetcher-settings.ts';
import { makeFetchers } from '../../lib/fetch/remote/make-fetchers.ts';
import { remoteTier } from '../../lib/fetch/remote/remote-tier.ts';
import type { MakeRemoteTier, MakeTier } from '../../lib/fetch/tier/tier.ts';
import { getObject } from '../../lib/store/objects.ts';
import { fakeFetcherKeys, serveFakeFetchers } from '../harness/fake-fetchers.ts';
import { undisturbed } from '../harness/leaky-queues.ts';
import { startStores, type PipelineStores } from '../harness/pipeline.ts';
import { htmlPage } from '../harness/serve-site.ts';
import { watchSite, type AnswerBody as Body } from '../harness/watch-site.ts';

let stores: PipelineStores;
beforeAll(async () => {
  stores = await startStores();
});
afterAll(() => stores.stop());

/** Chromium is not needed to see what follows a browser that met a wall. */
const walledBrowser: MakeTier = () => ({
  name: 'browser',
  requestMs: 1_000,
  pagesAtOnce: 1,
  send: async ({ url }) =>
    await Promise.resolve({
      kind: 'failed',
      failure: failure('CHALLENGE', 'a wall'),
      url,
      ms: 1,
      redirects: [],
      requests: [],
    }),
});

/** A site that a team watches, and services that know pages of it which the site itself does not show. */
const watchWithServices = async (team: string, dollarsPerCredit?: number) => {
  const known = new Map<string, string>();
  const services = await serveFakeFetchers((url) => {
    const html = known.get(new URL(url).pathname);
    return html === undefined ? undefined : { html };
  });
  const at = { url: services.url, ...(dollarsPerCredit === undefined ? {} : { dollarsPerCredit }) };
  const open = {
    fetchers: makeFetchers(fetcherSettingsSchema.parse({ firecrawl: at })),
    readKeys: async () => await Promise.resolve(fakeFetcherKeys),
  };
  const makeRemoteTier: MakeRemoteTier = (guard) => remoteTier({ ...open, guard });
  const logged: object[] = [];
  const log = (event: string, fields: object): void => void logged.push({ event, ...fields });
  const watched = await watchSite(stores, team, undisturbed, [], log, {
    makeRemoteTier,
    makeBrowserTier: walledBrowser,
    checkFetcher: createFetcherCheck({ ...open, now: () => watched.pipeline.now() }),
  });
  /** Paths that the services were asked for, in order of their names. */
  const bought = (): string[] => services.calls.map(({ url = '' }) => new URL(url).pathname).toSorted();
  const envelopes = async (job: unknown): Promise<Map<string, Envelope>> => {
    const all = new Map<string, Envelope>();
    for (const page of await watched.pipeline.pages(String(job))) {
      const key = page.kind === 'page' ? page.envelopeKey : undefined;
      const text = key === undefined ? null : await getObject(stores.envelopes, key);
      if (text !== null) all.set(new URL(page.url).pathname, envelopeSchema.parse(JSON.parse(text)));
    }
    return all;
  };
  const close = async (): Promise<void> => {
    await watched.site.close();
    await services.close();
  };
  return { ...watched, known, logged, services, bought, envelopes, close };
};

test('a service fetches the pages of a source, robots.txt stays ours, and credits are told everywhere', async () => {
  const { pages, asked, known, services, bought, envelopes, ok, manifest, run, pipeline, close } =
    await watchWithServices('bought', 0.01);
  try {
    pages.set('/robots.txt', { file: { type: 'text/plain', body: 'User-agent: *\nDisallow: /private' } });
    known.set('/', htmlPage('Tides', ['/a', '/private/b', '/lost']));
    known.set('/a', htmlPage('High water', []));
    await ok('POST', '/v2/sources/apply', { manifest: manifest('1.0.0', { fetcher: 'firecrawl' }) });
    const first = await run();
    expect(first).toMatchObject({ outcome: 'completed', credits: 2 });
    expect([...new Set(bought())]).toEqual(['/', '/a', '/lost']);
    expect(asked.filter((path) => !/robots|sitemap/.test(path))).toEqual([]);
    const { scrape } = (await envelopes(first['job'])).get('/a') ?? {};
    expect(scrape).toMatchObject({
      engine: 'gleaner',
      tier: 'remote',
      fetcher: 'firecrawl',
      credits_consumed: 1,
      fall_through: [{ tier: 'http', reason: 'requested' }],
      requests: [{ tier: 'remote', fetcher: 'firecrawl', credits: 1, status: 200 }],
    });
    const { rows } = await ok('GET', '/v2/audit?source=guide');
    const visit = (path: string): Body =>
      (rows as Body[]).find(({ url }) => url !== null && new URL(String(url)).pathname === path) ?? {};
    expect(visit('/a')).toMatchObject({ tier: 'remote', fetcher: 'firecrawl', credits_consumed: 1 });
    expect(visit('/private/b')).toMatchObject({
      error: 'ROBOTS_DISALLOWED',
      credits_consumed: 0,
      fetcher: null,
    });
    expect(visit('/lost')).toMatchObject({ error: 'CONNECTION_RESET', credits_consumed: 0 });
    expect(first['dollars']).toBeGreaterThan(0.02);
    expect((await ok('GET', '/v2/sources/guide'))['source']).toMatchObject({ creditsThisMonth: 2 });

    // Unchanged pages are bought again, because a service is not asked "modified since"; nothing else is told of them.
    known.set('/a', htmlPage('High water, amended', []));
    pipeline.skip(60 * 60_000);
    const second = await run();
    expect(second).toMatchObject({ credits: 2, changes: { modified: 1 } });
    expect(services.left.firecrawl).toBe(996);
  } finally {
    await close();
  }
});

test('a service that echoes its key in an error: no status, audit, envelope or log of the run holds the key', async () => {
  const { services, known, logged, envelopes, ok, manifest, run, close } = await watchWithServices('echoed');
  try {
    known.set('/', htmlPage('Tides', ['/a']));
    const error = `bad key Bearer ${fakeFetcherKeys.firecrawl}`;
    const refused = { status: 401, body: { success: false, error } };
    services.replies.push(...Array.from({ length: 20 }, () => refused));
    await ok('POST', '/v2/sources/apply', { manifest: manifest('1.0.0', { fetcher: 'firecrawl' }) });
    const ended = await run();
    const told = JSON.stringify([
      ended,
      await ok('GET', '/v2/audit?source=guide'),
      await ok('GET', '/v2/fetchers'),
      logged,
      [...(await envelopes(ended['job'])).values()],
    ]);
    expect(services.calls.length).toBeGreaterThan(0);
    expect(told).toContain('FETCHER_REFUSED');
    expect(logged.length).toBeGreaterThan(0);
    expect(told).not.toContain(fakeFetcherKeys.firecrawl);
  } finally {
    await close();
  }
});

test('a run never spends more credits than it may, ends with a reason, and loses no page', async () => {
  const { known, services, envelopes, ok, call, manifest, run, pipeline, close } =
    await watchWithServices('thrifty');
  try {
    const paths = Array.from({ length: 8 }, (_, index) => `/${index}`);
    known.set('/', htmlPage('Start', paths));
    for (const path of paths) known.set(path, htmlPage(`Page ${path}`, []));
    const source = (limits: object) => ({ fetcher: 'firecrawl', limits });
    await ok('POST', '/v2/sources/apply', { manifest: manifest('1.0.0', source({})) });
    expect(await run()).toMatchObject({ credits: 9, isComplete: true, changes: { added: 9 } });
    await ok('POST', '/v2/sources/apply', { manifest: manifest('1.1.0', source({ credits_per_run: 4 })) });
    pipeline.skip(60 * 60_000);
    const bounded = await run();
    expect(bounded).toMatchObject({
      outcome: 'completed',
      code: 'BUDGET_EXHAUSTED',
      isComplete: false,
      credits: 4,
      changes: {},
      pages: { present: 9 },
    });
    expect(services.left.firecrawl).toBe(1_000 - 13);
    expect((await envelopes(bounded['job'])).size).toBe(4);

    await ok('POST', '/v2/sources/apply', { manifest: manifest('1.2.0', source({ credits_per_month: 15 })) });
    pipeline.skip(60 * 60_000);
    expect(await run()).toMatchObject({ code: 'BUDGET_EXHAUSTED', credits: 2 });
    expect((await ok('GET', '/v2/sources/guide'))['source']).toMatchObject({
      creditsThisMonth: 15,
      why: 'it has spent its month: 15 of 15 credits',
    });
    const refused = await call('POST', '/v2/sources/guide/run');
    expect([refused.status, refused.body['code']]).toEqual([422, 'BUDGET_EXHAUSTED']);
    const alerts = (await ok('GET', '/v2/alerts'))['alerts'] as Body[];
    expect(alerts.find(({ id }) => id === 'guide.budget')?.['message']).toContain('15 credits');
    expect(services.left.firecrawl).toBe(985);
  } finally {
    await close();
  }
});

test('without credits pages fail with a code, or Gleaner fetches them where the manifest allows it', async () => {
  const { pages, services, envelopes, ok, manifest, run, pipeline, close } = await watchWithServices('broke');
  try {
    services.left.firecrawl = 0;
    pages.set('/', { text: 'by ourselves' });
    await ok('POST', '/v2/sources/apply', { manifest: manifest('1.0.0', { fetcher: 'firecrawl' }) });
    const { health, credits } = await run();
    expect([(health as Body)['seed'], credits]).toMatchObject([{ code: 'FETCHER_OUT_OF_CREDITS' }, 0]);
    const allowed = { fetcher: 'firecrawl', fallback: 'native' };
    await ok('POST', '/v2/sources/apply', { manifest: manifest('1.1.0', allowed) });
    pipeline.skip(60 * 60_000);
    const { scrape } = (await envelopes((await run())['job'])).get('/') ?? {};
    expect(scrape).toMatchObject({
      tier: 'http',
      credits_consumed: 0,
      fall_through: [
        { tier: 'http', reason: 'requested' },
        { tier: 'remote', reason: 'fetcher-failed' },
      ],
    });
  } finally {
    await close();
  }
});

test('a service that comes last is only asked for pages that neither HTTP nor a browser gets', async () => {
  const { pages, known, bought, envelopes, ok, manifest, run, close } = await watchWithServices('last');
  try {
    pages.set('/', { text: 'plain', links: ['/walled'] });
    const wall = '<html><head><title>Just a moment...</title></head><body></body></html>';
    pages.set('/walled', { file: { type: 'text/html', body: wall } });
    known.set('/walled', htmlPage('Behind the wall', []));
    await ok('POST', '/v2/sources/apply', { manifest: manifest('1.0.0', { fallback: 'firecrawl' }) });
    const ended = await run();
    expect([bought(), ended['credits']]).toEqual([['/walled'], 1]);
    const all = await envelopes(ended['job']);
    expect(all.get('/')?.scrape).toMatchObject({ tier: 'http', credits_consumed: 0 });
    expect(all.get('/walled')?.scrape).toMatchObject({
      tier: 'remote',
      fetcher: 'firecrawl',
      fall_through: [
        { tier: 'http', reason: 'challenge' },
        { tier: 'browser', reason: 'challenge' },
      ],
    });
  } finally {
    await close();
  }
});

test('a job may name a service that the deployment has, and headers of callers are not sent on', async () => {
  const { site, pipeline, known, bought, close } = await watchWithServices('jobs');
  try {
    known.set('/', htmlPage('Start', []));
    const submit = async (body: object) =>
      await pipeline.submit('scrape', { url: `${site.origin}/`, ...body });
    const good = await submit({ fetcher: 'firecrawl' });
    if (!good.ok) throw new Error(good.failure.message);
    const ended = await pipeline.run(good.job.id);
    expect([ended.done, ended.fetcherCredits, bought()]).toEqual([1, 1, ['/']]);
    const other = await submit({ fetcher: 'scrapingant' });
    if (!other.ok) throw new Error(other.failure.message);
    await pipeline.run(other.job.id);
    expect(await pipeline.pages(other.job.id)).toMatchObject([
      { state: 'failed', code: 'FETCHER_NOT_CONFIGURED' },
    ]);
    for (const [options, message] of [
      [{ headers: { cookie: 'session=1' } }, /headers: cookie is not sent to the fetcher firecrawl/],
      [{ waitFor: 500 }, /waitFor: the fetcher firecrawl cannot carry it out/],
    ] as const) {
      const refused = await submit({ fetcher: 'firecrawl', ...options });
      expect(refused).toMatchObject({
        ok: false,
        failure: { code: 'BAD_REQUEST', message: expect.stringMatching(message) as string },
      });
    }
  } finally {
    await close();
  }
});

test('a plan says which service a source names and the deployment lacks, and how the others are', async () => {
  const { ok, call, manifest, close } = await watchWithServices('planned');
  try {
    const findings = async (more: object): Promise<Body[]> => {
      const plan = await ok('POST', '/v2/sources/plan', { manifest: manifest('1.0.0', more as Body) });
      return (plan['findings'] as Body[]).filter(({ code }) => String(code).startsWith('FETCHER_'));
    };
    expect(await findings({ fetcher: 'firecrawl' })).toEqual([]);
    expect(await findings({ fetcher: 'scrapingant' })).toMatchObject([
      { level: 'error', source: 'guide', code: 'FETCHER_NOT_CONFIGURED' },
    ]);
    expect(await findings({ fetcher: 'firecrawl', scrape_config: { wait_for_selector: 'p' } })).toMatchObject(
      [{ level: 'error', code: 'FETCHER_UNFIT', message: expect.stringContaining('waitFor') as string }],
    );
    const refused = await call('POST', '/v2/sources/apply', {
      manifest: manifest('1.0.0', { fetcher: 'scrapingant' }),
    });
    expect([refused.status, refused.body['code']]).toEqual([409, 'PLAN_REFUSED']);
    expect((await ok('GET', '/v2/fetchers'))['fetchers']).toMatchObject([
      { name: 'firecrawl', state: 'well', remainingCredits: 1_000 },
    ]);
  } finally {
    await close();
  }
});

test('a plan warns of a service whose credits are used up', async () => {
  const { services, ok, manifest, close } = await watchWithServices('warned');
  try {
    services.left.firecrawl = 0;
    const plan = await ok('POST', '/v2/sources/plan', {
      manifest: manifest('1.0.0', { fallback: 'firecrawl' }),
    });
    expect(plan['findings']).toMatchObject([
      { level: 'warning', source: 'guide', code: 'FETCHER_UNWELL' },
      { level: 'info', code: 'ROBOTS_UNKNOWN' },
    ]);
  } finally {
    await close();
  }
});
