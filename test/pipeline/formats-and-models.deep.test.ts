import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { envelopeSchema, type Envelope } from '../../lib/envelope/envelope.ts';
import { extractFormats } from '../../lib/extract/model/extract-formats.ts';
import type { Extractor } from '../../lib/extract/model/extraction-outcome.ts';
import type { Models } from '../../lib/extract/model/extract-from-page.ts';
import { noModelUsage, type ModelUsage } from '../../lib/extract/model/page-extraction.ts';
import { failure } from '../../lib/failure.ts';
import { Outage } from '../../lib/outage.ts';
import { isContentPage } from '../../lib/frontier/page.ts';
import type { Job } from '../../lib/job/job.ts';
import { getJobItem } from '../../lib/store/jobs/get-job.ts';
import { getObject } from '../../lib/store/objects.ts';
import { limits } from '../../lib/limits/limits.ts';
import { scrapeResults } from '../../lib/steps/api/scrape-results.ts';
import { makeScrapeResponse } from '../../lib/steps/api/scrape-response.ts';
import { undisturbed } from '../harness/leaky-queues.ts';
import { startPipeline, startStores, type PipelineStores } from '../harness/pipeline.ts';
import { treeSite, type TestSite } from '../harness/serve-site.ts';
import { testChoice } from '../harness/test-choice.ts';

const size = 3;
let stores: PipelineStores;
let site: TestSite;
beforeAll(async () => {
  [stores, site] = await Promise.all([startStores(), treeSite(size)]);
});
afterAll(async () => {
  await Promise.all([stores.stop(), site.close()]);
});

const usage: ModelUsage = { calls: 1, inputTokens: 50, outputTokens: 10, dollars: 0.001 };
const refusing: Models = {
  choose: async () => await Promise.resolve({ kind: 'chosen', choice: testChoice }),
  ask: async () =>
    await Promise.resolve({ kind: 'failed', failure: failure('LLM_REFUSED', 'Cannot: it declines'), usage }),
};

/** Crawls the site and answers with the job, and the envelopes of its pages. */
const crawl = async (
  answer: Extractor,
  formats: readonly unknown[],
): Promise<{ readonly job: Job; readonly envelopes: readonly Envelope[] }> => {
  const pipeline = startPipeline(stores, {
    allow: [site.allow],
    hosts: { [site.host]: { delay: 0 } },
    disturbance: undisturbed,
    seed: 5,
    answer,
  });
  const submitted = await pipeline.submit('crawl', {
    url: `${site.origin}/`,
    maxDiscoveryDepth: 10,
    scrapeOptions: { formats },
  });
  if (!submitted.ok) throw new Error(submitted.failure.message);
  const job = await pipeline.run(submitted.job.id);
  const pages = (await pipeline.pages(job.id)).filter(isContentPage);
  const texts = pages.map(async ({ envelopeKey }) =>
    envelopeKey === undefined ? null : await getObject(stores.envelopes, envelopeKey),
  );
  const found = (await Promise.all(texts)).flatMap((text) => (text === null ? [] : [text]));
  return { job, envelopes: found.map((text) => envelopeSchema.parse(JSON.parse(text))) };
};

const mood = (more: object = {}) => ({
  type: 'json',
  schema: { type: 'object', properties: { mood: { type: 'string' } }, required: ['mood'] },
  ...more,
});

test.each<[string, Extractor, object, string]>([
  ['refuses', extractFormats(refusing), {}, 'LLM_REFUSED'],
  ['refuses, with strict,', extractFormats(refusing), { strict: true }, 'LLM_REFUSED'],
  [
    'answers what the schema does not allow',
    async () =>
      await Promise.resolve({
        kind: 'failed',
        failure: failure('EXTRACT_SCHEMA_MISMATCH', 'What it answers is not what the schema allows'),
        usage,
      }),
    { strict: true, prompt: 'at fault' },
    'EXTRACT_SCHEMA_MISMATCH',
  ],
  [
    'meets a mistake of ours',
    async (_facts, _order, { spent }) => {
      spent?.(usage, false);
      return await Promise.reject(new RangeError('too deep'));
    },
    { prompt: 'mistaken' },
    'EXTRACT_FAILED',
  ],
  [
    'cannot be asked any more',
    async () =>
      await Promise.resolve({
        kind: 'failed',
        failure: failure('LLM_UNAVAILABLE', 'The page waited as long as it may'),
        usage: noModelUsage,
      }),
    { prompt: 'gone' },
    'LLM_UNAVAILABLE',
  ],
])(
  'pages of which markdown is wanted, too, are delivered whatever the model does: it %s',
  async (_, answer, more, code) => {
    const { job, envelopes } = await crawl(answer, ['markdown', mood(more)]);
    expect(job).toMatchObject({ status: 'completed', done: size, failed: 0 });
    expect(envelopes).toHaveLength(size);
    for (const { content, extraction } of envelopes) {
      expect(content.body).toMatch(/Page \d/);
      expect(extraction?.warnings.join(' ')).toContain(code);
      expect(extraction?.lacking).toEqual(['json']);
    }
    const isPaid = code !== 'LLM_UNAVAILABLE';
    expect(job.modelCalls ?? 0).toBe(isPaid ? size : 0);
  },
);

test('a scrape has its other formats while its connection is held, although the model never answers', async () => {
  const answeredBy: number[] = [];
  const pipeline = startPipeline(stores, {
    allow: [site.allow],
    hosts: { [site.host]: { delay: 0 } },
    disturbance: undisturbed,
    seed: 6,
    answer: extractFormats({
      ...refusing,
      ask: async ({ until = Number.POSITIVE_INFINITY }) => {
        answeredBy.push(until);
        pipeline.skip(Math.max(0, until - pipeline.now()));
        return await Promise.resolve({
          kind: 'failed',
          failure: failure('LLM_TIMEOUT', 'Cannot get an answer: the model took too long'),
          usage,
        });
      },
    }),
  });
  for (const [timeout, heldMs] of [
    [undefined, limits.scrapeWaitMs],
    [120_000, limits.scrapeWaitMs],
    [10_000, 10_000],
  ] as const) {
    const submitted = await pipeline.submit('scrape', {
      url: `${site.origin}/`,
      formats: ['markdown', mood({ prompt: `within ${timeout}` })],
      ...(timeout === undefined ? {} : { timeout }),
    });
    if (!submitted.ok) throw new Error(submitted.failure.message);
    const job = await pipeline.run(submitted.job.id);
    const page = (await pipeline.pages(job.id)).find(isContentPage);
    const response =
      page === undefined
        ? null
        : await makeScrapeResponse(stores.envelopes, page, { formats: ['markdown', 'json'] });
    if (response?.ok !== true) throw new Error(JSON.stringify(response?.failure));
    expect(response.document.markdown).toMatch(/Page \d/);
    expect(response.document.warning).toMatch(/Open: mood\. LLM_TIMEOUT/);
    expect(answeredBy).toHaveLength(1);
    expect(answeredBy.pop()).toBeLessThan(job.createdAt + heldMs);
  }
});

test('calls that brought nothing are told although a store was out before their page ended', async () => {
  const seen = new Set<string>();
  const { job } = await crawl(
    async (facts, _order, { spent }) => {
      spent?.(usage, false);
      // What is kept is told by whoever reads it again.
      spent?.(usage, true);
      if (seen.has(facts.url))
        return { kind: 'failed', failure: failure('LLM_REFUSED', 'Cannot: it declines'), usage };
      seen.add(facts.url);
      return await Promise.reject(new Outage('the table was out'));
    },
    ['markdown', mood({ prompt: 'after an outage' })],
  );
  expect(job).toMatchObject({ status: 'completed', done: size, modelCalls: 2 * size });
});

test('pages of which nothing else is wanted fail with the code of the model', async () => {
  const { job } = await crawl(extractFormats(refusing), [mood({ prompt: 'alone' })]);
  expect(job).toMatchObject({ done: 0, failed: size, modelCalls: size });
});

test('pages that a search scrapes come in its connection although their model hangs, and say what is open', async () => {
  const hung = failure('LLM_TIMEOUT', 'Cannot get an answer: the model took too long');
  const heldMs = 20_000;
  const times: number[] = [];
  const pipeline = startPipeline(stores, {
    allow: [site.allow],
    hosts: { [site.host]: { delay: 0 } },
    disturbance: undisturbed,
    seed: 6,
    answer: async (_facts, _order, { until, mayWait }) => {
      times.push(until - startedAt);
      pipeline.skip(until - pipeline.now());
      await Promise.resolve();
      return mayWait?.(0, hung) === true
        ? { kind: 'deferred', until: 0, failure: hung, usage: noModelUsage }
        : { kind: 'failed', failure: hung, usage: noModelUsage };
    },
  });
  const startedAt = pipeline.now();
  const submitting = {
    ...pipeline.submitting,
    envelopes: stores.envelopes,
    // Whoever waits looks again when the page has ended.
    sleep: async (): Promise<void> => {
      const [delivery] = pipeline.deliveries;
      if (delivery !== undefined) await pipeline.run((JSON.parse(delivery.body) as { job: string }).job);
    },
  };
  const scraped = await scrapeResults(submitting, {
    urls: [`${site.origin}/`],
    options: { formats: ['markdown', { type: 'json', prompt: 'the mood of it' }] },
    dialect: 'v2',
    team: 'default',
    keyId: 'key',
    deadline: startedAt + heldMs,
  });
  if (!scraped.ok) throw new Error(scraped.failure.message);
  const [document] = [...scraped.documents.values()];
  expect(document).toMatchObject({ markdown: expect.stringContaining('Page 0') as string });
  expect(JSON.stringify(document)).toContain('LLM_TIMEOUT');
  expect(scraped.warnings.join()).not.toContain('not there in time');
  // Once, and so early that the answer still comes in the connection.
  expect(times).toHaveLength(1);
  expect(times[0]).toBeLessThan(heldMs);
});

test('a job says of a page that a slow model is at it for long, and goes on saying so until it is over', async () => {
  const told: { readonly code: string; readonly message: string; readonly until: number }[] = [];
  let id = '';
  const pipeline = startPipeline(stores, {
    allow: [site.allow],
    hosts: { [site.host]: { delay: 0 } },
    disturbance: undisturbed,
    seed: 7,
    answer: async (_facts, _order, { spent }) => {
      spent?.(usage, false);
      for (let times = 0; times < 4; times += 1) {
        const before = told.at(-1)?.until ?? 0;
        pipeline.skip(limits.answeringNoteMs);
        vi.advanceTimersByTime(limits.answeringNoteMs);
        const waiting = async () => (await getJobItem(stores.table, id))?.waiting;
        await expect.poll(async () => (await waiting())?.until ?? 0).toBeGreaterThan(before);
        const noted = await waiting();
        if (noted !== undefined) told.push(noted);
      }
      return { kind: 'failed', failure: failure('LLM_REFUSED', 'No.'), usage };
    },
  });
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  try {
    const body = { urls: [`${site.origin}/`], prompt: 'the mood of it' };
    const submitted = await pipeline.submit('extract', body);
    if (!submitted.ok) throw new Error(submitted.failure.message);
    ({ id } = submitted.job);
    await pipeline.run(id);
    // Nothing is told of a page that is over.
    expect(vi.getTimerCount()).toBe(0);
  } finally {
    vi.useRealTimers();
  }
  expect(told.map(({ code }) => code)).toEqual(Array.from({ length: 4 }, () => 'LLM_TIMEOUT'));
  for (const { message } of told)
    expect(message).toMatch(/slow: .* is asked about for \d+ s \(calls that are over: 1\)$/);
});
