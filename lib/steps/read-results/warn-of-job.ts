import { sitemapsMax } from '../../store/frontier/quota-in.ts';
import { hasEnded, type Job, type SitemapsRead } from '../../job/job.ts';
import { pathPrefix } from '../../frontier/path-prefix.ts';
import { triesMax } from '../../frontier/reserve.ts';
import { isFailureCode, type FailureCode } from '../../failure.ts';
import { limits } from '../../limits/limits.ts';
import { warnUnreadSitemaps } from '../../deliver/results/unread-sitemaps.ts';

/** What blocks pages, in words, for each code of the table of failures by which a page ends so. */
export const blockers: Readonly<Partial<Record<FailureCode, string>>> = {
  ROBOTS_DISALLOWED: 'robots.txt',
  ROBOTS_NOINDEX: '`noindex` in the page',
  ROBOTS_UNREACHABLE: 'a robots.txt that could not be read',
  LOGIN_REQUIRED: 'a login',
  CONSENT_REQUIRED: 'a question about cookies',
  CHALLENGE: 'a challenge',
  ADDRESS_NOT_ALLOWED: 'an address that this deployment may not reach',
  SCHEME_NOT_ALLOWED: 'a scheme other than http and https',
};

const blockerOf = (code: string): string => {
  const blocker = isFailureCode(code) ? blockers[code] : undefined;
  return blocker === undefined ? code : `${blocker} (${code})`;
};

/**
 * Warns of pages that were blocked. By what each was is counted at the end of a job. Of a job that runs, or that ended
 * in an earlier version, it names what may have blocked them.
 */
const warnBlocked = (job: Job): string[] => {
  const { blocked } = job;
  if (blocked === 0) return [];
  const were = blocked === 1 ? '1 page was blocked' : `${blocked} pages were blocked`;
  const counts = Object.entries((hasEnded(job) ? job.blockedBy : undefined) ?? {});
  const [only, ...others] = counts.toSorted(([a, m], [b, n]) => n - m || (a < b ? -1 : 1));
  if (only === undefined) {
    const whose = blocked === 1 ? 'its errors say' : 'their errors say';
    return [`${were} by ${Object.values(blockers).join(', or ')}; ${whose} by which`];
  }
  if (others.length === 0) return [`${were} by ${blockerOf(only[0])}`];
  const each = [only, ...others].map(([code, pages]) => `${pages} by ${blockerOf(code)}`);
  return [`${were}: ${each.join(', ')}`];
};

/** Warns of pages that are delivered without a part of their extraction. Each of them says what is missing. */
const warnExtractionGaps = (job: Job): string[] => {
  const counts = Object.entries((hasEnded(job) ? job.extractionGaps : undefined) ?? {});
  if (counts.length === 0) return [];
  const pages = counts.reduce((sum, [, count]) => sum + count, 0);
  const codes = counts.toSorted(([a, m], [b, n]) => n - m || (a < b ? -1 : 1));
  const by = codes.map(([code, count]) => (codes.length === 1 ? code : `${count} by ${code}`)).join(', ');
  return pages === 1
    ? [`1 page is without a part of its extraction (${by}); its own warning says which`]
    : [`${pages} pages are without a part of their extraction (${by}); their own warnings say which`];
};

/** Warns once as many sitemaps were admitted as may be. Sitemaps beyond that leave no trace. */
const warnSitemaps = ({
  sitemaps = 0,
  cells = 1,
  limit,
}: Pick<Job, 'sitemaps' | 'cells' | 'limit'>): string[] => {
  const most = cells * sitemapsMax({ shards: cells, limit });
  if (sitemaps < most) return [];
  const said = most.toLocaleString('en-US');
  return [
    `The job read ${said} sitemaps and parts of sitemaps, which is as many as it may: others were not read`,
  ];
};

/** Warns once as many bytes of sitemaps were read as may be. */
const warnSitemapBytes = ({ sitemapBytes = 0 }: Pick<Job, 'sitemapBytes'>): string[] =>
  sitemapBytes < limits.sitemapBytesPerJobMax
    ? []
    : [
        `The job read ${limits.sitemapBytesPerJobMax / 2 ** 30} GiB of sitemaps, which is as much as it may: ` +
          'others were not read',
      ];

/** What could have kept pages from a crawl. */
const scopeWords =
  'what the crawl may follow (its path and host, unless `crawlEntireDomain`, `allowSubdomains` or ' +
  '`allowExternalLinks` widen them, `includePaths`, `excludePaths` and `maxDepth`)';

/** Says why a crawl of sitemaps alone got no page but its first. */
const whyAlone = (sitemaps: SitemapsRead | undefined): string => {
  const instead = 'with "sitemap": "include" links are followed as well';
  if (sitemaps === undefined)
    return `No further page was found: no sitemap was read, or it names none within ${scopeWords}; ${instead}`;
  const { files, urls } = sitemaps;
  if (files === 0) return `No sitemap of the site was read; ${instead}`;
  if (urls === 0) return `The sitemaps of the site that were read name no page; ${instead}`;
  const [names, each] =
    urls === 1 ? ['1 URL', 'it is'] : [`${urls.toLocaleString('en-US')} URLs`, 'each of them is'];
  return `The sitemaps of the site name ${names}, and ${each} the start URL itself or not within ${scopeWords}`;
};

/** A pattern that no path matches, because it was written for a URL. */
const beginsLikeUrl = /^\^?\(*(?:\?:)?https?[?\\]*:/i;

/** Says why a crawl that follows links got no page but its first; nothing if its request did not narrow it. */
const whyNarrow = ({ request: { url, crawl }, done }: Job): string[] => {
  if (crawl === undefined || crawl.maxDiscoveryDepth === 0 || done === 0) return [];
  const patterns = [...crawl.includePaths, ...crawl.excludePaths];
  const isBelowPath = !crawl.crawlEntireDomain && pathPrefix(new URL(url).pathname) !== '/';
  if (patterns.length === 0 && !isBelowPath && crawl.maxDepth === undefined) return [];
  const forUrl = crawl.regexOnFullURL ? undefined : patterns.find((pattern) => beginsLikeUrl.test(pattern));
  const hint =
    forUrl === undefined
      ? ''
      : `; the pattern ${JSON.stringify(forUrl.slice(0, 80))} is one of a URL, and patterns are matched with the ` +
        'path alone, unless `regexOnFullURL` says otherwise';
  return [`No further page was found: the first page leads to none within ${scopeWords}${hint}`];
};

/** Warns of a crawl that has no page but its first, if it is one of sitemaps alone or was narrowed. */
const warnAlone = (job: Job): string[] => {
  if (!hasEnded(job) || job.status !== 'completed' || !isAlone(job)) return [];
  return job.request.crawl?.sitemap === 'only' ? [whyAlone(job.sitemapsRead)] : whyNarrow(job);
};

const isAlone = ({ kind, admitted, limit }: Job): boolean => kind === 'crawl' && admitted <= 1 && limit > 1;

/** Warns of a job that tried as many pages as it may before its limit was delivered. */
const warnTries = (job: Job): string[] => {
  const { limit, admitted, done } = job;
  if (!hasEnded(job) || done >= limit || admitted < triesMax(limit)) return [];
  return [
    `The job tried ${admitted} pages, which is as many as a limit of ${limit} allows, and delivered ${done}: links ` +
      'that were found besides were not followed',
  ];
};

/** Warns of links that were not followed because pages with URLs like theirs said the same. */
const warnSame = (job: Job): string[] => {
  const { leftSame = 0 } = job;
  const forms = (hasEnded(job) ? job.sameForms : undefined) ?? [];
  if (leftSame === 0 || forms.length === 0) return [];
  const [links, lead] =
    leftSame === 1 ? ['1 link', 'was'] : [`${leftSame.toLocaleString('en-US')} links`, 'were'];
  return [
    `${links} ${lead} not followed (SAME_CONTENT): pages with URLs of the form ${forms.join(', ')} said what the ` +
      'pages say that led to them, and led to no others',
  ];
};

/** Says what the job left out, in sentences; nothing if it left out nothing. */
export const warnOfJob = (job: Job): { warning?: string } => {
  const warnings = [
    ...warnBlocked(job),
    ...warnExtractionGaps(job),
    ...warnTries(job),
    ...warnSame(job),
    ...warnUnreadSitemaps(hasEnded(job) ? job.unreadSitemaps : null),
    ...warnAlone(job),
    ...warnSitemaps(job),
    ...warnSitemapBytes(job),
  ];
  return warnings.length === 0 ? {} : { warning: warnings.join('. ') };
};
