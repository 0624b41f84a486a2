import { afterAll, beforeAll, expect, test } from 'vitest';
import { readStatus } from '../../lib/steps/read-results/read-status.ts';
import { disagreement, countPages } from '../../lib/frontier/count-pages.ts';
import { undisturbed } from '../harness/leaky-queues.ts';
import { startPipeline, startStores, type PipelineStores } from '../harness/pipeline.ts';
import { htmlPage, serveSite, type TestSite } from '../harness/serve-site.ts';

let stores: PipelineStores;
let site: TestSite;
const products = 60;
const lists = 40;

/**
 * A shop of real pages, a list that reads alike on each of its pages, a maze whose pages all say the same, and a page
 * that stands under every spelling.
 */
beforeAll(async () => {
  [stores, site] = await Promise.all([
    startStores(),
    serveSite((path, response) => {
      if (path === '/robots.txt') return void response.writeHead(404).end();
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
      const product = /^\/shop\/(\d+)$/.exec(path)?.[1];
      if (product !== undefined) {
        const text = `Product ${product}. The terms of our shop, which stand on each page, are long and always alike.`;
        return void response.end(htmlPage('Shop', [`/shop/${(Number(product) + 1) % products}`], text));
      }
      if (path.startsWith('/maze/')) {
        const links = Array.from({ length: 4 }, (_, index) => `/maze/${path.length}${path.slice(6)}${index}`);
        return void response.end(
          `<title>Maze</title><p>You are in a maze.</p>${links.map((l) => `<a href="${l}"></a>`).join('')}`,
        );
      }
      if (path.startsWith('/find'))
        return void response.end(
          `<title>Find</title><p>Nothing was sought.</p><a href="/find?q=${encodeURIComponent(path)}x">` +
            `</a><a href="/find?q=y${path.length}"></a>`,
        );
      if (path.startsWith('/list')) {
        const page = Number(path.split('=')[1] ?? 1);
        const links = [
          `/item/${2 * page}`,
          `/item/${2 * page + 1}`,
          ...(page < lists ? [`/list?page=${page + 1}`] : []),
        ];
        return void response.end(
          `<title>List</title><main><p>This is our list of all that there is.</p></main><nav>` +
            `${links.map((l) => `<a href="${l}">More</a>`).join('')}</nav>`,
        );
      }
      if (path.startsWith('/item/'))
        return void response.end(htmlPage(path, [], `This is the item ${path}.`));
      response.end(htmlPage('Home', ['/shop/0', '/maze/a', '/find?q=a']));
    }),
  ]);
});
afterAll(async () => {
  await Promise.all([stores.stop(), site.close()]);
});

test('endless pages that say the same end long before the limit, the job says so, and no real page is lost', async () => {
  const pipeline = startPipeline(stores, {
    allow: [site.allow],
    hosts: { [site.host]: { delay: 0 } },
    disturbance: { ...undisturbed, duplicate: 0.2 },
    seed: 3,
  });
  const submitted = await pipeline.submit('crawl', { url: `${site.origin}/`, limit: 2_000, sitemap: 'skip' });
  if (!submitted.ok) throw new Error(submitted.failure.message);
  const job = await pipeline.run(submitted.job.id);
  const pages = await pipeline.pages(job.id);
  expect(disagreement(job, countPages(pages))).toBeNull();
  const shop = pages.filter(({ url }) => new URL(url).pathname.startsWith('/shop/'));
  expect(shop.map(({ state }) => state)).toEqual(shop.map(() => 'done'));
  expect(shop).toHaveLength(products);
  expect(job.done).toBeLessThan(products + 250);
  const status = await readStatus(
    { table: stores.table, envelopes: stores.envelopes, results: stores.results },
    job,
    { skip: 0, count: 0 },
  );
  expect(status.linksNotFollowed?.sameContent).toBeGreaterThan(0);
  expect(status.warning).toContain(`${site.origin}/maze/`);
  const skipped = pages.filter(({ state }) => state === 'skipped');
  expect(skipped.map(({ code }) => code)).toEqual(skipped.map(() => 'SAME_CONTENT'));
});

test('a list is read to its end whose pages read alike and lead to others', async () => {
  const pipeline = startPipeline(stores, {
    allow: [site.allow],
    hosts: { [site.host]: { delay: 0 } },
    disturbance: undisturbed,
    seed: 4,
  });
  const body = { url: `${site.origin}/list?page=1`, limit: 500, sitemap: 'skip', crawlEntireDomain: true };
  const submitted = await pipeline.submit('crawl', body);
  if (!submitted.ok) throw new Error(submitted.failure.message);
  const job = await pipeline.run(submitted.job.id);
  expect([job.status, job.done]).toEqual(['completed', 3 * lists]);
});
