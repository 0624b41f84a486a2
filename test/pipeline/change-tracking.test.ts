import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Document } from '../../lib/deliver/results/document.ts';
import { readErrors } from '../../lib/steps/api/read-errors.ts';
import { readStatus } from '../../lib/steps/read-results/read-status.ts';
import { makeScrapeResponse } from '../../lib/steps/api/scrape-response.ts';
import { isContentPage, type Tracked } from '../../lib/frontier/page.ts';
import type { Job } from '../../lib/job/job.ts';
import { envelopeSchema, type Envelope } from '../../lib/envelope/envelope.ts';
import { readChangeTracking, type TrackedChange } from '../../lib/steps/read-results/change-tracking.ts';
import { putObject } from '../../lib/store/objects.ts';
import { makeTestEnvelope } from '../corpus/envelope.ts';
import { undisturbed } from '../harness/leaky-queues.ts';
import { startPipeline, startStores, type PipelineStores } from '../harness/pipeline.ts';
import { serveSite, type TestSite } from '../harness/serve-site.ts';

let stores: PipelineStores;
let site: TestSite;
/** What the site's pages say now; one that is not here is gone. */
const prices = new Map<string, number>();
const etags = new Map<string, string>();
let pipeline: ReturnType<typeof startPipeline>;

const shop = (path: string, price: number): string =>
  `<!doctype html><html lang="en"><head><title>Shop</title></head><body><main><h1>Shop ${path}</h1>
<p>A chair for every day, made to last for longer than its owner, and a table to go with it.</p>
<p>Price: ${price} EUR</p><p>Designer: Ada Berg</p></main></body></html>`;

beforeAll(async () => {
  [stores, site] = await Promise.all([
    startStores(),
    serveSite((path, response, request) => {
      const price = prices.get(path);
      if (price === undefined) return void response.writeHead(path === '/robots.txt' ? 404 : 410).end('gone');
      const etag = etags.get(path);
      const headers = { 'content-type': 'text/html', ...(etag === undefined ? {} : { etag }) };
      if (etag !== undefined && request.headers['if-none-match'] === etag)
        return void response.writeHead(304, headers).end();
      response.writeHead(200, headers).end(shop(path, price));
    }),
  ]);
});
afterAll(async () => {
  await Promise.all([stores.stop(), site.close()]);
});
beforeEach(() => {
  prices.clear();
  etags.clear();
  const hosts = { [site.host]: { delay: 0 } };
  pipeline = startPipeline(stores, { allow: [site.allow], hosts, disturbance: undisturbed, seed: 1 });
});

const tracking = (more: Record<string, unknown> = {}): Record<string, unknown> => ({
  type: 'changeTracking',
  modes: ['git-diff'],
  ...more,
});

const run = async (kind: Job['kind'], body: Record<string, unknown>): Promise<Job> => {
  const submitted = await pipeline.submit(kind, body);
  if (!submitted.ok) throw new Error(submitted.failure.message);
  return await pipeline.run(submitted.job.id);
};

const read = async (job: Job): Promise<Document> => {
  const [page] = await pipeline.pages(job.id);
  if (page === undefined) throw new Error('the job has no page');
  const answer = await makeScrapeResponse(stores.envelopes, page, job.request.scrape);
  if (!answer.ok) throw new Error(answer.failure.message);
  return answer.document;
};

const scrape = async (
  path: string,
  formats: readonly unknown[],
): Promise<{ job: Job; document: Document }> => {
  const job = await run('scrape', { url: `${site.origin}${path}`, formats });
  return { job, document: await read(job) };
};

test('a page is new, then the same, then changed by just its lines, whatever job saw it before', async () => {
  prices.set('/a', 10);
  const first = await scrape('/a', ['markdown', 'changeTracking']);
  expect(first.document.changeTracking).toEqual({
    previousScrapeAt: null,
    changeStatus: 'new',
    visibility: 'visible',
  });
  const second = await run('batch', { urls: [`${site.origin}/a`], formats: ['markdown', tracking()] });
  const unchanged = await read(second);
  expect(unchanged.changeTracking).toEqual({
    previousScrapeAt: expect.stringMatching(/^\d{4}-.*Z$/),
    changeStatus: 'same',
    visibility: 'visible',
  });
  prices.set('/a', 12);
  const third = await scrape('/a', ['links', 'markdown', tracking()]);
  expect(third.document.changeTracking).toMatchObject({ changeStatus: 'changed' });
  expect(third.document.changeTracking?.diff?.text).toMatch(
    /^@@ -2,6 \+2,6 @@\n \n A chair [^\n]*\n \n-Price: 10 EUR\n\+Price: 12 EUR\n \n Designer: Ada Berg\n$/,
  );
  const changes = third.document.changeTracking?.diff?.json.files[0]?.chunks[0]?.changes;
  expect(changes?.filter(({ type }) => type !== 'normal')).toEqual([
    { type: 'del', del: true, ln: 5, content: '-Price: 10 EUR' },
    { type: 'add', add: true, ln: 5, content: '+Price: 12 EUR' },
  ]);
});

test('what a job found stays what it found, however often it is read and whatever is seen later', async () => {
  const body = {
    urls: ['/b', '/c'].map((path) => `${site.origin}${path}`),
    formats: ['markdown', tracking()],
  };
  prices.set('/b', 1).set('/c', 1);
  await run('batch', body);
  prices.set('/b', 2);
  const job = await run('batch', body);
  const status = async (): Promise<readonly Document[]> =>
    (await readStatus(stores, job, { skip: 0, count: 10 })).data;
  const before = await status();
  expect(before.map(({ changeTracking }) => changeTracking?.changeStatus)).toEqual(['changed', 'same']);
  expect(before[0]?.changeTracking?.diff?.text).toContain('\n-Price: 1 EUR\n+Price: 2 EUR\n');
  prices.set('/b', 3).set('/c', 3);
  await run('batch', body);
  expect(await status()).toEqual(before);
});

test('a page of which the host says that it is not modified is the same', async () => {
  prices.set('/d', 1);
  etags.set('/d', '"1"');
  await scrape('/d', ['markdown', tracking()]);
  const again = await scrape('/d', ['markdown', tracking()]);
  expect((await pipeline.pages(again.job.id))[0]?.status).toBe(304);
  expect(again.document.changeTracking).toMatchObject({ changeStatus: 'same' });
  expect(again.document.changeTracking?.diff).toBeUndefined();
});

test('a page that changes back while another request looks is compared with what was tracked last', async () => {
  prices.set('/e', 1);
  etags.set('/e', '"1"');
  await scrape('/e', ['markdown', tracking()]);
  prices.set('/e', 2);
  etags.set('/e', '"2"');
  await scrape('/e', ['markdown', 'links', tracking()]);
  prices.set('/e', 1);
  etags.set('/e', '"1"');
  await scrape('/e', ['markdown']);
  const back = await scrape('/e', ['markdown', tracking()]);
  expect((await pipeline.pages(back.job.id))[0]?.status).toBe(304);
  expect(back.document.changeTracking?.diff?.text).toContain('\n-Price: 2 EUR\n+Price: 1 EUR\n');
});

test('tags keep histories apart; without one, a page that was only read before is no new one', async () => {
  prices.set('/f', 1);
  await scrape('/f', ['markdown']);
  prices.set('/f', 2);
  const plain = await scrape('/f', ['markdown', tracking()]);
  expect(plain.document.changeTracking?.diff?.text).toContain('\n-Price: 1 EUR\n+Price: 2 EUR\n');
  const tagged = await scrape('/f', ['markdown', tracking({ tag: 'weekly' })]);
  expect(tagged.document.changeTracking?.changeStatus).toBe('new');
  prices.set('/f', 3);
  const later = await scrape('/f', ['markdown', tracking({ tag: 'weekly' })]);
  expect(later.document.changeTracking?.diff?.text).toContain('\n-Price: 2 EUR\n+Price: 3 EUR\n');
});

test('a page that is gone was removed, also in the errors of a job; one that comes back is new', async () => {
  prices.set('/g', 1);
  await scrape('/g', ['markdown', tracking()]);
  prices.delete('/g');
  const gone = await scrape('/g', ['markdown', tracking()]);
  expect(gone.document.metadata['statusCode']).toBe(410);
  expect(gone.document.changeTracking).toEqual({
    previousScrapeAt: expect.any(String),
    changeStatus: 'removed',
    visibility: 'visible',
  });
  const batch = await run('batch', { urls: [`${site.origin}/g`], formats: ['markdown', tracking()] });
  const { errors } = await readErrors(stores, batch, 0);
  expect(errors).toMatchObject([{ code: 'HTTP_GONE', changeTracking: { changeStatus: 'removed' } }]);
  prices.set('/g', 1);
  const back = await scrape('/g', ['markdown', tracking()]);
  expect(back.document.changeTracking).toMatchObject({
    changeStatus: 'new',
    previousScrapeAt: expect.any(String),
  });
  const never = await scrape('/never', ['markdown', tracking()]);
  expect(never.document.changeTracking).toMatchObject({ previousScrapeAt: null, changeStatus: 'removed' });
});

test('a version that may expire before the results do is not compared with, and that is said', async () => {
  prices.set('/h', 1);
  await scrape('/h', ['markdown', tracking()]);
  pipeline.skip(81 * 24 * 60 * 60 * 1_000);
  prices.set('/h', 2);
  const late = await scrape('/h', ['markdown', tracking()]);
  expect(late.document.changeTracking?.changeStatus).toBe('changed');
  expect(late.document.changeTracking?.diff).toBeUndefined();
  expect(late.document.warning).toMatch(/may expire before these results do/);
});

test('tracking changes writes no envelope of what is unchanged, and leaves versions of other requests alone', async () => {
  prices.set('/i', 1);
  const plain = await scrape('/i', ['markdown']);
  const tracked = await scrape('/i', ['markdown', tracking({ tag: 'x' })]);
  const one = (await pipeline.pages(plain.job.id)).find(isContentPage);
  const other = (await pipeline.pages(tracked.job.id)).find(isContentPage);
  expect(other?.envelopeKey).toBe(one?.envelopeKey);
  expect(other?.changeType).toBe('unchanged');
});

describe('why no fields are compared', () => {
  const seen = { url: 'https://a.example/', at: 1, markdown: 'Text' };
  const tracked: Tracked & { readonly key: string } = {
    status: 'changed',
    at: 1,
    key: 'before.json',
    modes: ['json'],
  };
  const extraction = { order: 'all', value: null, answers: {}, open: [], fields: 0, free: 0, model: null };
  const usage = { calls: 0, inputTokens: 0, outputTokens: 0, dollars: 0 };
  const asked = (order: string, price: number, compared?: { readonly key: string }) => ({
    ...extraction,
    usage,
    changes: {
      order,
      value: { price },
      ...(compared && { compared: { ...compared, previous: { price: 7 }, current: { price } } }),
    },
  });
  const unable = { ...extraction, usage, lacking: ['changes'] };
  const without = { ...extraction, usage };

  /** Reads what is told of two versions with these extractions. */
  const tell = async (before: object | null, now: object | null): Promise<TrackedChange> => {
    const of = (found: object | null): Envelope =>
      envelopeSchema.parse({ ...makeTestEnvelope(seen), ...(found === null ? {} : { extraction: found }) });
    await putObject(stores.envelopes, tracked.key, JSON.stringify(of(before)), 'application/json');
    return await readChangeTracking(stores.envelopes, tracked, of(now));
  };

  test.each([
    [
      'this version could not answer',
      asked('a', 1),
      unable,
      'The fields of this version could not be extracted',
    ],
    ['neither could answer', unable, unable, 'The fields of this version could not be extracted'],
    ['this version was asked nothing', asked('a', 1), null, 'No fields were extracted from this version'],
    [
      'this version was asked for other things',
      asked('a', 1),
      without,
      'No fields were extracted from this version',
    ],
    [
      'the version before could not',
      unable,
      asked('a', 2),
      'The fields of the version before could not be extracted',
    ],
    [
      'the version before was asked nothing',
      null,
      asked('a', 2),
      'No fields were extracted from the version before',
    ],
    [
      'both were asked, each something else',
      asked('b', 1),
      asked('a', 2),
      'The version before was asked for other',
    ],
    [
      'this version was compared with another one',
      null,
      asked('a', 2, { key: 'other.json' }),
      'No fields were extracted from the version before',
    ],
  ])('%s', async (_case, before, now, words) => {
    const told = await tell(before, now);
    expect(told.warning).toContain(words);
    expect(told.warning).toMatch(/, so none are compared$/);
    expect(told.changeTracking).toEqual({
      previousScrapeAt: expect.any(String),
      changeStatus: 'changed',
      visibility: 'visible',
    });
  });

  test('nothing is told where both answered the same question, or were asked it together', async () => {
    const json = (previous: number) => ({ price: { previous, current: 2 } });
    const same = await tell(asked('a', 1), asked('a', 2));
    expect([same.warning, same.changeTracking.json]).toEqual([undefined, json(1)]);
    const together = await tell(null, asked('a', 2, { key: tracked.key }));
    expect([together.warning, together.changeTracking.json]).toEqual([undefined, json(7)]);
  });

  test('a version that is gone is told as gone', async () => {
    const gone = { ...tracked, key: 'never-written.json' };
    const told = await readChangeTracking(
      stores.envelopes,
      gone,
      envelopeSchema.parse(makeTestEnvelope(seen)),
    );
    expect(told.warning).toContain('is no longer kept');
  });
});
