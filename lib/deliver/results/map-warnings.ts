import { isContentPage, type Page, type FrontierItem } from '../../frontier/page.ts';
import type { Job } from '../../job/job.ts';
import type { MapLink } from '../../frontier/url-list.ts';
import { findUnreadSitemaps, warnUnreadSitemaps } from './unread-sitemaps.ts';

const ended = (
  items: readonly Page[],
  state: (file: FrontierItem<'sitemap'>) => boolean,
): FrontierItem<'sitemap'>[] => items.filter((item) => item.kind === 'sitemap').filter(state);

/** With so few links a caller wonders where the others are: the first page and what hangs on it. */
const fewLinks = 1;

/**
 * Returns sentences about what a map leaves out and why: a first page or sitemaps that could not be read, sitemaps that
 * were not needed or not reached, and links outside the path if next to none lie below it.
 */
export const mapWarnings = (
  job: Pick<Job, 'request'>,
  items: readonly Page[],
  found: {
    readonly links: readonly MapLink[];
    readonly besidePath: number;
    readonly cut: boolean;
    /** Whether the map has as many URLs as were asked for. */
    readonly isFull: boolean;
    /** For a search: how many of all URLs match the words. */
    readonly fitting?: number | undefined;
  },
): string[] => {
  const warnings: string[] = [];
  const seed = items.find(isContentPage);
  if (seed !== undefined && seed.state !== 'done') {
    warnings.push(
      `The first page could not be read, so the map is of the sitemaps alone: ` +
        `${seed.code ?? ''}: ${seed.message ?? ''}`,
    );
  }
  warnings.push(...warnUnreadSitemaps(findUnreadSitemaps(items)));
  const late = ended(items, ({ state, code }) => state === 'skipped' && code !== 'LIMIT_REACHED').length;
  if (late > 0) warnings.push(`${late} sitemaps were not read in time`);
  const unread = ended(items, ({ code }) => code === 'LIMIT_REACHED').length;
  const isShort = unread > 0 && (!found.isFull || job.request.map?.search !== undefined);
  if (found.cut || isShort) {
    const rest = unread === 0 ? '' : `, and ${unread} sitemaps were not read`;
    warnings.push(
      `The site names more URLs than a map takes in: this one was made of the first ` +
        `${found.links.length}${rest}. Map its folders one by one, by their URLs`,
    );
  }
  if (job.request.crawl?.sitemap === 'only' && found.links.length === 0) {
    warnings.push(
      'No sitemap of the site was found that names URLs; with "sitemap": "include" links are listed',
    );
  }
  if (found.links.length <= fewLinks && found.besidePath > 0) {
    warnings.push(
      `URLs of the site that do not lie below ${job.request.url} were left out, and next to none is left; with ` +
        `"filterByPath": false they are listed`,
    );
  }
  if (found.fitting !== undefined && found.fitting < found.links.length) {
    const words = JSON.stringify(job.request.map?.search ?? '');
    warnings.push(
      found.fitting === 0
        ? `No URL fits ${words}: they are listed in the site's own order`
        : `${found.fitting} of ${found.links.length} URLs fit ${words}: they come first`,
    );
  }
  return warnings;
};
