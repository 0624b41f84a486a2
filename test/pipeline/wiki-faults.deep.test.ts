import { afterAll, beforeAll, expect, test } from 'vitest';
import { disagreement, countPages } from '../../lib/frontier/count-pages.ts';
import { type Page } from '../../lib/frontier/page.ts';
import type { Job } from '../../lib/job/job.ts';
import { undisturbed, type Disturbance } from '../harness/leaky-queues.ts';
import { startPipeline, startStores, type PipelineStores } from '../harness/pipeline.ts';
import { htmlPage, serveSite, type TestSite } from '../harness/serve-site.ts';
import { wikiReply, apiError, portion, wikiText, type Articles } from '../fetch-faults/wiki-double.ts';

/** Every third article is one that the API fails at. */
const isBroken = (title: string): boolean => Number(/\d+/.exec(title)?.[0] ?? 1) % 3 === 0;
const titles = Array.from({ length: 30 }, (_, index) => `Ort ${index}`);
const articles: Articles = {
  ...Object.fromEntries(titles.map((title) => [title, { text: wikiText(title) }])),
  'Kategorie:Orte': { text: wikiText('places') },
};
const member = (title: string): [string, number, 'page'] => [title, 0, 'page'];
const members = {
  'Kategorie:Orte': portion(titles.slice(0, 10).map(member), 'a'),
  'Kategorie:Orte a': portion(titles.slice(10, 20).map(member), 'b'),
  'Kategorie:Orte b': portion(titles.slice(20).map(member)),
};
const pagesWanted = titles.length + 1;

let stores: PipelineStores;
let site: TestSite;

beforeAll(async () => {
  const answer = wikiReply(articles, members);
  const serve = serveSite((path, response) => {
    const { pathname, searchParams } = new URL(path, 'http://x');
    if (pathname === '/robots.txt') return void response.writeHead(404).end();
    if (pathname !== '/w/api.php') {
      response.writeHead(200, { 'content-type': 'text/html' });
      return void response.end(htmlPage(decodeURIComponent(pathname), []));
    }
    const asked = searchParams.get('page') ?? '';
    const isArticle = searchParams.get('action') === 'parse' && asked.startsWith('Ort ');
    const reply = isArticle && isBroken(asked) ? apiError('internal_api_error') : answer(searchParams);
    response.writeHead(reply.status ?? 200, reply.headers).end(reply.body);
  });
  [stores, site] = await Promise.all([startStores(), serve]);
});
afterAll(async () => {
  await Promise.all([stores.stop(), site.close()]);
});

const crawl = async (disturbance: Disturbance, seed: number): Promise<{ job: Job; pages: Page[] }> => {
  const pipeline = startPipeline(stores, {
    allow: [site.allow],
    hosts: { [site.host]: { delay: 0 } },
    hostsDocument: { mediawiki: { [site.host]: `${site.origin}/w/api.php` } },
    disturbance,
    seed,
  });
  const url = `${site.origin}/wiki/Kategorie:Orte`;
  const submitted = await pipeline.submit('crawl', { url, sitemap: 'skip' });
  if (!submitted.ok) throw new Error(submitted.failure.message);
  const job = await pipeline.run(submitted.job.id);
  return { job, pages: await pipeline.pages(job.id) };
};

/** Every member, each once, by the tier that could get it, with the reason where that was not the first. */
const expectWhole = ({ job, pages }: { job: Job; pages: Page[] }): void => {
  expect(job.status).toBe('completed');
  expect(disagreement(job, countPages(pages))).toBeNull();
  expect([job.admitted, job.finished, job.done, job.open]).toEqual([
    pagesWanted,
    pagesWanted,
    pagesWanted,
    0,
  ]);
  for (const page of pages.filter(({ kind, depth }) => kind === 'page' && depth > 0)) {
    const title = decodeURIComponent(page.url).replace(/.*\/wiki\//, '');
    const falls = page.fallThrough?.map(({ tier, reason }) => `${tier} ${reason}`) ?? [];
    expect([page.tier, ...falls], title).toEqual(isBroken(title) ? ['http', 'api api-failed'] : ['api']);
  }
};

test('a category that nobody disturbs is found whole, and each article in its tier', async () => {
  expectWhole(await crawl(undisturbed, 1));
});

test.each([51, 52, 53, 54])(
  'the same holds where calls fail before or after their effect, with duplicates and losses (seed %i)',
  async (seed) => {
    expectWhole(
      await crawl(
        { duplicate: 0.3, lose: 0.1, breakBefore: 0.03, breakAfter: 0.03, dieBeforeSend: 0.05 },
        seed,
      ),
    );
  },
);
