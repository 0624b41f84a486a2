import { randomUUID } from 'node:crypto';
import { findFreshPages, findPages } from '../../store/frontier/find-pages.ts';
import { sendExtract } from '../../store/queues.ts';
import type { UrlBatch } from '../../frontier/url-batch.ts';
import type { Page } from '../../frontier/page.ts';
import { heldUntil } from '../../frontier/time-window.ts';
import type { RunningJob } from '../../job/job.ts';
import { enqueuePageWebhook } from '../protocol/enqueue-webhooks.ts';
import { reserveForJob, type JobSlots, useSlots } from './host-slots.ts';
import { moveOn, moveToFetcher } from './move-to-tier.ts';
import { policyFor } from '../../fetch/politeness/host-policy.ts';
import type { PaceReport } from '../../fetch/politeness/pace-report.ts';
import type { ReturnTimes } from '../../fetch/politeness/slot-times.ts';
import type { RobotsVerdict } from '../../fetch/robots/robots-verdict.ts';
import { askRobots } from './ask-robots.ts';
import { dueBatches } from './due-batches.ts';
import { unsentChildren } from './unsent-children.ts';
import { sendOn } from './send-on.ts';
import { endDeadLinks, withoutRequest } from './end-without-request.ts';
import { writeLastEnds } from './end-page.ts';
import { refuseForbidden } from './refuse-page.ts';
import { visitUpload } from './visit-upload.ts';
import type { FetchWorker } from './fetch-worker.ts';
import { requeue, requeueToReturnTimes, type Appointment, type HostVisit } from './host-visit.ts';
import { readSitemapBytes } from './sitemap-bytes.ts';

/** Reads what is known of the host's robots.txt; null if it has to be requested. */
const knownVerdict = async (
  { robots }: Pick<FetchWorker, 'robots'>,
  { job, host }: HostVisit,
): Promise<RobotsVerdict | null> => {
  if (job.request.crawl?.ignoreRobotsTxt === true) return { kind: 'allow-all' };
  const verdict = await robots.cached(host);
  // A failure of a job that verifies certificates says nothing about a job that does not.
  const isOfOthers =
    job.request.scrape.skipTlsVerification &&
    verdict?.kind === 'disallow-all' &&
    verdict.code === 'TLS_FAILED';
  return isOfOthers ? null : verdict;
};

/** Sends all pages on for later, and logs it. */
const requeueAs = (
  event: 'held' | 'put off',
  worker: Pick<FetchWorker, 'now' | 'log'>,
  visit: HostVisit,
  pending: Page[],
  { at, slots, returnTimes }: Pick<Extract<JobSlots, { kind: 'later' }>, 'at' | 'slots' | 'returnTimes'>,
): void => {
  const delayMs = at - worker.now();
  worker.log(event, { job: visit.job.id, host: visit.host, pages: pending.length, delayMs });
  if (returnTimes === undefined) requeue(worker, visit, pending.splice(0), delayMs, slots);
  else requeueToReturnTimes(worker, visit, pending.splice(0), returnTimes, false);
};

/** Reserves slots of the host and uses them, for robots.txt or for pages. False once no page is left here. */
const visitOnce = async (
  worker: FetchWorker,
  visit: HostVisit,
  pending: Page[],
  { promised, returnTimes }: Appointment,
): Promise<boolean> => {
  const { job, host, lease } = visit;
  const verdict = await knownVerdict(worker, visit);
  if (verdict !== null) await refuseForbidden(worker, visit, pending, verdict);
  const [first] = pending;
  if (first === undefined) return false;
  if (worker.now() > visit.lastStart) {
    requeue(worker, visit, pending.splice(0));
    return false;
  }
  const opensAt = heldUntil(worker.policies.hosts, host, job, worker.now());
  if (opensAt !== null) {
    requeueAs('held', worker, visit, pending, { at: opensAt });
    return false;
  }
  const policy = policyFor(worker.policies, host, job, verdict);
  const held = await reserveForJob(worker.rateLimiter, host, job, {
    policy,
    wanted: verdict === null ? 1 : Math.min(pending.length, worker.tier.pagesAtOnce),
    lease,
    ...(promised === undefined ? {} : { promised }),
    ...(returnTimes === undefined ? {} : { returnTimes }),
  });
  if (held.retriesInVain === true) {
    const left = await endDeadLinks(worker, visit, pending, held.kind === 'later');
    pending.splice(0, pending.length, ...left);
  }
  if (held.kind === 'later') {
    if (pending.length === 0) return false;
    // A return time that was given for the robots.txt request does not hold for pages.
    requeueAs('put off', worker, visit, pending, verdict === null ? { at: held.at } : held);
    return false;
  }
  let report: PaceReport = { answered: 0, failedInRow: 0, granted: held.slots };
  try {
    report =
      verdict === null
        ? await askRobots(worker, visit, new URL(first.url).origin, { ...held, policy })
        : await useSlots(worker, visit, pending, { ...held, policy });
  } finally {
    await held.release(report);
  }
  if (verdict !== null && held.rest !== undefined && !visit.stopped) {
    requeueToReturnTimes(worker, visit, pending.splice(0), held.rest, true);
    return false;
  }
  return pending.length > 0 && !visit.stopped;
};

/**
 * Returns the pages that this tier fetches. Another tier's pages are sent to its queue if that may have been left out.
 * Pages that skip HTTP move to the browser without a request, and keep the return times that they came for.
 */
const ofTier = async (
  worker: FetchWorker,
  visit: HostVisit,
  pages: readonly Page[],
  returnTimes: ReturnTimes | undefined,
): Promise<Page[]> => {
  const { tier, hostTiers, wikis } = worker;
  const isHere = (page: Page): boolean => (page.tier === 'browser') === (tier.name === 'browser');
  const elsewhere = pages.filter((page) => !isHere(page));
  if (visit.redelivered) requeue(worker, visit, elsewhere);
  const here = pages.filter(isHere);
  if (tier.name === 'browser') return here;
  const left: Page[] = [];
  const movedOn: Page[] = [];
  for (const page of here) {
    const ofFetcher = await moveToFetcher(worker, visit, page);
    if (ofFetcher !== null) {
      left.push(...ofFetcher);
      continue;
    }
    const why =
      page.kind === 'page' && page.tier !== 'remote'
        ? await hostTiers.skipHttp(visit.host, visit.job.request.scrape, {
            url: page.url,
            hasApi: wikis.mayAnswer(page),
          })
        : null;
    const moved = why === null ? page : await moveOn(worker, visit.job, page, 'browser', why);
    if (moved !== null) (why === null ? left : movedOn).push(moved);
  }
  if (returnTimes === undefined) requeue(worker, visit, movedOn);
  else requeueToReturnTimes(worker, visit, movedOn, returnTimes, true);
  return left;
};

/** Makes the state of a new visit, with what an earlier worker of its URL batches may not have sent. */
const beginVisit = async (
  { table }: Pick<FetchWorker, 'table'>,
  job: RunningJob,
  host: string,
  pages: readonly Page[],
  work: Omit<HostWork, 'urlBatches'>,
): Promise<HostVisit> => {
  const moved = pages.filter((page) => page.state !== 'admitted');
  const { redelivered, alone, lastStart, visits, key } = work;
  return {
    job,
    host,
    lease: randomUUID(),
    redelivered,
    alone,
    lastStart,
    outgoing: [],
    admitted: redelivered ? await unsentChildren(table, job.id, moved) : [],
    fetched: redelivered ? pages.flatMap((page) => (page.state === 'fetched' ? [page.hash] : [])) : [],
    visits,
    key,
    unwritten: [],
    thrown: [],
    asked: new Set(),
    passed: { verdict: null, pages: new Set() },
    versions: new Map(),
    mapped: 0,
    sitemapBytes: await readSitemapBytes(table, job, pages),
    stopped: false,
  };
};

const visitPending = async (
  worker: FetchWorker,
  visit: HostVisit,
  pending: readonly Page[],
  appointment: Appointment,
): Promise<void> => {
  const { upload } = visit.job.request;
  if (upload !== undefined) return await visitUpload(worker, visit, pending, upload);
  const left = await withoutRequest(worker, visit, pending);
  if (left.length === 0 || visit.stopped) return;
  // The appointment holds for the first reservation only.
  let goesOn = await visitOnce(worker, visit, left, appointment);
  while (goesOn) goesOn = await visitOnce(worker, visit, left, {});
};

/** URL batches of one job and host that a worker has. */
export interface HostWork {
  readonly urlBatches: readonly UrlBatch[];
  /** The URL batches were delivered before: whatever their worker did not send is sent now. */
  readonly redelivered: boolean;
  /** Set if the visit is one page whose earlier worker did not come back. */
  readonly alone: HostVisit['alone'];
  /** Milliseconds since the epoch after which no request is started. */
  readonly lastStart: number;
  readonly visits: HostVisit['visits'];
  readonly key: HostVisit['key'];
}

/**
 * Visits one host for the pages of one job: reserves slots, requests robots.txt first, fetches a page in each slot, and
 * puts off the pages that do not fit.
 *
 * All that is put off or admitted here is sent before this returns, and only then is the message acknowledged. If the
 * worker dies earlier, the message comes again: pages that are over are skipped (but their unsent children are sent),
 * fetched pages get a message, the others are visited again.
 * @throws when a store or a queue is out; the messages then come again.
 */
export const visitHost = async (worker: FetchWorker, job: RunningJob, work: HostWork): Promise<void> => {
  const urlBatches = await dueBatches(worker, job.team, work.urlBatches);
  const [first] = urlBatches;
  if (first === undefined) return;
  const hashes = urlBatches.flatMap((urlBatch) => urlBatch.pages);
  const isFresh = !work.redelivered && urlBatches.every(({ fresh }) => fresh === true);
  const pages = await (isFresh ? findFreshPages : findPages)(worker.table, job.id, hashes);
  const began = worker.now();
  const visit = await beginVisit(worker, job, first.host, pages, work);
  const admitted = pages.filter((page) => page.state === 'admitted');
  const open =
    job.request.upload === undefined ? await ofTier(worker, visit, admitted, first.place) : admitted;
  const early = open.filter((page) => (page.notBefore ?? 0) > began);
  for (const page of early) requeue(worker, visit, [page], (page.notBefore ?? began) - began);
  const pending = open.filter((page) => !early.includes(page));
  try {
    await visitPending(worker, visit, pending, { promised: first.slots, returnTimes: first.place });
  } finally {
    try {
      await writeLastEnds(worker, visit);
    } finally {
      // Also after an error: children that were admitted before it must be sent now rather than wait for the heartbeat.
      if (!visit.stopped) {
        await sendOn(worker, visit);
        await sendExtract(worker.queues, job, visit.fetched);
        await enqueuePageWebhook(worker.queues, job);
      }
    }
  }
  worker.log('visited', {
    job: job.id,
    host: visit.host,
    pages: open.length,
    admitted: visit.admitted.length,
    requeue: visit.outgoing.length,
    ms: worker.now() - began,
  });
  // These pages are all open, and the worker that ends the last of them checks whether the job is drained.
  work.visits.leftOpen.push(visit.admitted.length + visit.outgoing.length + visit.fetched.length > 0);
};
