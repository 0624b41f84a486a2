import { getJob } from '../../lib/store/jobs/get-job.ts';
import { listPages } from '../../lib/store/frontier/list-pages.ts';
import type { Page } from '../../lib/frontier/page.ts';
import { disagreement, countPages } from '../../lib/frontier/count-pages.ts';
import { hasEnded } from '../../lib/job/job.ts';
import { openTableAt } from '../harness/table.ts';
import { smallestGap, type GeneratedWeb } from './generated-web.ts';

/** How a crawl under sabotage ended, recomputed from items, results and the web's own log. */
export interface Verdict {
  readonly pages: number;
  readonly lost: readonly string[];
  readonly double: readonly string[];
  readonly stuck: boolean;
  readonly disagreement: string | null;
  readonly requests: number;
  readonly requestsTwice: number;
  readonly smallestGapMs: number;
  readonly gapAt: string;
}

/** Every URL of a job's results, page by page, as a client reads them. */
const readResults = async (api: { url: string; key: string }, job: string): Promise<string[]> => {
  const urls: string[] = [];
  for (let next: string | undefined = `${api.url}/v2/crawl/${job}?limit=500`; next !== undefined;) {
    const response: Response = await fetch(next, { headers: { authorization: `Bearer ${api.key}` } });
    const page = (await response.json()) as { data: { metadata: { sourceURL: string } }[]; next?: string };
    urls.push(...page.data.map(({ metadata }) => metadata.sourceURL));
    ({ next } = page);
  }
  return urls;
};

export const judgeCrawl = async (
  api: { readonly url: string; readonly key: string; readonly dynamodb: string; readonly tableName: string },
  web: GeneratedWeb,
  id: string,
): Promise<Verdict> => {
  const { client, table } = openTableAt(api.dynamodb, api.tableName);
  const job = await getJob(table, id);
  const pages: Page[] = [];
  for await (const portion of listPages(table, id)) pages.push(...portion);
  client.destroy();
  const results = await readResults(api, id);
  const counted = new Set(results);
  const asked = Map.groupBy(web.requests, ({ host, path }) => `${host}${path}`);
  const gap = smallestGap(web.requests);
  return {
    pages: results.length,
    lost: [...web.urls].filter((url) => !counted.has(url)),
    double: [...Map.groupBy(results, (url) => url)].flatMap(([url, times]) =>
      times.length > 1 ? [url] : [],
    ),
    stuck: job === null || !hasEnded(job),
    disagreement: job === null ? 'the job is gone' : disagreement(job, countPages(pages)),
    requests: web.requests.length,
    requestsTwice: [...asked.values()].filter((times) => times.length > 1).length,
    smallestGapMs: Math.round(gap.ms),
    gapAt: gap.where,
  };
};
