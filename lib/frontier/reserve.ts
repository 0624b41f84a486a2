import { gunzipSync, gzipSync } from 'node:zlib';
import { limits } from '../limits/limits.ts';
import { placeLimits } from '../limits/place-limits.ts';
import { sitemapHash, type NewPage, type NewContentPage, type FrontierItem } from './page.ts';

/**
 * `limit` counts pages that are delivered. If a page ends without content, another page is tried: as many more
 * pages may be tried as ended so, and at most `triesMax` in all.
 *
 * A link that is found when no page more may be tried goes into a reserve. This is an item of the frontier beside the
 * page with the link, put in the transaction that ends that page, so that no link is lost between the two. A reserve is
 * like a portion of a sitemap: it is not a page, keeps the job from being drained, and carries its URLs. When no page
 * is open and there is room, the check whether the job is drained sends messages for its reserves. Their links are
 * admitted as far as there is room, and a reserve ends once all its links are admitted. Once the limit is delivered, or
 * as many pages were tried as may be, reserves no longer keep the job from ending.
 *
 * Sitemaps that are found when no page more may be tried wait in the same way, and so does a portion of one whose URLs
 * have room only in part. The job's item names what waits. Jobs that count in shards have no reserves: their limit
 * counts the pages that are tried (docs/scale.md), and a portion ends with those of its URLs that have room.
 */
export interface TriedPages {
  readonly limit: number;
  readonly admitted: number;
  readonly done: number;
  readonly failed: number;
  readonly blocked: number;
  readonly skipped: number;
}

/** Returns the most pages that may be tried for this many delivered pages. */
export const triesMax = (limit: number): number =>
  limit + Math.min(Math.max(limit, placeLimits.spareTriesMin), placeLimits.spareTriesMax);

/** Counts pages that ended without content. */
export const endedWithout = (job: Pick<TriedPages, 'failed' | 'blocked' | 'skipped'>): number =>
  job.failed + job.blocked + job.skipped;

/** Returns how many pages may be admitted in all, if so many ended without content. It never falls. */
export const admittedMax = (limit: number, lost: number): number => Math.min(limit + lost, triesMax(limit));

/** Whether there is room for another page. */
export const hasRoom = (job: TriedPages): boolean => job.admitted < admittedMax(job.limit, endedWithout(job));

/** Whether nothing more can be delivered, whatever is found. */
export const isSatisfied = ({
  limit,
  admitted,
  done,
}: Pick<TriedPages, 'limit' | 'admitted' | 'done'>): boolean => done >= limit || admitted >= triesMax(limit);

/**
 * Whether a job keeps another reserve: the number of reserves and of their links is bounded. Twice as many links as may
 * be tried are enough; it is twice because several workers may keep the same ones.
 */
export const mayReserve = (
  limit: number,
  { reserves, reserved }: { readonly reserves: number; readonly reserved: number },
): boolean =>
  reserves < placeLimits.reservesMax &&
  reserved < Math.min(placeLimits.reserveUrlsMax, 2 * (triesMax(limit) - limit));

/**
 * Makes a reserve of links that were found on a page, with as many of the first ones as one item holds.
 *
 * @param from The page's hash.
 * @param links At least one.
 */
export const reserveOf = (
  from: string,
  pageUrl: string,
  links: readonly NewContentPage[],
): { readonly item: NewPage; readonly urls: number } => {
  const [first] = links;
  const lines: string[] = [];
  let characters = 0;
  for (const { url, hash, score } of links.slice(0, limits.sitemapPortionUrls)) {
    const line = `${hash} ${score ?? ''} ${url}`;
    characters += line.length + 1;
    if (characters > placeLimits.reserveCharacters) break;
    lines.push(line);
  }
  return {
    item: {
      kind: 'reserve',
      hash: sitemapHash(`reserve ${from}`),
      url: pageUrl,
      depth: first?.depth ?? 0,
      parent: from,
      position: first?.position ?? 0,
      ...(first?.kin === undefined ? {} : { kin: first.kin }),
      portion: gzipSync(lines.join('\n')),
    },
    urls: lines.length,
  };
};

/** Reads the links that a reserve carries, in their order. */
export const pagesOfReserve = (reserve: FrontierItem<'reserve'>): NewPage[] =>
  gunzipSync(reserve.portion)
    .toString('utf8')
    .split('\n')
    .map((line, position) => {
      const [hash = '', score = '', url = ''] = line.split(' ');
      return {
        kind: 'page' as const,
        hash,
        url,
        depth: reserve.depth,
        parent: reserve.hash,
        position,
        ...(reserve.kin === undefined ? {} : { kin: reserve.kin }),
        ...(score === '' ? {} : { score: Number(score) }),
      };
    });
