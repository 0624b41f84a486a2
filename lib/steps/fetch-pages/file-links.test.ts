import { afterAll, beforeAll, expect, test } from 'vitest';
import { undisturbed } from '../../../test/harness/leaky-queues.ts';
import { startPipeline, startStores, type PipelineStores } from '../../../test/harness/pipeline.ts';
import { htmlPage, serveSite, type TestSite } from '../../../test/harness/serve-site.ts';

let stores: PipelineStores;
let site: TestSite;

beforeAll(async () => {
  stores = await startStores();
  site = await serveSite((path, response) => {
    const files: Readonly<Record<string, readonly [type: string, body: string]>> = {
      '/map.xml': [
        'application/xml',
        `<?xml version="1.0"?><urlset><url><loc>${site.origin}/from-map</loc></url></urlset>`,
      ],
      '/llms.txt': ['text/plain', '# Example\n\n- [Quick](/from-llms): begin\n'],
    };
    const [type, body] = files[path] ?? ['text/html', htmlPage(path, [])];
    const isThere = path in files || path.startsWith('/from-');
    response.writeHead(isThere ? 200 : 404, { 'content-type': type }).end(isThere ? body : 'no');
  });
});
afterAll(async () => {
  await stores.stop();
  await site.close();
});

test.each([
  ['/map.xml', 'include', ['/map.xml', '/from-map']],
  ['/map.xml', 'skip', ['/map.xml']],
  ['/llms.txt', 'include', ['/llms.txt', '/from-llms']],
])(
  'a crawl that starts at a file goes on to the pages that it names: %s, sitemap: %s',
  async (path, sitemap, want) => {
    const hosts = { [site.host]: { delay: 0 } };
    const pipeline = startPipeline(stores, { allow: [site.allow], hosts, disturbance: undisturbed, seed: 1 });
    const submitted = await pipeline.submit('crawl', { url: `${site.origin}${path}`, sitemap });
    if (!submitted.ok) throw new Error(submitted.failure.message);
    const job = await pipeline.run(submitted.job.id, 1_000);
    const pages = (await pipeline.pages(job.id)).filter((page) => page.kind === 'page');
    expect(pages.map((page) => new URL(page.url).pathname).toSorted()).toEqual(want.toSorted());
  },
);
