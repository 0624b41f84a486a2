import { endLate, type LateOutcome } from '../../store/frontier/end-late.ts';
import { lastWrite, type FinishDependencies, type FinishRequest } from './frontier-step.ts';

/** How often, and how long after each other, a worker looks whether the job waits for its pages. */
const looks = { most: 6, everyMs: 1_000 } as const;

/**
 * Delivers a page that was fetched although its job is over: its end was refused, because the job ended while the page
 * was read, or while its end waited for others. `finish-job` waits for such pages (`limits.latePagesMs`) before it
 * abandons what is open, and the write that concludes the job counts them. A page that did not bring content stays
 * abandoned.
 *
 * Returns true if the page is delivered, or left to `finish-job` to be delivered with what it answers by itself; false
 * if it is not, or has ended by now.
 */
export const endLatePage = async (
  { table, now, sleep }: Pick<FinishDependencies, 'table' | 'now' | 'sleep'>,
  request: FinishRequest,
): Promise<boolean> => {
  const { page: of, job } = request;
  if (of?.kind !== 'page' || (of.to !== 'done' && of.to !== 'fetched')) return false;
  const { page, puts = [], stamped } = lastWrite(request, false);
  let outcome: LateOutcome = 'early';
  for (let look = 1; look <= looks.most && outcome === 'early'; look += 1) {
    if (look > 1) await sleep(looks.everyMs);
    const at = now();
    outcome = await endLate(
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
  }
  return outcome === 'ended';
};
