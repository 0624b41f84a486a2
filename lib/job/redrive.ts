import { endAfter, isFailureCode } from '../failure.ts';
import type { Selection } from '../request/redrive-request.ts';
import type { Job } from './job.ts';
import type { Member } from './series.ts';

/** The parts of a page's entry in the error index that decide whether the page is picked. */
interface Ended {
  readonly state: 'failed' | 'blocked' | 'skipped';
  readonly code: string;
}

/** Codes of pages that their job left, and not their site. */
const jobCodes: ReadonlySet<string> = new Set(['JOB_CANCELLED', 'JOB_DEADLINE', 'BUDGET_EXHAUSTED']);

/**
 * Whether a page was left because its job was over. It then has the job's code: of a job that a page made fail, that is
 * the code of the page, with which none is skipped by itself.
 */
const wasAbandoned = ({ state, code }: Ended): boolean =>
  state === 'skipped' && (jobCodes.has(code) || (isFailureCode(code) && endAfter(code) !== 'skipped'));

/** Whether a page that ended without content is fetched again. */
export const picks = ({ codes, include }: Selection, page: Ended): boolean =>
  codes.includes(page.code) ||
  (include.includes('failed') && page.state === 'failed') ||
  (include.includes('abandoned') && wasAbandoned(page));

/** Compares two selections. Both must be in the form that `parseRedriveRequest` returns. */
export const isSameSelection = (a: Selection, b: Selection): boolean =>
  a.codes.join() === b.codes.join() && a.include.join() === b.include.join();

/** Returns the series as a redrive after `last` finds it. */
export const seriesThrough = (last: Pick<Job, 'id' | 'series' | 'redrive'>): Member[] => [
  ...(last.series ?? []),
  { job: last.id, ...(last.redrive === undefined ? {} : { redrive: last.redrive }) },
];

/**
 * Computes how many pages the limit of the series leaves after its job `last` has ended. Every tried page counts as
 * delivered, because the others can be fetched again. Pages that a redrive fetches again were counted by an earlier
 * job. They keep their room in `last.limit` even if it ended before all of them were admitted.
 */
export const quotaAfter = (last: Pick<Job, 'limit' | 'admitted' | 'redrive'>): number =>
  Math.max(0, last.limit - Math.max(last.admitted, last.redrive?.pages ?? 0));
