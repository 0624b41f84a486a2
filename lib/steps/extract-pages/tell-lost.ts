import { countOnce } from '../../store/frontier/count-once.ts';
import { sendExtract, type Queues } from '../../store/queues.ts';
import type { Table } from '../../store/table.ts';
import { countSpending } from '../../envelope/extract-spending.ts';
import type { ExtractMessage } from '../../frontier/extract-message.ts';
import type { ContentPage } from '../../frontier/page.ts';
import type { RunningJob } from '../../job/job.ts';
import { limits } from '../../limits/limits.ts';
import type { Log } from '../../log.ts';
import type { HeldSpending } from './hold-spending.ts';

/** What counting the cost of calls after an outage needs. */
export interface TellLostDependencies {
  readonly table: Table;
  readonly queues: Pick<Queues, 'client' | 'extract'>;
  readonly sleep: (ms: number) => Promise<void>;
  readonly log: Log;
}

/** Pauses between the tries to count what was spent before a store was out, in milliseconds. */
const outagePausesMs = [500, 1_000, 2_000, 4_000] as const;

type Untold = NonNullable<ExtractMessage['untold']>;

/** Counts what an earlier worker has spent on a page when a store was out, unless one of its writes has counted it. */
export const tellUntold = async (
  { table }: Pick<TellLostDependencies, 'table'>,
  { job, page: hash }: Pick<ExtractMessage, 'job' | 'page'>,
  { writer, counts }: Untold,
): Promise<void> => void (await countOnce(table, { job, hash }, writer, counts));

/**
 * Counts what was spent on a page that is taken up again because a store was out. Otherwise this cost would be lost.
 * Answers that were kept carry their own cost. While the store stays out, a message of the page carries the cost, in
 * place of the one that the worker has: true if it was sent.
 *
 * @throws when the queue is out as well: then the cost is only logged.
 */
export const tellLost = async (
  dependencies: TellLostDependencies,
  { job, page }: { readonly job: RunningJob; readonly page: ContentPage },
  { lost, writer }: Pick<HeldSpending, 'lost' | 'writer'>,
): Promise<boolean> => {
  const usage = lost();
  if (usage.calls === 0) return false;
  const counts = Object.fromEntries(Object.entries(countSpending(usage)).map(([name, by = 0]) => [name, by]));
  const untold = { writer, counts };
  const { queues, sleep, log } = dependencies;
  for (const pauseMs of [...outagePausesMs, null]) {
    try {
      await tellUntold(dependencies, { job: job.id, page: page.hash }, untold);
      return false;
    } catch {
      if (pauseMs !== null) await sleep(pauseMs);
    }
  }
  try {
    await sendExtract(queues, job, [page.hash], limits.untoldDelaySeconds, untold);
    log('calls passed on', { job: job.id, url: page.url, ...usage });
    return true;
  } catch (error) {
    log('calls not told', { job: job.id, url: page.url, ...usage });
    throw error;
  }
};
