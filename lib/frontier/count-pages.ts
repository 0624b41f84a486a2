import type { Job } from '../job/job.ts';
import { isOpen, type EndState, type ItemKind, type PageState } from './page.ts';

/** The values that a job's counters should have, counted from its pages and sitemaps. */
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

/** Counts a job's items by their states, and adds them to an earlier count. */
export const countPages = (
  items: Iterable<{ readonly kind: ItemKind; readonly state: PageState }>,
  before: PageCounts = noPages,
): PageCounts => {
  const counts = { ...before };
  for (const { kind, state } of items) {
    const open = isOpen(state);
    if (open) counts.open += 1;
    if (kind !== 'page') {
      counts.sitemaps += 1;
      if (open) counts.sitemapsOpen += 1;
      continue;
    }
    counts.admitted += 1;
    if (!open) counts[state] += 1;
  }
  return counts;
};

/**
 * Reads the counts from the counters. A job that is over counts its abandoned pages separately; their items say
 * `skipped`.
 */
const countersOf = (job: Job): PageCounts => {
  const { admitted, done, failed, blocked, sitemaps = 0, sitemapsOpen = 0 } = job;
  const counts = { admitted, done, failed, blocked, sitemaps };
  return job.status === 'running'
    ? { ...counts, open: job.open, skipped: job.skipped, sitemapsOpen }
    : { ...counts, open: 0, skipped: job.skipped + job.abandoned, sitemapsOpen: 0 };
};

/** Says in words where counters and items disagree, or null. By the protocol they never can, so this is checked. */
export const disagreement = (job: Job, counts: PageCounts): string | null => {
  const counters = countersOf(job);
  const names = Object.keys(noPages) as (keyof PageCounts)[];
  const wrong = names.filter((name) => counters[name] !== counts[name]);
  return wrong.length === 0
    ? null
    : wrong.map((name) => `${name}: counted ${counters[name]}, found ${counts[name]}`).join('; ');
};
