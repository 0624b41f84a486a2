import { recordAttempt } from '../../store/frontier/record-attempt.ts';
import { shortened } from '../../envelope/page-end.ts';
import type { Failure } from '../../failure.ts';
import { isOpen, type Page } from '../../frontier/page.ts';
import type { RequestLine } from '../../frontier/request-line.ts';
import type { FetchWorker } from './fetch-worker.ts';

/** Notes a failed request on the page; false if another worker has it or it is over. */
export const recordFailure = async (
  { table, now }: Pick<FetchWorker, 'table' | 'now'>,
  job: string,
  page: Page,
  why: Failure,
  delayMs: number,
  seen: {
    readonly status?: number;
    readonly hopUrl?: string;
    readonly requests?: readonly RequestLine[];
  } = {},
): Promise<boolean> => {
  if (!isOpen(page.state)) return false;
  const at = now();
  const { hash, state, attempts, tier } = page;
  return await recordAttempt(
    table,
    job,
    { hash, state, attempts, tier },
    {
      failure: { code: why.code, message: shortened(why.message) },
      ...seen,
      notBefore: at + delayMs,
      now: at,
    },
  );
};
