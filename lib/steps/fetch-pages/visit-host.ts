import { randomUUID } from 'node:crypto';
import { findPages } from '../../store/frontier/find-pages.ts';
import { sendUrlBatches, sendExtract } from '../../store/queues.ts';
import {
  batchUrls,
  toDelaySeconds,
  batchLikelyFirst,
  type UrlBatch,
  type OutgoingUrlBatch,
} from '../../frontier/url-batch.ts';
import type { Failure } from '../../failure.ts';
import { endIfDrained } from '../protocol/end-job.ts';
import { isOfSitemap, type Page } from '../../frontier/page.ts';
import type { RunningJob } from '../../job/job.ts';
import { isExhausted } from '../../frontier/sameness.ts';
import { enqueuePageWebhook } from '../protocol/enqueue-webhooks.ts';
import { limits } from '../../limits/limits.ts';
import { failureOfThrown, errorStack } from '../../outage.ts';
import { reserveForJob } from './reserve-for-job.ts';
import { moveToTier } from './move-to-tier.ts';
import type { PaceReport, Promised } from '../../fetch/politeness/pace.ts';
import type { RobotsVerdict } from '../../fetch/robots/robots-verdict.ts';
import { unsentChildren } from './unsent-children.ts';
import { askRobots, useSlots } from './use-slots.ts';
import { endAsSame, endOfPortion, endOfUnneeded } from './end-without-request.ts';
import { finishVisited, isFull, requeue, refusePage } from './visit.ts';
import { visitUpload } from './visit-upload.ts';
import type { Visit, VisitDependencies } from './host-visit.ts';

/** Why robots.txt keeps us from a page; what cannot be judged is not asked for. */
const judgeRobots = (
  { robots, log }: VisitDependencies,
  { job }: Visit,
  verdict: RobotsVerdict,
  page: Page,
): Failure | null => {
  try {
    return robots.judge(verdict, page.url);
  } catch (error) {
    log('page failed', { job: job.id, url: page.url, reason: String(error), stack: errorStack(error) });
    return failureOfThrown(error, page.url, 'CONTENT_UNREADABLE');
  }
};

/**
 * Ends what needs no request: pages that would say what others said, portions of sitemaps and reserves, whose pages are admitted here. Of a
 * job that has no place for another page, sitemaps of any kind end or wait. Answers the pages that are left.
 */
const withoutRequest = async (
  dependencies: VisitDependencies,
  visit: Visit,
  pages: readonly Page[],
): Promise<Page[]> => {
  const left: Page[] = [];
  const full = isFull(visit);
  for (const page of pages) {
    if (visit.stopped) left.push(page);
    else if (!isOfSitemap(page.hash) && page.kin !== undefined && isExhausted(visit.job.sameness, page.url)) {
      await finishVisited(dependencies, visit, page, endAsSame(visit.job, page));
    } else if (!isOfSitemap(page.hash) || (page.portion === undefined && !full)) left.push(page);
    else if (dependencies.now() > visit.lastStart) requeue(visit, [page], 0, dependencies.now());
    else {
      const end = full
        ? await endOfUnneeded(dependencies, visit, page)
        : endOfPortion(dependencies, visit, page);
      if (end !== null) await finishVisited(dependencies, visit, page, end);
    }
  }
  return left;
};

/** How long a host whose robots.txt cannot be had asked to be left alone. */
const retryAfterOf = (verdict: RobotsVerdict, now: number): number | undefined =>
  verdict.kind === 'disallow-all' && verdict.retryAt !== undefined
    ? Math.max(0, verdict.retryAt - now)
    : undefined;

/** What stopped a job that verifies certificates says nothing to one that does not. */
const verdictFor = (job: RunningJob, verdict: RobotsVerdict | null): RobotsVerdict | null =>
  job.request.scrape.skipTlsVerification && verdict?.kind === 'disallow-all' && verdict.code === 'TLS_FAILED'
    ? null
    : verdict;

/** Sends all pages on for later, and logs it. */
const requeueAs = (
  event: 'held' | 'put off',
  { now, log }: VisitDependencies,
  visit: Visit,
  pending: Page[],
  { at, slots }: { readonly at: number; readonly slots?: Promised | undefined },
): void => {
  const delayMs = at - now();
  log(event, { job: visit.job.id, host: visit.host, pages: pending.length, delayMs });
  requeue(visit, pending.splice(0), delayMs, now(), slots);
};

const visitPending = async (
  dependencies: VisitDependencies,
  visit: Visit,
  pending: Page[],
  promised: Promised | undefined,
): Promise<void> => {
  let promise = promised;
  while (pending.length > 0 && !visit.stopped) {
    const first = pending[0] as Page;
    const ignoresRobots = visit.job.request.crawl?.ignoreRobotsTxt === true;
    const verdict: RobotsVerdict | null = ignoresRobots
      ? { kind: 'allow-all' }
      : verdictFor(visit.job, await dependencies.robots.cached(visit.host));
    if (verdict !== null) {
      const judged = pending.map((page) => ({ page, why: judgeRobots(dependencies, visit, verdict, page) }));
      pending.splice(0, pending.length, ...judged.flatMap(({ page, why }) => (why === null ? [page] : [])));
      for (const { page, why } of judged) {
        if (why !== null)
          await refusePage(dependencies, visit, page, why, retryAfterOf(verdict, dependencies.now()));
      }
      if (pending.length === 0) return;
    }
    if (dependencies.now() > visit.lastStart) return requeue(visit, pending.splice(0), 0, dependencies.now());
    const opensAt = dependencies.heldUntil(visit.host, visit.job);
    if (opensAt !== null) return requeueAs('held', dependencies, visit, pending, { at: opensAt });
    const policy = dependencies.policyOf(visit.host, visit.job, verdict);
    const held = await reserveForJob(dependencies.rateLimiter, visit.host, visit.job, {
      policy,
      wanted: verdict === null ? 1 : Math.min(pending.length, dependencies.tier.pagesAtOnce),
      lease: visit.lease,
      ...(promise === undefined ? {} : { promised: promise }),
    });
    promise = undefined;
    if (held.kind === 'later') {
      // Slots promised for the robots request alone are not slots for the pages.
      const slots = verdict === null ? undefined : held.slots;
      return requeueAs('put off', dependencies, visit, pending, { at: held.at, slots });
    }
    let report: PaceReport = { answered: 0, failedInRow: 0, granted: held.slots };
    try {
      report =
        verdict === null
          ? await askRobots(dependencies, visit, new URL(first.url).origin, { ...held, policy })
          : await useSlots(dependencies, visit, pending, { ...held, policy });
    } finally {
      await held.release(report);
    }
  }
};

/**
 * The pages that are this tier's. What waits for another goes to its queue: at once, if nobody may have sent it; pages that
 * need no HTTP request are moved here, without one.
 */
const ofTier = async (
  dependencies: VisitDependencies,
  visit: Visit,
  pages: readonly Page[],
): Promise<Page[]> => {
  const { tier, hostTiers, wikis, table, log } = dependencies;
  const isHere = (page: Page): boolean => (page.tier === 'browser') === (tier.name === 'browser');
  const now = dependencies.now();
  if (visit.redelivered)
    requeue(
      visit,
      pages.filter((page) => !isHere(page)),
      0,
      now,
    );
  const here = pages.filter(isHere);
  if (tier.name === 'browser') return here;
  const left: Page[] = [];
  for (const page of here) {
    const why = isOfSitemap(page.hash)
      ? null
      : await hostTiers.skipHttp(visit.host, visit.job.request.scrape, wikis.mayAnswer(page));
    if (why === null) {
      left.push(page);
      continue;
    }
    const moved = await moveToTier(table, visit.job.id, page, 'browser', why);
    log('fell through', { job: visit.job.id, page: page.hash, url: page.url, ...why, moved: moved !== null });
    if (moved !== null) requeue(visit, [moved], 0, now);
  }
  return left;
};

/** The children that were admitted here, in URL batches: at once, but for those of a crawl that looks for something. */
const batchChildren = (
  dependencies: VisitDependencies,
  { job, host, admitted }: Visit,
): OutgoingUrlBatch[] => {
  if (job.request.extract !== undefined && job.request.crawl !== undefined) {
    const { spacingMs } = dependencies.policyOf(host, job, null);
    return batchLikelyFirst(job.id, job.priority, admitted, spacingMs);
  }
  return batchUrls(job.id, job.priority, admitted).map((urlBatch) => ({ urlBatch, delaySeconds: 0 }));
};

/**
 * Visits one host for the pages of one job: reserves slots, asks for robots.txt first, fetches a page in each slot, and puts
 * off what does not fit.
 *
 * Everything that is put off or admitted here is sent before this returns, and only then is the message acknowledged. If
 * we die earlier, the message comes back: pages that are over are passed by but for children that were not sent, fetched
 * ones are rung for, the others are visited again.
 *
 * Throws when a store or a queue is out; the messages then come again.
 */
export const visitHost = async (
  dependencies: VisitDependencies,
  job: RunningJob,
  work: {
    readonly urlBatches: readonly UrlBatch[];
    /** The URL batches were delivered before: what their worker left unsent is sent now. */
    readonly redelivered: boolean;
    readonly lastStart: number;
  },
): Promise<void> => {
  const { redelivered } = work;
  const began = dependencies.now();
  const far = work.urlBatches.filter((urlBatch) => (urlBatch.due ?? 0) > began + limits.slotPatienceMs);
  await sendUrlBatches(
    dependencies.queues,
    far.map((urlBatch) => ({ urlBatch, delaySeconds: toDelaySeconds((urlBatch.due ?? began) - began) })),
  );
  const urlBatches = work.urlBatches.filter((urlBatch) => !far.includes(urlBatch));
  if (urlBatches.length === 0) return;
  const host = urlBatches[0]?.host ?? '';
  const pages = await findPages(
    dependencies.table,
    job.id,
    urlBatches.flatMap((urlBatch) => urlBatch.pages),
  );
  const now = dependencies.now();
  const visit: Visit = {
    job,
    host,
    lease: randomUUID(),
    redelivered,
    lastStart: work.lastStart,
    outgoing: [],
    admitted: redelivered
      ? await unsentChildren(
          dependencies.table,
          job.id,
          pages.filter((page) => page.state !== 'admitted'),
        )
      : [],
    fetched: redelivered ? pages.flatMap((page) => (page.state === 'fetched' ? [page.hash] : [])) : [],
    asked: new Set(),
    mapped: 0,
    stopped: false,
  };
  const admitted = pages.filter((page) => page.state === 'admitted');
  const { upload } = job.request;
  const open = upload === undefined ? await ofTier(dependencies, visit, admitted) : admitted;
  const early = open.filter((page) => (page.notBefore ?? 0) > now);
  for (const page of early) requeue(visit, [page], (page.notBefore ?? now) - now, now);
  const pending = open.filter((page) => !early.includes(page));
  const promised = urlBatches.find((urlBatch) => urlBatch.slots !== undefined)?.slots;
  try {
    const { readUpload } = dependencies;
    if (upload !== undefined && readUpload !== undefined)
      await visitUpload({ ...dependencies, readUpload }, visit, pending, upload);
    else {
      const requested = await withoutRequest(dependencies, visit, pending);
      await visitPending(dependencies, visit, requested, promised);
    }
  } finally {
    // Also after an error: what was admitted before it must go out now rather than wait for the heartbeat.
    if (!visit.stopped) {
      await sendUrlBatches(dependencies.queues, [...batchChildren(dependencies, visit), ...visit.outgoing]);
      await sendExtract(dependencies.queues, job.id, visit.fetched);
      await enqueuePageWebhook(dependencies.queues, job);
    }
  }
  dependencies.log('visited', {
    job: job.id,
    host,
    pages: open.length,
    admitted: visit.admitted.length,
    requeue: visit.outgoing.length,
    ms: dependencies.now() - now,
  });
  // Children that were sent and pages that were put off or fetched are open, and whoever ends the last of them looks.
  const leftOpen = visit.admitted.length + visit.outgoing.length + visit.fetched.length > 0;
  if (redelivered || !leftOpen) await endIfDrained(dependencies, job, redelivered);
};
