import type { Page } from '../../frontier/page.ts';
import type { EndNotes, Job } from '../../job/job.ts';
import { refusedEntry } from './result-index.ts';
import { findUnreadSitemaps } from './unread-sitemaps.ts';

const countRefused = (items: readonly Page[]): number =>
  items.reduce((count, item) => (refusedEntry(item) === null ? count : count + 1), 0);

/**
 * Finds what the pages and sitemaps of a job tell that is kept with the job itself, so that its status need not read
 * them. What there is none of is left out.
 */
export const endNotes = ({ kind }: Pick<Job, 'kind'>, items: readonly Page[]): EndNotes => {
  // A map has a place of its own for what it says of sitemaps.
  const unreadSitemaps = kind === 'crawl' ? findUnreadSitemaps(items) : null;
  const refused = kind === 'batch' ? countRefused(items) : 0;
  return {
    ...(unreadSitemaps === null ? {} : { unreadSitemaps }),
    ...(refused === 0 ? {} : { refused }),
  };
};
