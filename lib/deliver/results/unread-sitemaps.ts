import type { FailureCode } from '../../failure.ts';
import type { FrontierItem, Page } from '../../frontier/page.ts';
import type { UnreadSitemaps } from '../../job/job.ts';

/** Outcomes of `/sitemap.xml` on a site without one: it is tried on every site. */
const absent: ReadonlySet<FailureCode> = new Set(['HTTP_NOT_FOUND', 'HTTP_GONE', 'SITEMAP_INVALID']);

const isTried = ({ url, nesting = 0 }: FrontierItem<'sitemap'>): boolean =>
  nesting === 0 && new URL(url).pathname === '/sitemap.xml';

/**
 * Counts the sitemaps of a job that could not be read, with the first of them by its URL; null if there is none. A site
 * without a sitemap at the usual place lacks nothing.
 */
export const findUnreadSitemaps = (items: readonly Page[]): UnreadSitemaps | null => {
  const failed = items
    .filter((item) => item.kind === 'sitemap')
    .filter(
      (file) =>
        (file.state === 'failed' || file.state === 'blocked') &&
        !(isTried(file) && absent.has(file.code ?? 'INTERNAL')),
    );
  const [one] = failed.toSorted((a, b) => (a.url < b.url ? -1 : 1));
  return one === undefined ? null : { files: failed.length, url: one.url, code: one.code ?? 'INTERNAL' };
};

/** Says in a sentence which sitemaps could not be read. */
export const warnUnreadSitemaps = (unread: UnreadSitemaps | null | undefined): string[] =>
  unread === null || unread === undefined
    ? []
    : [`${unread.files} sitemaps could not be read, such as ${unread.url}: ${unread.code}`];
