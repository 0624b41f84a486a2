import { afterAll, beforeAll, expect, test } from 'vitest';
import { getJob } from '../../lib/store/jobs/get-job.ts';
import { readStatus } from '../../lib/steps/read-results/read-status.ts';
import { undisturbed } from '../harness/leaky-queues.ts';
import { startPipeline, startStores, type PipelineStores } from '../harness/pipeline.ts';
import { htmlPage, serveSite, type TestSite } from '../harness/serve-site.ts';

let stores: PipelineStores;
let site: TestSite;

beforeAll(async () => {
  stores = await startStores();
  site = await serveSite((path, response, _request) => {
    if (path === '/robots.txt') return void response.end('User-agent: *\nDisallow: /private\n');
    if (path === '/hub') {
      response.writeHead(200, { 'content-type': 'text/html' });
      return void response.end(htmlPage('Hub', ['/hub/missing']));
    }
    response.writeHead(404, { 'content-type': 'text/html' });
    return void response.end('<title>Nothing here</title>');
  });
});
afterAll(async () => {
  await site.close();
  await stores.stop();
});

const crawl = async (url: string, allow: readonly string[], kind = 'crawl') => {
  const pipeline = startPipeline(stores, {
    allow,
    hosts: { [site.host]: { delay: 0 } },
    disturbance: undisturbed,
    seed: 7,
  });
  const body = kind === 'crawl' ? { url, sitemap: 'skip' } : { urls: [url] };
  const submitted = await pipeline.submit(kind === 'crawl' ? 'crawl' : 'batch', body);
  if (!submitted.ok) throw new Error(submitted.failure.message);
  await pipeline.run(submitted.job.id);
  const job = await getJob(stores.table, submitted.job.id);
  if (job === null) throw new Error('The job is gone');
  return await readStatus(stores, job, { skip: 0, count: 10 });
};

test.each([
  ['is missing', '/gone', true, 'HTTP_NOT_FOUND', /404/],
  ['is forbidden by robots.txt', '/private', true, 'ROBOTS_DISALLOWED', /robots\.txt/],
  ['stands at an address that is not allowed', '/', false, 'ADDRESS_NOT_ALLOWED', /--allow/],
])(
  'a crawl whose start URL %s fails, with the reason of that page',
  async (_, path, allowed, code, reason) => {
    const status = await crawl(`${site.origin}${path}`, allowed ? [site.allow] : []);
    expect(status.status).toBe('failed');
    expect(status.error).toContain(code);
    expect(status.error).toMatch(reason);
    expect(status.counts).toMatchObject({ admitted: 1, finished: 1, done: 0, abandoned: 0 });
  },
);

test('a crawl that delivered its start URL is completed, whatever became of the others', async () => {
  const status = await crawl(`${site.origin}/hub`, [site.allow]);
  expect(status.status).toBe('completed');
  expect(status.counts).toMatchObject({ done: 1, failed: 1 });
  expect(status.error).toBeUndefined();
});

test('a batch is completed even where none of its URLs was', async () => {
  expect((await crawl(`${site.origin}/gone`, [site.allow], 'batch')).status).toBe('completed');
});

test('what forbids pages is told in one sentence, with their number', async () => {
  const status = await crawl(`${site.origin}/private`, [site.allow], 'batch');
  expect(status.warning).toBe(
    '1 page was not fetched because robots.txt or a rule of this deployment forbids it; its errors say which',
  );
});
