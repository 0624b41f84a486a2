import type { Configuration } from './configuration.ts';
import { abandoned, absent, concluded, done, failed, fetched, late, running, type State } from './state.ts';
import { openMask, pageAt } from './store.ts';

/** What must be true in every state; `an end is reachable` is about the whole graph and is judged by the search. */
export const invariants = [
  'no false completion',
  'each page ends once',
  'finished ≤ admitted ≤ tries',
  'no more than the limit can be delivered',
  'counters equal items',
  'admitted = finished + abandoned',
  'an end is reachable',
] as const;

export type Invariant = (typeof invariants)[number];

const count = (state: State, of: (page: number) => boolean): number =>
  state.pages.filter((page) => of(page.state)).length;

/**
 * A job that ended as drained has no page open, and every link of a page that was fetched is in it, unless it
 * delivered as many as its limit allows, or tried as many as it may.
 */
const completedFalsely = (state: State, configuration: Configuration): boolean => {
  if (state.job.status === running || !state.job.drained) return false;
  if (openMask(state) !== 0 || count(state, (page) => page === abandoned) > 0) return true;
  const { limit, tries } = configuration;
  if (state.buriedLinks || count(state, (page) => page === done) >= limit) return false;
  if (count(state, (page) => page !== absent) >= tries) return false;
  const missing = (page: number): boolean => pageAt(state, page).state === absent;
  return (
    configuration.seeds.some((seed) => missing(seed)) ||
    state.pages.some(({ state: at }, page) => at === done && (configuration.links[page] ?? []).some(missing))
  );
};

/** The first invariant that the state breaks, or null. */
export const brokenIn = (state: State, configuration: Configuration): Invariant | null => {
  const { job } = state;
  if (completedFalsely(state, configuration)) return 'no false completion';
  if (state.endedTwice) return 'each page ends once';
  if (job.finished > job.admitted || job.admitted > configuration.tries) return 'finished ≤ admitted ≤ tries';
  const hopeful = count(state, (page) => page === done || (page > absent && page <= fetched));
  if (job.status === running && hopeful > configuration.limit)
    return 'no more than the limit can be delivered';
  if (job.status === running) return null;
  if (job.admitted !== job.finished + job.abandoned) return 'admitted = finished + abandoned';
  const open = count(state, (page) => page > absent && page <= fetched);
  const skipped = count(state, (page) => page === abandoned);
  // A page that was delivered late counts as abandoned until the job is concluded.
  const delivered = count(state, (page) => page === late);
  const counted = job.status === concluded ? delivered : 0;
  const agree =
    job.admitted === count(state, (page) => page !== absent) &&
    job.finished === count(state, (page) => page === done || page === failed) + counted &&
    job.abandoned === open + skipped + delivered - counted;
  if (!agree || (job.status === concluded && open > 0)) return 'counters equal items';
  return null;
};
