import { afterAll, beforeAll, expect, test } from 'vitest';
import { undisturbed } from '../../../test/harness/leaky-queues.ts';
import { startPipeline, startStores, type PipelineStores } from '../../../test/harness/pipeline.ts';
import { htmlPage, serveSite, type TestSite } from '../../../test/harness/serve-site.ts';

let stores: PipelineStores;
let site: TestSite;
const asked: string[] = [];

const things = ['/things/chair', '/things/table'];
const gone = Array.from({ length: 6 }, (_, index) => `/things/gone-${index}`);
const moved = Array.from({ length: 3 }, (_, index) => `/old/${index}`);

/** A shop that answers with success for what it has not, in words of its own, and sends old addresses home. */
beforeAll(async () => {
  [stores, site] = await Promise.all([
    startStores(),
    serveSite((path, response) => {
      asked.push(path);
      if (path === '/robots.txt') return void response.writeHead(404).end();
      if (path.startsWith('/old/')) return void response.writeHead(302, { location: '/' }).end();
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
      if (path === '/') return void response.end(htmlPage('Shop', [...things, ...gone, ...moved]));
      if (things.includes(path))
        return void response.end(
          htmlPage('Shop', [], `Sorry, we have only one ${path.slice(8)} of oak left.`),
        );
      response.end(htmlPage('Shop', [], `What was asked for as ${path} is missing from our shelves, alas.`));
    }),
  ]);
});
afterAll(async () => {
  await Promise.all([stores.stop(), site.close()]);
});

test('pages that say what their host says where nothing is are not kept; it is asked once', async () => {
  const pipeline = startPipeline(stores, {
    allow: [site.allow],
    hosts: { [site.host]: { delay: 0 } },
    disturbance: undisturbed,
    seed: 5,
  });
  const submitted = await pipeline.submit('crawl', { url: `${site.origin}/`, limit: 100, sitemap: 'skip' });
  if (!submitted.ok) throw new Error(submitted.failure.message);
  const job = await pipeline.run(submitted.job.id);
  const pages = await pipeline.pages(job.id);
  const codes = new Map(pages.map((page) => [new URL(page.url).pathname, page.code ?? page.state]));
  for (const path of ['/', ...things]) expect(codes.get(path), path).toBe('done');
  for (const path of [...gone, ...moved]) expect(codes.get(path), path).toBe('SOFT_NOT_FOUND');
  const unknown = asked.filter((path) => /^\/[0-9a-f]{16}$/.test(path));
  expect(unknown).toHaveLength(1);
});

test('how one crawl reads pages decides nothing for others of the same host', async () => {
  const shop = await serveSite((path, response) => {
    if (path === '/robots.txt') return void response.writeHead(404).end();
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
    if (path === '/') return void response.end(htmlPage('Shop', gone));
    response.end(
      `<title>Shop</title><main><h1>Sorry</h1><p>What was asked for as ${path} is missing from our shelves.</p>` +
        '<p class="hint">Our other shelves have more, and it may be back.</p></main><p>Call the shop.</p>',
    );
  });
  const pipeline = startPipeline(stores, {
    allow: [shop.allow],
    hosts: { [shop.host]: { delay: 0 } },
    disturbance: undisturbed,
    seed: 6,
  });
  const codesOf = async (scrapeOptions: object): Promise<string[]> => {
    const body = { url: `${shop.origin}/`, limit: 100, sitemap: 'skip', scrapeOptions };
    const submitted = await pipeline.submit('crawl', body);
    if (!submitted.ok) throw new Error(submitted.failure.message);
    const pages = await pipeline.pages((await pipeline.run(submitted.job.id)).id);
    return pages
      .filter((page) => gone.includes(new URL(page.url).pathname))
      .map((page) => page.code ?? page.state);
  };
  const allGone = gone.map(() => 'SOFT_NOT_FOUND');
  try {
    for (const options of [
      { includeTags: ['h1', 'a'] },
      {},
      { excludeTags: ['.hint'] },
      { onlyMainContent: false },
    ])
      expect(await codesOf(options), JSON.stringify(options)).toEqual(allGone);
  } finally {
    await shop.close();
  }
});
