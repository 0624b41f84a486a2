import { getJobItem } from '../../store/jobs/get-job.ts';
import type { Meter } from '../../store/meter.ts';
import type { UrlBatch } from '../../frontier/url-batch.ts';
import { endIfDrained, endIfPastBudget } from '../protocol/end-job.ts';
import { tryAlone } from '../protocol/try-alone.ts';
import { limits } from '../../limits/limits.ts';
import type { Tier } from '../../fetch/tier/tier.ts';
import { endPagesOfVisit } from './end-visit.ts';
import { openJobHeaders } from './open-job-headers.ts';
import { visitAlone } from './visit-alone.ts';
import type { Job, RunningJob } from '../../job/job.ts';
import { openJobVisits, type JobVisits } from './host-visit.ts';
import { leaveVisits } from './end-page.ts';
import { visitHost, type HostWork } from './visit-host.ts';
import { groupVisits, lonePage, takeTurns, type QueueMessage, type PlannedVisit } from './visit-turns.ts';
import type { FetchWorker } from './fetch-worker.ts';

/**
 * Computes the time kept for the last request: the wait for its slot, its response, its content, stores with retries,
 * messages.
 */
const tailMs = ({ requestMs }: Tier): number => limits.slotPatienceMs + requestMs + 20_000;

/** Visits a host. An error that concerns all of its pages at once, and is not an outage, ends each of them. */
const visitOrEnd = async (worker: FetchWorker, job: RunningJob, work: HostWork): Promise<void> => {
  try {
    await visitHost(worker, await openJobHeaders(worker.headerSecret, job), work);
  } catch (error) {
    const hashes = work.urlBatches.flatMap(({ pages }) => pages);
    await endPagesOfVisit(worker, job, hashes, error);
  }
};

/** Visits pages of a running job; or takes them apart, if a worker that had them together did not come back. */
const visitRunning = async (
  worker: FetchWorker,
  job: RunningJob,
  visit: PlannedVisit,
  work: Pick<HostWork, 'lastStart' | 'visits' | 'key'>,
): Promise<void> => {
  const [first] = visit.urlBatches;
  const page = lonePage(visit);
  const visitNow = async (): Promise<void> => await visitOrEnd(worker, job, { ...visit, ...work });
  if (page !== null) await visitAlone(worker, job, page, visitNow);
  else if (first !== undefined && visit.alone !== null) await tryAlone(worker.queues, job.team, first);
  else await visitNow();
};

/** The visits of one job in one turn, and the job as the first of them reads it. */
interface Together {
  readonly visits: JobVisits;
  readonly job: () => Promise<Job | null>;
}

const visitTogether = (
  { table }: Pick<FetchWorker, 'table'>,
  id: string,
  all: readonly PlannedVisit[],
): Together => {
  let read: Promise<Job | null> | undefined;
  return { visits: openJobVisits(all), job: async () => await (read ??= getJobItem(table, id)) };
};

/**
 * Looks whether the job is drained, once the last of its visits here is over and none of them left a page open: whoever
 * ends such a page looks then. A visit whose worker did not come back always looks.
 */
const lookIfDrained = async (
  worker: FetchWorker,
  { visits, job }: Together,
  visit: PlannedVisit,
): Promise<void> => {
  visits.unfinished.delete(visit);
  if (visits.unfinished.size > 0 || visits.leftOpen.length === 0) return;
  const read = await job();
  if (read !== null && (visit.redelivered || !visits.leftOpen.includes(true)))
    await endIfDrained(worker, read, visit.redelivered);
};

/**
 * Fetches the pages of several URL batches, all hosts at the same time. Returns the ids of the messages that must come
 * again: unreadable ones, which end as dead letters and are seen there, and those whose visit met an outage.
 */
export const fetchPages = async (
  worker: FetchWorker & { readonly meter: Pick<Meter, 'run'> },
  messages: readonly QueueMessage[],
  remainingMs: number,
): Promise<string[]> => {
  const { visits, unreadable } = groupVisits(messages);
  const lastStart = worker.now() + remainingMs - tailMs(worker.tier);
  const failed: string[] = [];
  const carryOut = async (visit: PlannedVisit, together: Together): Promise<void> => {
    const first = visit.urlBatches[0] as UrlBatch;
    const part = { invocations: visit.ids.length / messages.length, fromQueue: true };
    const { visits } = together;
    try {
      await worker.meter.run(first.job, part, async () => {
        try {
          const job = await together.job();
          if (job?.status === 'running' && (await endIfPastBudget(worker, job))) return;
          if (job?.status === 'running')
            await visitRunning(worker, job, visit, { lastStart, visits, key: visit });
          // The job is over or gone: its URL batches no longer matter.
          else if (job !== null && visit.redelivered) await endIfDrained(worker, job, true);
        } finally {
          await leaveVisits(worker, visits, visit);
          await lookIfDrained(worker, together, visit);
        }
      });
    } catch (error) {
      worker.log('visit failed', { job: first.job, host: first.host, error: String(error) });
      failed.push(...visit.ids);
    }
  };
  for (const turn of takeTurns(visits)) {
    const byJob = Map.groupBy(turn, ({ urlBatches: [first] }) => first?.job ?? '');
    await Promise.all(
      [...byJob].flatMap(([id, ofJob]) => {
        const together = visitTogether(worker, id, ofJob);
        return ofJob.map(async (visit) => await carryOut(visit, together));
      }),
    );
  }
  return [...unreadable, ...failed];
};
