import { getObject } from '../../lib/store/objects.ts';
import { browserTier } from '../../lib/fetch/browser/browser-tier.ts';
import { readStatus } from '../../lib/steps/read-results/read-status.ts';
import { envelopeSchema } from '../../lib/envelope/envelope.ts';
import { type Page } from '../../lib/frontier/page.ts';
import { undisturbed } from '../harness/leaky-queues.ts';
import { startPipeline, type PipelineStores } from '../harness/pipeline.ts';
import { serveSite, type TestSite } from '../harness/serve-site.ts';
import { notFound, type CaseRun, type FaultCase, type Reply, type SiteNames } from './fault-case.ts';

const pathOf = (url: string): string => {
  const { pathname, search, hash } = new URL(url);
  return pathname + search + hash;
};

const apiPath = '/w/api.php';

const serveCase = async (one: FaultCase): Promise<{ site: TestSite; names: SiteNames }> => {
  let questions = 0;
  const asked = new Map<string, number>();
  let names: SiteNames = { origin: '', otherOrigin: '' };
  const site = await serveSite((path, response, request) => {
    const api = one.api;
    const isQuestion = api !== undefined && path.startsWith(`${apiPath}?`);
    const question = (): Reply =>
      api?.(new URL(path, 'http://x').searchParams, names, questions++, request) ?? notFound;
    const reply = isQuestion ? question : (one.replies[path] ?? notFound);
    const before = asked.get(path) ?? 0;
    asked.set(path, before + 1);
    const { status, headers, body, act } =
      typeof reply === 'function' ? reply(names, before, request) : reply;
    if (act !== undefined) return act(response, request, names);
    response.writeHead(status ?? 200, headers).end(body);
  });
  names = { origin: site.origin, otherOrigin: `http://localhost:${site.port}` };
  return { site, names };
};

/** How a page ended, in words: `done`, or its state and its failure. */
const endOf = (page: Page): string =>
  page.state === 'done' || page.code === undefined ? page.state : `${page.state} ${page.code}`;

const bodyOf = (one: FaultCase, names: SiteNames): Record<string, unknown> => {
  const { urls, ...rest } = one.body ?? {};
  if (Array.isArray(urls))
    return { ...rest, urls: urls.map((path) => new URL(String(path), names.origin).href) };
  const url = new URL(one.start ?? '/', names.origin).href;
  const sitemap = one.area === 'sitemaps' || one.kind === 'scrape' ? {} : { sitemap: 'skip' };
  return { ...sitemap, ...rest, url };
};

/** Runs a case through the real steps; answers how its pages ended, by path, and its further facts. */
export const runCase = async (
  stores: PipelineStores,
  one: FaultCase,
): Promise<{ pages: Record<string, string>; facts: Record<string, unknown> }> => {
  const { site, names } = await serveCase(one);
  const log: { event: string; fields: Record<string, unknown> }[] = [];
  try {
    const policy = { delay: one.delay ?? 0, ...(one.tier === undefined ? {} : { tier: one.tier }) };
    const pipeline = startPipeline(stores, {
      allow: [site.allow, `[::1/128]:${site.port}`],
      hosts: { [site.host]: policy, [`localhost:${site.port}`]: policy },
      ...(one.hostsDocument === undefined ? {} : { hostsDocument: one.hostsDocument(names) }),
      disturbance: undisturbed,
      seed: 1,
      ...(one.webDraw === undefined ? {} : { webDraw: one.webDraw }),
      ...(one.browser === true ? { makeBrowserTier: browserTier } : {}),
      ...(one.realTime === undefined ? {} : { realTime: one.realTime }),
      log: (event, fields) => log.push({ event, fields }),
    });
    const runOnce = async () => {
      const submitted = await pipeline.submit(one.kind ?? 'crawl', bodyOf(one, names));
      if (!submitted.ok) throw new Error(submitted.failure.message);
      return await pipeline.run(submitted.job.id, 20_000);
    };
    for (let run = 1; run < (one.runs ?? 1); run += 1) await runOnce();
    const job = await runOnce();
    const all = await pipeline.pages(job.id);
    const pages = all.filter((page) => page.kind === 'page');
    const run: CaseRun = {
      job,
      pages,
      site,
      questions: site.requests
        .filter(({ path }) => path.startsWith(`${apiPath}?`))
        .map(({ path }) => new URL(path, site.origin).searchParams),
      names,
      log,
      envelope: async (path) => {
        const key = pages.find((page) => pathOf(page.url) === path)?.envelopeKey ?? '';
        return envelopeSchema.parse(JSON.parse((await getObject(stores.envelopes, key)) ?? 'null'));
      },
      documents: async () => (await readStatus(stores, job, { skip: 0, count: 100 })).data,
      asked: (path) => site.requests.filter((request) => request.path === path).length,
    };
    const name = (page: Page): string =>
      new URL(page.url).host === site.host ? pathOf(page.url) : `other:${pathOf(page.url)}`;
    return {
      pages: Object.fromEntries(pages.map((page) => [name(page), endOf(page)])),
      facts: (await one.facts?.(run)) ?? {},
    };
  } finally {
    await site.close();
  }
};
