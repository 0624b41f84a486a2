import type { Job } from '../job/job.ts';
import { isOpen, type EndState, type PageState } from './page.ts';

/** What a job's counters should say, counted from its pages. */
export interface Tally extends Readonly<Record<EndState, number>> {
  readonly admitted: number;
  readonly open: number;
}

export const emptyTally: Tally = { admitted: 0, open: 0, done: 0, failed: 0, blocked: 0, skipped: 0 };

/** Counts pages by their states, on top of those counted before. */
export const tallied = (
  pages: Iterable<{ readonly state: PageState }>,
  before: Tally = emptyTally,
): Tally => {
  const tally = { ...before };
  for (const { state } of pages) {
    tally.admitted += 1;
    if (isOpen(state)) tally.open += 1;
    else tally[state] += 1;
  }
  return tally;
};

/** The same from the counters. A job that is over counts the pages it abandoned apart; their items say `skipped`. */
const countersOf = (job: Job): Tally => {
  const over =
    job.status === 'running' ? { open: job.open, abandoned: 0 } : { open: 0, abandoned: job.abandoned };
  return {
    admitted: job.admitted,
    open: over.open,
    done: job.done,
    failed: job.failed,
    blocked: job.blocked,
    skipped: job.skipped + over.abandoned,
  };
};

/** Where counters and pages disagree, in words, or null: the protocol says they cannot, so it is looked for. */
export const disagreement = (job: Job, tally: Tally): string | null => {
  const counters = countersOf(job);
  const names = Object.keys(emptyTally) as (keyof Tally)[];
  const wrong = names.filter((name) => counters[name] !== tally[name]);
  return wrong.length === 0
    ? null
    : wrong.map((name) => `${name}: counted ${counters[name]}, found ${tally[name]}`).join('; ');
};
