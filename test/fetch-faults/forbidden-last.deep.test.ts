import { afterAll, beforeAll, expect, test } from 'vitest';
import { limits } from '../../lib/limits/limits.ts';
import { undisturbed } from '../harness/leaky-queues.ts';
import { startPipeline, startStores, type PipelineStores } from '../harness/pipeline.ts';
import { htmlPage, serveSite, type TestSite } from '../harness/serve-site.ts';

let stores: PipelineStores;
let site: TestSite;
let other: TestSite;

const { sitemapPortionUrls } = limits;

const paths = (folder: string, count: number): string[] =>
  Array.from({ length: count }, (_, index) => `/${folder}/${index}`);

/** A site whose sitemap names forbidden pages first, and a page of which links to a host that forbids all. */
beforeAll(async () => {
  Object.assign(limits, { sitemapPortionUrls: 70 });
  stores = await startStores();
  other = await serveSite((path, response) => {
    const body = path === '/robots.txt' ? 'User-agent: *\nDisallow: /' : htmlPage(path, []);
    response
      .writeHead(200, { 'content-type': path === '/robots.txt' ? 'text/plain' : 'text/html' })
      .end(body);
  });
  site = await serveSite((path, response) => {
    const locs = [...paths('no', 60), ...paths('yes', 60)].map(
      (to) => `<url><loc>${site.origin}${to}</loc></url>`,
    );
    const replies: Record<string, readonly [type: string, body: string]> = {
      '/robots.txt': ['text/plain', 'User-agent: *\nDisallow: /no/'],
      '/sitemap.xml': ['application/xml', `<urlset>${locs.join('')}</urlset>`],
      '/links': [
        'text/html',
        htmlPage('Links', [...paths('x', 40).map((to) => `${other.origin}${to}`), ...paths('own', 20)]),
      ],
    };
    const [type, body] = replies[path] ?? ['text/html', htmlPage(path, [])];
    response.writeHead(200, { 'content-type': type }).end(body);
  });
});
afterAll(async () => {
  Object.assign(limits, { sitemapPortionUrls });
  await Promise.all([stores.stop(), site.close(), other.close()]);
});

const crawl = async (path: string, body: object) => {
  const pipeline = startPipeline(stores, {
    allow: [site.allow, other.allow],
    hosts: { [site.host]: { delay: 0 }, [other.host]: { delay: 0 } },
    disturbance: undisturbed,
    seed: 3,
  });
  const submitted = await pipeline.submit('crawl', { url: `${site.origin}${path}`, ...body });
  if (!submitted.ok) throw new Error(submitted.failure.message);
  return await pipeline.run(submitted.job.id, 2_000, { heartbeat: false });
};

test.each([10, 30])(
  'a crawl delivers its limit of %i however many URLs of its sitemap robots.txt forbids before the others',
  async (limit) => {
    const { status, done, blocked } = await crawl('/', { limit });
    expect([status, done, blocked]).toEqual(['completed', limit, 0]);
  },
);

test('URLs of a sitemap that robots.txt forbids are told where there is room for them', async () => {
  const { status, done, blocked } = await crawl('/', { limit: 100 });
  expect([status, done, blocked]).toEqual(['completed', 61, 60]);
});

test('a crawl delivers its limit of own pages behind links to a host that forbids all', async () => {
  const body = { limit: 10, allowExternalLinks: true, crawlEntireDomain: true, sitemap: 'skip' };
  const { status, done } = await crawl('/links', body);
  expect([status, done]).toEqual(['completed', 10]);
});
