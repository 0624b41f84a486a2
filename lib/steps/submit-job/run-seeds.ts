import { canonicalTypedUrl, pageIdentity } from '../../frontier/canonical-url.ts';
import { compilePatterns, judgePatterns, type Unwanted } from '../../frontier/crawl-patterns.ts';
import { pageHash } from '../../frontier/page.ts';
import type { RunningJob } from '../../job/job.ts';
import { sourceLimits } from '../../limits/source-limits.ts';
import type { Seed } from './seed-parts.ts';

/** A page that an earlier run of a source found. */
export interface KnownPage {
  readonly url: string;
  readonly depth: number;
}

/** The first pages of a run, and how many known pages its patterns had no work left to judge. */
export interface RunSeeds {
  readonly seeds: Seed[];
  readonly unjudged: number;
}

/**
 * Makes the judgement whether a known page still matches the crawl's patterns: they may differ from those of the run
 * before. A heartbeat judges the pages of many sources, so the work of one has a bound.
 */
const judgeKnown = (
  { request: { crawl } }: Pick<RunningJob, 'request'>,
  workMax: number,
): ((url: string) => Unwanted | null) => {
  if (crawl === undefined) return () => 'not-included';
  const patterns = compilePatterns(crawl, workMax);
  return (url) => judgePatterns(new URL(url), patterns);
};

/**
 * Lists the first pages of a run: those that its manifest names (`first`), then known pages that its patterns still
 * match, up to its limit. What is known of the other pages stays.
 *
 * @param workMax Characters of URLs times size of patterns.
 */
export const runSeeds = (
  job: Pick<RunningJob, 'request' | 'limit'>,
  first: readonly Seed[],
  known: readonly KnownPage[],
  workMax: number = sourceLimits.knownPatternWorkMax,
): RunSeeds => {
  const judge = judgeKnown(job, workMax);
  const options = job.request.crawl ?? { ignoreQueryParameters: false, deduplicateSimilarURLs: false };
  const seeds = new Map<string, Seed>(
    first.map(({ hash, url, position }) => [hash, { kind: 'page', hash, url, depth: 0, position }]),
  );
  let unjudged = 0;
  for (const { url, depth } of known) {
    if (seeds.size >= job.limit) break;
    const canonical = canonicalTypedUrl(url) ?? url;
    const unwanted = judge(canonical);
    if (unwanted === 'too-costly') unjudged += 1;
    if (unwanted !== null) continue;
    const hash = pageHash(pageIdentity(canonical, options));
    // Not at depth 0: only the first page says where the crawl begins.
    if (!seeds.has(hash))
      seeds.set(hash, { kind: 'page', hash, url, depth: Math.max(1, depth), position: seeds.size });
  }
  return { seeds: [...seeds.values()], unjudged };
};
