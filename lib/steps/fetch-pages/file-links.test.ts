import { afterAll, beforeAll, expect, test } from 'vitest';
import { readMap } from '../api/read-map.ts';
import { undisturbed } from '../../../test/harness/leaky-queues.ts';
import { startPipeline, startStores, type PipelineStores } from '../../../test/harness/pipeline.ts';
import { htmlPage, serveSite, type TestSite } from '../../../test/harness/serve-site.ts';

let stores: PipelineStores;
let site: TestSite;

beforeAll(async () => {
  stores = await startStores();
  site = await serveSite((path, response, request) => {
    const sitemap = (urls: string): string => `<?xml version="1.0"?><urlset>${urls}</urlset>`;
    const located = (to: string): string => `<url><loc>${site.origin}${to}</loc></url>`;
    const files: Readonly<Record<string, readonly [type: string, body: string]>> = {
      '/map.xml': ['application/xml', sitemap(located('/from-map'))],
      '/files/pages.xml': ['application/xml', sitemap(located('/from-folder') + located('/files/from-here'))],
      '/files/index.xml': [
        'application/xml',
        `<sitemapindex><sitemap><loc>${site.origin}/files/pages.xml</loc></sitemap></sitemapindex>`,
      ],
      '/llms.txt': ['text/plain', '# Example\n\n- [Quick](/from-llms): begin\n'],
    };
    if (path === '/moved.xml') return void response.writeHead(301, { location: '/files/pages.xml' }).end();
    const [type, body] = files[path] ?? ['text/html', htmlPage(path, [])];
    const isThere = path in files || path.includes('/from-');
    const etag = `"${path}"`;
    if (isThere && request.headers['if-none-match'] === etag) return void response.writeHead(304).end();
    response
      .writeHead(isThere ? 200 : 404, { 'content-type': type, ...(isThere ? { etag } : {}) })
      .end(isThere ? body : 'no');
  });
});
afterAll(async () => {
  await stores.stop();
  await site.close();
});

const fromFolder = ['/from-folder', '/files/from-here'];

const run = async (kind: 'crawl' | 'map', body: Readonly<Record<string, unknown>>) => {
  const hosts = { [site.host]: { delay: 0 } };
  const pipeline = startPipeline(stores, { allow: [site.allow], hosts, disturbance: undisturbed, seed: 1 });
  const submitted = await pipeline.submit(kind, body);
  if (!submitted.ok) throw new Error(submitted.failure.message);
  const job = await pipeline.run(submitted.job.id, 1_000);
  return { job, pages: (await pipeline.pages(job.id)).filter((page) => page.kind === 'page') };
};

const paths = (found: readonly { readonly url: string }[]): string[] =>
  found.map(({ url }) => new URL(url).pathname).toSorted();

test.each([
  ['/map.xml', 'include', ['/map.xml', '/from-map']],
  ['/map.xml', 'skip', ['/map.xml']],
  ['/files/pages.xml', 'include', ['/files/pages.xml', ...fromFolder]],
  ['/files/index.xml', 'only', ['/files/index.xml', ...fromFolder]],
  ['/moved.xml', 'include', ['/moved.xml', ...fromFolder]],
  ['/llms.txt', 'include', ['/llms.txt', '/from-llms']],
])(
  'a crawl that starts at a file goes on to the pages that it names: %s, sitemap: %s',
  async (path, sitemap, want) => {
    const first = await run('crawl', { url: `${site.origin}${path}`, sitemap });
    expect(paths(first.pages)).toEqual(want.toSorted());
    // The host now says that nothing was modified.
    const second = await run('crawl', { url: `${site.origin}${path}`, sitemap });
    expect(paths(second.pages)).toEqual(want.toSorted());
  },
);

test.each([
  ['/map.xml', 'include', ['/map.xml', '/from-map']],
  ['/map.xml', 'skip', ['/map.xml']],
  ['/files/pages.xml', 'include', ['/files/pages.xml', ...fromFolder]],
  ['/files/pages.xml', 'only', fromFolder],
  ['/files/index.xml', 'only', fromFolder],
  ['/moved.xml', 'include', ['/files/pages.xml', ...fromFolder]],
])('a map of a sitemap lists the URLs that it names: %s, sitemap: %s', async (path, sitemap, want) => {
  const { job } = await run('map', { url: `${site.origin}${path}`, sitemap });
  const read = await readMap(stores.results, job);
  expect(read).toMatchObject({ kind: 'map', warnings: [] });
  expect(read.kind === 'map' ? paths(read.links) : read).toEqual(want.toSorted());
});
