import { wantsLatePages } from '../../job/late-pages.ts';
import { getJobItem } from '../../store/jobs/get-job.ts';
import { endLate } from '../../store/frontier/end-late.ts';
import { lastWrite, type FinishDependencies, type FinishRequest } from './frontier-step.ts';

/** How often, and how long after each other, a worker looks whether the job waits for its pages. */
const looks = { most: 8, everyMs: 750 } as const;

/**
 * Waits until a job that is over says that it waits for pages (`await-late-pages.ts`), which is as soon as the message
 * of its end has come. False if it does not: nothing more of it is wanted, or it is concluded.
 */
export const isAwaitingPages = async (
  { table, sleep }: Pick<FinishDependencies, 'table' | 'sleep'>,
  id: string,
): Promise<boolean> => {
  for (let look = 1; look <= looks.most; look += 1) {
    if (look > 1) await sleep(looks.everyMs);
    const job = await getJobItem(table, id);
    if (job?.status !== 'finishing' || !wantsLatePages(job)) return false;
    if (job.latePagesUntil !== undefined) return true;
  }
  return false;
};

/**
 * Delivers a page that was fetched although its job is over: its end was refused, because the job ended while the page
 * was read, or while its end waited for others. `finish-job` waits for such pages (`limits.latePagesMs`) before it
 * abandons what is open, and the write that concludes the job counts them. A page that did not bring content stays
 * abandoned.
 *
 * Returns true if the page is delivered, or left to `finish-job` to be delivered with what it answers by itself; false
 * if it is not, or has ended by now.
 *
 * @param isAwaited Whether the job waits for its pages: asked only for a page that brought content.
 */
export const endLatePage = async (
  { table, now }: Pick<FinishDependencies, 'table' | 'now'>,
  request: FinishRequest,
  isAwaited: () => Promise<boolean>,
): Promise<boolean> => {
  const { page: of, job } = request;
  if (of?.kind !== 'page' || (of.to !== 'done' && of.to !== 'fetched')) return false;
  if (!(await isAwaited())) return false;
  const { page, puts = [], stamped } = lastWrite(request, false);
  const at = now();
  return await endLate(
    table,
    { job: job.id, hash: of.hash, state: of.from },
    {
      to: of.to,
      facts: page?.facts ?? {},
      at,
      puts: [...puts, ...(stamped?.(at) ?? [])],
      ifAwaited: true,
    },
  );
};
