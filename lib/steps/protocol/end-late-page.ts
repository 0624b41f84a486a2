import { endLate } from '../../store/frontier/end-late.ts';
import type { FinishDependencies, FinishRequest } from './frontier-step.ts';
import { lastWrite } from './frontier-step.ts';

/**
 * Delivers a page that was fetched although its job is over: its end was refused, because the job ended while the page
 * was read, or while its end waited for others. `finish-job` waits for such pages (`limits.lateEndsMs`) before it
 * abandons what is open, and the write that concludes the job counts them. A page that did not bring content stays
 * abandoned; so does the page of a map, of which only links are wanted.
 *
 * Returns true if the page is delivered, or left to `finish-job` to be delivered with what it answers by itself; false if
 * it is not, or has ended by now.
 */
export const endLatePage = async (
  { table, now }: Pick<FinishDependencies, 'table' | 'now'>,
  request: FinishRequest,
): Promise<boolean> => {
  const { page: of, job } = request;
  if (of?.kind !== 'page' || (of.to !== 'done' && of.to !== 'fetched')) return false;
  const { page, puts = [], stamped } = lastWrite(request, false);
  const at = now();
  return await endLate(
    table,
    { job: job.id, hash: of.hash, state: of.from },
    { to: of.to, facts: page?.facts ?? {}, at, puts: [...puts, ...(stamped?.(at) ?? [])] },
  );
};
