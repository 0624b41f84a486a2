import { claimResend } from '../../store/jobs/claim-resend.ts';
import { listOpenJobs } from '../../store/jobs/list-open-jobs.ts';
import { listPages } from '../../store/frontier/list-pages.ts';
import { getPace, scheduledHost } from '../../store/hosts/pace.ts';
import { fetchQueueDepth } from '../../store/queue-depth.ts';
import { sendUrlBatches, sendExtract, sendFinish } from '../../store/queues.ts';
import { batchUrls } from '../../frontier/url-batch.ts';
import { endEarly, endIfDrained, endIfPastBudget } from '../protocol/end-job.ts';
import { checkDrift, judgeDrift, type DriftVerdict } from './check-drift.ts';
import { hostOf, isOpen, type Page } from '../../frontier/page.ts';
import { hasRoom } from '../../frontier/reserve.ts';
import { enqueueDueWebhooks } from '../protocol/enqueue-webhooks.ts';
import { seedJob } from '../submit-job/start-job.ts';
import { countPages, type PageCounts } from '../../frontier/count-pages.ts';
import { heldUntil, type HostWindows } from '../../frontier/time-window.ts';
import type { Job, RunningJob } from '../../job/job.ts';
import { limits } from '../../limits/limits.ts';
import { startDueRuns, type DueDependencies } from './start-due-runs.ts';

/**
 * The heartbeat: once a minute it starts the runs that are due, and continues work that a crash interrupted. For every
 * job that is not concluded, it does one of these:
 *
 *   finishing                        send the message to `finish-job` again
 *   running, past its deadline       end it with what it has
 *   running, budget used up          the same: no worker fetches for it that would have noticed
 *   running, first pages missing     admit them
 *   running, no page open            end it (a worker died between the last page and the end)
 *   running, no progress             send messages for its open pages again, except pages that wait for their host
 *   running, counters wrong          set them to what its pages say (checked without progress, and in samples)
 *
 * Each of these is harmless if it was not needed: every write behind it is conditional.
 */
export interface HeartbeatDependencies extends DueDependencies {
  /** Hosts whose scheduled pages wait for a time of day. */
  readonly hosts: HostWindows;
}

/** What the heartbeat did for a job, for its log. */
export type HeartbeatAction = 'nothing' | 'requeued' | 'ended' | 'seeded' | 'resent' | 'repaired';

/** As long as `finish-job` may take: a message while it works would only occupy its other sandboxes. */
const finishMs = 15 * 60_000;

/** If a job's messages are all gone, its pages are sent again after this time; SQS counts a little late. */
const orphanedAfterMs = 20_000;

/** Who admits first pages notes each object: without one for this long, the next heartbeat goes on. */
const unseededAfterMs = 10_000;

/**
 * Finds the pages that no worker will take up: open, due, and not waiting for a host that others keep busy. Also counts
 * all pages.
 */
const strandedPages = async (
  dependencies: HeartbeatDependencies,
  job: RunningJob,
  idle: boolean,
): Promise<{ readonly stranded: Page[]; readonly counts: PageCounts | null }> => {
  const now = dependencies.now();
  const waiting = new Map<string, boolean>();
  const waits = async (host: string): Promise<boolean> => {
    const kept = waiting.get(host);
    if (kept !== undefined) return kept;
    const pace = await getPace(dependencies.table, host);
    const held = heldUntil(dependencies.hosts, host, job, now) !== null;
    const busy = held || Math.max(pace.next, pace.nextReturnAt, pace.pausedUntil) > now;
    waiting.set(host, busy);
    return busy;
  };
  const waitsForAll = !idle && job.source !== undefined && (await waits(scheduledHost));
  const full = job.request.map === undefined && !hasRoom(job);
  const stranded: Page[] = [];
  let counts = countPages([]);
  for await (const listed of listPages(dependencies.table, job.id)) {
    counts = countPages(listed, counts);
    for (const page of listed) {
      if (!isOpen(page.state) || (page.notBefore ?? 0) > now) continue;
      // `endIfDrained` sends its message when there is room. Until then it must not hold up other pages here.
      if (full && job.reserves?.has(page.hash) === true) continue;
      const asksHost = page.state === 'admitted';
      if (!idle && asksHost && (waitsForAll || (await waits(hostOf(page.url))))) continue;
      stranded.push(page);
      if (stranded.length >= limits.resendPagesMax) return { stranded, counts: null };
    }
  }
  return { stranded, counts };
};

/** Reports counters that were wrong and are now repaired. */
const reportDrift = (
  dependencies: HeartbeatDependencies,
  job: RunningJob,
  verdict: DriftVerdict,
): boolean => {
  if (verdict.kind !== 'repaired') return false;
  dependencies.log('counters disagree', { job: job.id, disagreement: verdict.disagreement, repaired: true });
  return true;
};

const revive = async (
  dependencies: HeartbeatDependencies,
  job: RunningJob,
  idle: boolean,
  seedForMs: number,
): Promise<HeartbeatAction> => {
  const now = dependencies.now();
  const silentMs = now - Math.max(job.progressAt, job.resentAt ?? 0);
  const usualMs = idle ? orphanedAfterMs : limits.stuckAfterMs;
  const patienceMs = job.seeding === true ? unseededAfterMs : usualMs;
  if (silentMs < patienceMs) return 'nothing';
  if (!(await claimResend(dependencies.table, job.id, { now, everyMs: patienceMs }))) return 'nothing';
  if (job.seeding === true) {
    await seedJob(dependencies, job, seedForMs);
    return 'seeded';
  }
  const { stranded, counts } = await strandedPages(dependencies, job, idle);
  if (stranded.length > 0) reportStandStill(dependencies, job, job.progressAt);
  const repaired =
    counts !== null && reportDrift(dependencies, job, await judgeDrift(dependencies.table, job, counts));
  const { admitted = [], fetched = [] } = Object.groupBy(stranded, ({ state }) =>
    state === 'fetched' ? 'fetched' : 'admitted',
  );
  await sendUrlBatches(
    dependencies.queues,
    job.team,
    batchUrls(job.id, job.priority, admitted).map((urlBatch) => ({ urlBatch, delaySeconds: 0 })),
  );
  await sendExtract(
    dependencies.queues,
    job,
    fetched.map((page) => page.hash),
  );
  if (repaired) return 'repaired';
  return stranded.length > 0 ? 'resent' : 'nothing';
};

/** Reports a job that has not moved since a moment, for longer than its priority allows. */
const reportStandStill = (dependencies: HeartbeatDependencies, job: Job, since: number): void => {
  const stillMs = dependencies.now() - since;
  if (stillMs <= limits.standStillMs[job.priority]) return;
  dependencies.log('job stands still', { job: job.id, status: job.status, stillMs });
};

/** Counts, now and then, the pages of one small job although it shows no fault. */
const sampleDrift = async (dependencies: HeartbeatDependencies, jobs: readonly Job[]): Promise<boolean> => {
  if (dependencies.random() >= limits.driftSampleShare) return false;
  const small = jobs.flatMap((job) =>
    job.status === 'running' && job.seeding !== true && job.admitted <= limits.driftSamplePagesMax
      ? [job]
      : [],
  );
  const job = small[Math.floor(dependencies.random() * small.length)];
  return job !== undefined && reportDrift(dependencies, job, await checkDrift(dependencies.table, job));
};

const tendJob = async (
  dependencies: HeartbeatDependencies,
  job: Job,
  idle: boolean,
  seedForMs: number,
): Promise<HeartbeatAction> => {
  const now = dependencies.now();
  if (job.status === 'finishing') {
    if (now - job.endedAt < 60_000) return 'nothing';
    reportStandStill(dependencies, job, job.endedAt);
    if (!(await claimResend(dependencies.table, job.id, { now, everyMs: finishMs }))) return 'nothing';
    await sendFinish(dependencies.queues, job);
    return 'requeued';
  }
  if (job.status !== 'running') return 'nothing';
  if (now > job.deadline) {
    await endEarly(dependencies, job, { outcome: 'failed', code: 'JOB_DEADLINE' });
    return 'ended';
  }
  if (await endIfPastBudget(dependencies, job)) return 'ended';
  if (job.open === (job.sitemapsOpen ?? 0) && job.seeding !== true) {
    const answer = await endIfDrained(dependencies, job);
    if (answer.kind === 'won') return 'ended';
    if (job.open === 0) return 'nothing';
  }
  return await revive(dependencies, job, idle, seedForMs);
};

/**
 * Tends jobs whose first pages are still to be admitted, after all other work of the heartbeat: they share its time
 * until `until`, and each gets one object of pages at least.
 */
const tendSeeding = async (
  tend: (job: Job, seedForMs: number) => Promise<void>,
  jobs: readonly Job[],
  now: () => number,
  until: number,
): Promise<void> => {
  for (const [index, job] of jobs.entries()) await tend(job, (until - now()) / (jobs.length - index));
};

/**
 * Looks after every job that is not concluded, and every webhook. Failures are logged; the next heartbeat, a minute
 * later, tries again.
 */
export const runHeartbeat = async (
  dependencies: HeartbeatDependencies,
): Promise<{ jobs: number; actions: number }> => {
  const { table, log, random, now } = dependencies;
  const seedUntil = now() + limits.heartbeatSeedingMs;
  let actions = 0;
  let seen = 0;
  let idle = false;
  let sample: readonly Job[] = [];
  const seeding: Job[] = [];
  const tend = async (job: Job, seedForMs: number): Promise<void> => {
    try {
      const action = await tendJob(dependencies, job, idle, seedForMs);
      if (action === 'nothing') return;
      actions += 1;
      log('heartbeat', { job: job.id, action });
    } catch (error) {
      log('heartbeat failed', { job: job.id, error: String(error) });
    }
  };
  for await (const jobs of listOpenJobs(table, limits.heartbeatJobsAtOnce)) {
    seen += jobs.length;
    if (jobs.length === 0) continue;
    if (seen === jobs.length) idle = (await fetchQueueDepth(dependencies.queues)) === 0;
    // Each job has the same chance of being counted.
    if (random() < jobs.length / seen) sample = jobs;
    for (const job of jobs) {
      if (job.status === 'running' && job.seeding === true) seeding.push(job);
      else await tend(job, 0);
    }
  }
  try {
    if (await sampleDrift(dependencies, sample)) actions += 1;
  } catch (error) {
    log('heartbeat failed', { error: String(error) });
  }
  try {
    const webhooks = await enqueueDueWebhooks(dependencies);
    if (webhooks > 0) dependencies.log('heartbeat', { webhooks, action: 'requeued' });
    actions += webhooks;
  } catch (error) {
    dependencies.log('heartbeat failed', { error: String(error) });
  }
  try {
    actions += await startDueRuns(dependencies);
  } catch (error) {
    dependencies.log('heartbeat failed', { error: String(error) });
  }
  await tendSeeding(tend, seeding, now, seedUntil);
  return { jobs: seen, actions };
};
