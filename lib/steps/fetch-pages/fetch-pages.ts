import { getJobItem } from '../../store/jobs/get-job.ts';
import type { Meter } from '../../store/meter.ts';
import { urlBatchSchema, type UrlBatch } from '../../frontier/url-batch.ts';
import { endIfDrained, endIfPastBudget } from '../protocol/end-job.ts';
import { tryAlone } from '../protocol/try-alone.ts';
import { limits } from '../../limits/limits.ts';
import type { Tier } from '../../fetch/tier/tier.ts';
import { endPagesOfVisit } from './end-visit.ts';
import { openJobHeaders } from './open-job-headers.ts';
import type { RunningJob } from '../../job/job.ts';
import { visitHost, type HostWork } from './visit-host.ts';
import type { LoneVisit } from './host-visit.ts';
import type { FetchWorker } from './fetch-worker.ts';

/** A message of a queue: its id, its body as JSON text, and how often it was received, this time included. */
export interface QueueMessage {
  readonly id: string;
  readonly body: string;
  readonly receives: number;
}

interface Visit {
  readonly ids: string[];
  readonly urlBatches: UrlBatch[];
  /** A worker had these URL batches before and did not acknowledge them. */
  readonly redelivered: boolean;
  /** Set if they are a single page that is visited alone. */
  readonly alone: LoneVisit;
}

/**
 * Computes the time kept for the last request: the wait for its slot, its response, its content, stores with retries,
 * messages.
 */
const tailMs = ({ requestMs }: Tier): number => limits.slotPatienceMs + requestMs + 20_000;

/**
 * Decides whether the pages of a message are each visited alone, for the first time or again: a worker had the message
 * before, or it was made from such a message.
 */
const loneVisit = ({ receives }: QueueMessage, { alone, pages }: UrlBatch): LoneVisit => {
  const before = receives - (alone === true || pages.length > 1 ? 1 : 2);
  if (before > 0) return 'again';
  return alone === true || receives > 1 ? 'first' : null;
};

/**
 * Groups URL batches of one job and host into visits. A batch that was promised slots, or has a place, is a visit of
 * its own.
 */
const visitsOf = (messages: readonly QueueMessage[]): { visits: Visit[]; unreadable: string[] } => {
  const visits = new Map<string, Visit>();
  const unreadable: string[] = [];
  for (const message of messages) {
    const parsed = urlBatchSchema.safeParse(parseJson(message.body));
    if (!parsed.success) {
      unreadable.push(message.id);
      continue;
    }
    const urlBatch = parsed.data;
    const alone = loneVisit(message, urlBatch);
    const redelivered = alone !== null;
    const isApart = alone !== null || urlBatch.slots !== undefined || urlBatch.place !== undefined;
    const key = isApart ? message.id : `${urlBatch.job}|${urlBatch.host}`;
    const visit = visits.get(key) ?? { ids: [], urlBatches: [], redelivered, alone };
    visit.ids.push(message.id);
    visit.urlBatches.push(urlBatch);
    visits.set(key, visit);
  }
  return { visits: [...visits.values()], unreadable };
};

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
};

/** Visits a host. An error that concerns all of its pages at once, and is not an outage, ends each of them. */
const visitOrEnd = async (worker: FetchWorker, job: RunningJob, work: HostWork): Promise<void> => {
  try {
    await visitHost(worker, await openJobHeaders(worker.headerSecret, job), work);
  } catch (error) {
    const hashes = work.urlBatches.flatMap(({ pages }) => pages);
    await endPagesOfVisit(worker, job, hashes, error);
  }
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
  const { visits, unreadable } = visitsOf(messages);
  const lastStart = worker.now() + remainingMs - tailMs(worker.tier);
  const failed = await Promise.all(
    visits.map(async (visit) => {
      const first = visit.urlBatches[0] as UrlBatch;
      const part = { invocations: visit.ids.length / messages.length, fromQueue: true };
      try {
        await worker.meter.run(first.job, part, async () => {
          const job = await getJobItem(worker.table, first.job);
          if (job?.status === 'running' && (await endIfPastBudget(worker, job))) return;
          if (job?.status === 'running' && visit.alone !== null && first.pages.length > 1)
            await tryAlone(worker.queues, job.team, first);
          else if (job?.status === 'running') await visitOrEnd(worker, job, { ...visit, lastStart });
          // The job is over or gone: its URL batches no longer matter.
          else if (job !== null && visit.redelivered) await endIfDrained(worker, job, true);
        });
        return [];
      } catch (error) {
        worker.log('visit failed', { job: first.job, host: first.host, error: String(error) });
        return visit.ids;
      }
    }),
  );
  return [...unreadable, ...failed.flat()];
};
