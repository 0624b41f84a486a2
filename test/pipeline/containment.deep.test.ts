import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { extractFromPage } from '../../lib/extract/model/extract-from-page.ts';
import type { Extractor } from '../../lib/extract/model/extraction-outcome.ts';
import { makePdf } from '../../lib/fetch/make-pdf.fixture.ts';
import { disagreement, countPages } from '../../lib/frontier/count-pages.ts';
import type { Page } from '../../lib/frontier/page.ts';
import type { Job } from '../../lib/job/job.ts';
import { Outage } from '../../lib/outage.ts';
import { undisturbed } from '../harness/leaky-queues.ts';
import { startPipeline, startStores, type PipelineStores } from '../harness/pipeline.ts';
import { htmlPage, serveSite, type TestSite } from '../harness/serve-site.ts';
import { makeFault, faults } from '../harness/throw-at.ts';
import { fakeBrowserTier } from '../simulation/fake-browser-tier.ts';

const { during, throwing } = await vi.hoisted(async () => await import('../harness/throw-at.ts'));

vi.mock('../../lib/steps/fetch-pages/visit-page.ts', async (original) => during(await original()));
vi.mock('../../lib/steps/fetch-pages/end-page.ts', async (original) => during(await original()));
vi.mock('../../lib/fetch/sitemap/sitemap-children.ts', async (original) =>
  during(throwing(await original())),
);
vi.mock('../../lib/steps/protocol/finish-page.ts', async (original) => throwing(await original()));
vi.mock('../../lib/fetch/http/one-hop.ts', async (original) => throwing(await original()));
vi.mock('../../lib/fetch/tier/next-tier.ts', async (original) => throwing(await original()));
vi.mock('../../lib/fetch/http/content-type.ts', async (original) => throwing(await original()));
vi.mock('../../lib/fetch/http/decode.ts', async (original) => throwing(await original()));
vi.mock('../../lib/fetch/sitemap/feed.ts', async (original) => throwing(await original()));
vi.mock('../../lib/fetch/pdf/read-pdf.ts', async (original) => throwing(await original()));
vi.mock('../../lib/fetch/sitemap/sitemap.ts', async (original) => throwing(await original()));
vi.mock('../../lib/steps/fetch-pages/process-sitemap.ts', async (original) => throwing(await original()));
vi.mock('../../lib/content/read-page.ts', async (original) => throwing(await original()));
vi.mock('../../lib/content/read-content.ts', async (original) => throwing(await original()));
vi.mock('../../lib/envelope/block-page.ts', async (original) => throwing(await original()));
vi.mock('../../lib/envelope/page-directives.ts', async (original) => throwing(await original()));
vi.mock('../../lib/envelope/children.ts', async (original) => throwing(await original()));
vi.mock('../../lib/envelope/likely-links.ts', async (original) => throwing(await original()));
vi.mock('../../lib/store/frontier/find-latest.ts', async (original) => throwing(await original()));
vi.mock('../../lib/envelope/latest.ts', async (original) => throwing(await original()));
vi.mock('../../lib/steps/page-version/track-page.ts', async (original) => throwing(await original()));
vi.mock('../../lib/envelope/history.ts', async (original) => throwing(await original()));
vi.mock('../../lib/envelope/simhash.ts', async (original) => throwing(await original()));
vi.mock('../../lib/envelope/make-envelope.ts', async (original) => throwing(await original()));
vi.mock('../../lib/envelope/envelope-key.ts', async (original) => throwing(await original()));
vi.mock('../../lib/envelope/draft.ts', async (original) => throwing(await original()));
vi.mock('../../lib/steps/fetch-pages/keep/list-page.ts', async (original) => throwing(await original()));
vi.mock('../../lib/steps/page-version/process-unchanged.ts', async (original) => throwing(await original()));
vi.mock('../../lib/extract/candidates/page-facts.ts', async (original) => throwing(await original()));
vi.mock('../../lib/steps/page-version/store-extraction.ts', async (original) =>
  during(throwing(await original())),
);

let stores: PipelineStores;
let site: TestSite;

const innocent = ['/good-1', '/good-2', '/good-3', '/good-4'];
/** Makes every run's pages new ones. */
let round = 0;

const feed =
  '<rss version="2.0"><channel><title>Tides</title><item><title>Ebb</title></item></channel></rss>';
const longUrls = (): string =>
  Array.from({ length: 50 }, (_, index) => `${site.origin}/good-${index}?q=${'x'.repeat(1_900)}`)
    .map((url) => `<url><loc>${url}</loc></url>`)
    .join('');

const types: Readonly<Record<string, readonly [type: string, body: () => string | Uint8Array]>> = {
  pdf: ['application/pdf', () => makePdf([[['A paper about tides', 12]]])],
  rss: ['application/rss+xml', () => feed],
  xml: ['application/xml', () => `<urlset>${longUrls()}</urlset>`],
};

const urlsOf = (stages: readonly string[]): string[] =>
  stages.map((stage) =>
    stage.includes('.') ? `${site.origin}/bad-${stage}` : `${site.origin}/bad-${stage}.html`,
  );

beforeAll(async () => {
  [stores, site] = await Promise.all([
    startStores(),
    serveSite((path, response, request) => {
      const etag = `"${path}"`;
      if (path === '/robots.txt') return void response.writeHead(404).end();
      if (path.startsWith('/bad-processUnchanged') && request.headers['if-none-match'] === etag)
        return void response.writeHead(304).end();
      const [type, body] = types[/\.(\w+)$/.exec(path)?.[1] ?? ''] ?? ['text/html; charset=utf-8', null];
      response.writeHead(200, { 'content-type': type, ...(body === null ? { etag } : {}) });
      const text = `Round ${round} of the page ${path}, with enough words to be read as content by all that look.`;
      response.end(body?.() ?? htmlPage(`Page ${path}`, innocent, text));
    }),
  ]);
});
afterAll(async () => {
  await Promise.all([stores.stop(), site.close()]);
});
beforeEach(() => {
  faults.met.clear();
  faults.on = true;
  round += 1;
});

interface Run {
  readonly job: Job;
  readonly pages: readonly Page[];
  readonly visitsFailed: number;
  /** Messages that their step gave back. */
  readonly givenBack: number;
}

const answering: Extractor = extractFromPage({ choose: async () => await Promise.resolve(null) } as never);

/** Runs a job without any heartbeat, which would take up what a visit dropped. */
const run = async (kind: Job['kind'], body: object, source?: string): Promise<Run> => {
  let visitsFailed = 0;
  const pipeline = startPipeline(stores, {
    allow: [site.allow],
    hosts: { [site.host]: { delay: 0 } },
    disturbance: undisturbed,
    seed: 5,
    makeBrowserTier: fakeBrowserTier,
    answer: async (facts, ...rest) => {
      if (makeFault(facts.url) !== 'answer') return await answering(facts, ...rest);
      faults.met.add('answer');
      throw new TypeError('answer met what it did not expect');
    },
    log: (event) => void (visitsFailed += event === 'visit failed' ? 1 : 0),
  });
  const submitted = await pipeline.submit(kind, body, source);
  if (!submitted.ok) throw new Error(submitted.failure.message);
  const job = await pipeline.run(submitted.job.id, 300, { heartbeat: false });
  return { job, pages: await pipeline.pages(job.id), visitsFailed, givenBack: pipeline.countGivenBack() };
};

/** Each page ends with what was thrown for it, and no other page and no visit knows of that. */
const expectContained = (
  { job, pages, visitsFailed, givenBack }: Run,
  stages: readonly string[],
  codeOf: (stage: string) => string = () => 'CONTENT_UNREADABLE',
): void => {
  const named = stages.map((stage) => stage.split('.')[0]);
  expect([...faults.met].toSorted()).toEqual(named.toSorted());
  expect([visitsFailed, job.status]).toEqual([0, 'completed']);
  expect(disagreement(job, countPages([...pages]))).toBeNull();
  const ends = pages.map(({ url, state, code, message }) => {
    const stage = makeFault(url);
    if (stage === null) return [new URL(url).pathname, state];
    return [stage, state, code, message?.includes(`${stage} met what it did not expect`)];
  });
  const wanted = pages.map(({ url }) => {
    const stage = makeFault(url);
    return stage === null ? [new URL(url).pathname, 'done'] : [stage, 'failed', codeOf(stage), true];
  });
  expect(ends).toEqual(wanted);
  expect(givenBack).toBe(0);
};

const stages = [
  'refuseChallenge',
  'detectShell',
  'readFetched',
  'detectContentType',
  'readPage',
  'decodeText',
  'isFeed.rss',
  'readFeed.rss',
  'readPdf.pdf',
  'detectBlockPage',
  'readDirectives',
  'selectChildren',
  'sortLikelyFirst',
  'findLatest',
  'latestViewer',
  'detectChange',
  'trackPage',
  'computeSimhash',
  'makeEnvelope',
  'envelopeKey',
  'historyItems',
];

test.each(['http', 'browser'])(
  'what any stage throws is the end of its page, and of no other (tier %s)',
  async (tier) => {
    // Over HTTP the last version was read before the page was asked for, and is not read again.
    const met = stages.filter((stage) => tier === 'browser' || stage !== 'findLatest');
    const good = innocent.map((path) => `${site.origin}${path}`);
    const [first, ...others] = good;
    const ran = await run('batch', {
      urls: [first, ...urlsOf(met), ...others],
      ...(tier === 'browser' ? { waitFor: 1 } : {}),
    });
    expectContained(ran, met);
    expect(new Set(ran.pages.filter(({ state }) => state === 'done').map((page) => page.tier))).toEqual(
      new Set([tier]),
    );
  },
);

test('a request that makes our own code throw is tried again as any other, and ends its page alone', async () => {
  const ran = await run('batch', { urls: [...urlsOf(['oneHop']), `${site.origin}/good-1`] });
  expectContained(ran, ['oneHop'], () => 'INTERNAL');
});

test.each(['processSitemap', 'readSitemap', 'sitemapChildren', 'pagesOfPortion'])(
  'what %s throws is the end of its sitemap, or portion, and of no page',
  async (stage) => {
    const robots = await serveSite((path, response) => {
      if (path === '/robots.txt') return void response.end(`Sitemap: ${robots.origin}/bad-${stage}.xml`);
      const isMap = path.endsWith('.xml');
      response.writeHead(200, { 'content-type': isMap ? 'application/xml' : 'text/html' });
      const urls = longUrls().replaceAll(site.origin, robots.origin);
      response.end(isMap ? `<urlset>${urls}</urlset>` : htmlPage(path, innocent));
    });
    try {
      const pipeline = startPipeline(stores, {
        allow: [robots.allow],
        hosts: { [robots.host]: { delay: 0 } },
        disturbance: undisturbed,
        seed: 7,
      });
      const submitted = await pipeline.submit('crawl', { url: `${robots.origin}/`, limit: 60 });
      if (!submitted.ok) throw new Error(submitted.failure.message);
      const job = await pipeline.run(submitted.job.id, 300, { heartbeat: false });
      const pages = await pipeline.pages(job.id);
      expect([...faults.met]).toEqual([stage]);
      expect(job.status).toBe('completed');
      const failed = pages.filter(({ state }) => state === 'failed');
      expect(new Set(failed.map(({ code, hash }) => [code, hash.endsWith('s')].join()))).toEqual(
        new Set(['CONTENT_UNREADABLE,true']),
      );
      expect(job.done).toBeGreaterThan(innocent.length);
    } finally {
      await robots.close();
    }
  },
);

test('what is thrown of a page that is as it was is the end of that page', async () => {
  const urls = [...urlsOf(['processUnchanged']), `${site.origin}/good-1`];
  faults.on = false;
  await run('batch', { urls }, 'again');
  faults.on = true;
  expectContained(await run('batch', { urls }, 'again'), ['processUnchanged']);
});

test('what is thrown while a page is staged for extraction is the end of that page', async () => {
  const own = ['collectPageFacts', 'draftKey'];
  const urls = [...urlsOf(own), `${site.origin}/good-1`];
  const schema = { type: 'object', properties: { title: { type: 'string' } } };
  const ran = await run('extract', { urls, schema });
  expect([...faults.met].toSorted()).toEqual(own.toSorted());
  const bad = ran.pages.filter(({ url }) => makeFault(url) !== null);
  expect(bad.map(({ code }) => code)).toEqual(own.map(() => 'CONTENT_UNREADABLE'));
  expect([ran.visitsFailed, ran.givenBack]).toEqual([0, 0]);
});

test('what is thrown while a page is extracted from is the end of that page', async () => {
  const own = ['storeExtraction', 'readFetchedPage', 'answer'];
  const urls = [...urlsOf(own), `${site.origin}/good-1`];
  const ran = await run('extract', { urls, fields: [{ name: 'title', type: 'string' }] });
  expect([...faults.met].toSorted()).toEqual(own.toSorted());
  const bad = ran.pages.filter(({ url }) => makeFault(url) !== null);
  expect(bad.map(({ code }) => code)).toEqual(own.map(() => 'EXTRACT_FAILED'));
  expect(ran.givenBack).toBe(0);
});

test('an outage of a store while pages are staged ends none of them', async () => {
  let calls = 0;
  const { client } = stores.envelopes;
  const failing = Object.create(client) as typeof client;
  failing.send = async (command: never) => {
    calls += 1;
    if (calls <= 3) throw new Outage('the bucket did not answer');
    return await client.send(command);
  };
  const pipeline = startPipeline(
    { ...stores, envelopes: { ...stores.envelopes, client: failing } },
    { allow: [site.allow], hosts: { [site.host]: { delay: 0 } }, disturbance: undisturbed, seed: 6 },
  );
  const submitted = await pipeline.submit('batch', { urls: innocent.map((path) => `${site.origin}${path}`) });
  if (!submitted.ok) throw new Error(submitted.failure.message);
  const job = await pipeline.run(submitted.job.id);
  expect([calls > 3, job.done, job.failed]).toEqual([true, innocent.length, 0]);
  expect(pipeline.countGivenBack()).toBeGreaterThan(0);
});
