import type { Job } from '../job/job.ts';
import { isOfSitemap, isOpen, type EndState, type PageState } from './page.ts';

/** What a job's counters should say, counted from its pages and sitemaps. */
export interface PageCounts extends Readonly<Record<EndState, number>> {
  readonly admitted: number;
  /** Pages and sitemaps: both keep a job from being drained. */
  readonly open: number;
  readonly sitemaps: number;
  readonly sitemapsOpen: number;
}

const noPages: PageCounts = {
  admitted: 0,
  open: 0,
  done: 0,
  failed: 0,
  blocked: 0,
  skipped: 0,
  sitemaps: 0,
  sitemapsOpen: 0,
};

/** Counts a job's items by their states, on top of those counted before. */
export const countPages = (
  items: Iterable<{ readonly hash: string; readonly state: PageState }>,
  before: PageCounts = noPages,
): PageCounts => {
  const counts = { ...before };
  for (const { hash, state } of items) {
    const open = isOpen(state);
    if (open) counts.open += 1;
    if (isOfSitemap(hash)) {
      counts.sitemaps += 1;
      if (open) counts.sitemapsOpen += 1;
      continue;
    }
    counts.admitted += 1;
    if (!open) counts[state] += 1;
  }
  return counts;
};

/** The same from the counters. A job that is over counts the pages it abandoned apart; their items say `skipped`. */
const countersOf = (job: Job): PageCounts => {
  const { admitted, done, failed, blocked, sitemaps = 0, sitemapsOpen = 0 } = job;
  const counts = { admitted, done, failed, blocked, sitemaps };
  return job.status === 'running'
    ? { ...counts, open: job.open, skipped: job.skipped, sitemapsOpen }
    : { ...counts, open: 0, skipped: job.skipped + job.abandoned, sitemapsOpen: 0 };
};

/** Where counters and items disagree, in words, or null: the protocol says they cannot, so it is looked for. */
export const disagreement = (job: Job, counts: PageCounts): string | null => {
  const counters = countersOf(job);
  const names = Object.keys(noPages) as (keyof PageCounts)[];
  const wrong = names.filter((name) => counters[name] !== counts[name]);
  return wrong.length === 0
    ? null
    : wrong.map((name) => `${name}: counted ${counters[name]}, found ${counts[name]}`).join('; ');
};
