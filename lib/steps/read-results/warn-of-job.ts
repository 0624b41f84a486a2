import { sitemapsMax } from '../../store/frontier/quota-in.ts';
import { hasEnded, type Job } from '../../job/job.ts';
import { triesMax } from '../../frontier/reserve.ts';
import { limits } from '../../limits/limits.ts';
import { warnUnreadSitemaps } from '../../deliver/results/unread-sitemaps.ts';

const warnBlocked = ({ blocked }: Pick<Job, 'blocked'>): string[] => {
  if (blocked === 0) return [];
  const [pages, whose] =
    blocked === 1 ? ['1 page was', 'its errors say'] : [`${blocked} pages were`, 'their errors say'];
  return [
    `${pages} kept back because robots.txt, the page itself or a rule of this deployment forbids it, or because ` +
      `robots.txt could not be read; ${whose} which`,
  ];
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

/** Warns of a crawl of sitemaps alone that has no page but its first. */
const warnNoSitemap = (job: Job): string[] =>
  hasEnded(job) && job.status === 'completed' && job.request.crawl?.sitemap === 'only' && isAlone(job)
    ? [
        'No sitemap of the site was read that names further pages; with "sitemap": "include" links are followed ' +
          'as well',
      ]
    : [];

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

/** Says what the job left out, in sentences; nothing if it left out nothing. */
export const warnOfJob = (job: Job): { warning?: string } => {
  const warnings = [
    ...warnBlocked(job),
    ...warnTries(job),
    ...warnUnreadSitemaps(hasEnded(job) ? job.unreadSitemaps : null),
    ...warnNoSitemap(job),
    ...warnSitemaps(job),
    ...warnSitemapBytes(job),
  ];
  return warnings.length === 0 ? {} : { warning: warnings.join('. ') };
};
