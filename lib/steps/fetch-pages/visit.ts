import { randomUUID } from 'node:crypto';
import type { Queues } from '../../store/queues.ts';
import { endOf, isFailureCode, type Failure } from '../../failure.ts';
import { bundlesOf, delaySecondsOf, type OutgoingBundle } from '../../frontier/bundle.ts';
import { endIfIntolerable } from '../protocol/end-job.ts';
import { finishPage, type FinishDependencies } from '../protocol/finish-page.ts';
import { isOfSitemap, isOpen, type NewPage, type OpenState, type Page } from '../../frontier/page.ts';
import type { RunningJob } from '../../job/job.ts';
import { limits } from '../../limits/limits.ts';
import type { HostGate } from '../../fetch/politeness/host-gate.ts';
import type { HostTiers } from '../hosts/host-tiers.ts';
import type { PacePolicy, Promised } from '../../fetch/politeness/pace.ts';
import { nextAttempt } from '../../fetch/politeness/retry.ts';
import type { RobotsBook } from '../hosts/robots-book.ts';
import { hasRoomFor } from '../../fetch/sitemap/sitemap-children.ts';
import { browserReadyMs, readyMs } from '../../fetch/politeness/slot.ts';
import type { Tier } from '../../fetch/tier/tier.ts';
import { unsentOfPage } from './unsent-children.ts';
import { endOfThrown, type PageVisit } from './page-visit.ts';
import type { VisitPageDependencies } from './visit-page.ts';
import type { ReadUpload } from './visit-upload.ts';
import { childrenOf } from './visit-children.ts';
import type { RobotsVerdict } from '../../fetch/robots/robots-verdict.ts';

/** What a visit touches. */
export interface VisitDependencies extends FinishDependencies, VisitPageDependencies {
  readonly queues: Queues;
  readonly gate: HostGate;
  readonly robots: RobotsBook;
  readonly tier: Tier;
  readonly hostTiers: HostTiers;
  readonly policyOf: (host: string, job: RunningJob, verdict: RobotsVerdict | null) => PacePolicy;
  /** Until when pages of a host wait for its window; null when they need not. */
  readonly heldUntil: (host: string, job: RunningJob) => number | null;
  /** What the pages of a host are worth beside those of others, 0 to 1; null where nobody said. */
  readonly weightOf: ((host: string) => number) | null;
  /** Absent where no page is a file that was sent: in a browser. */
  readonly readUpload?: ReadUpload;
  readonly log: (event: string, fields: Record<string, unknown>) => void;
}

/** One worker with the pages of one job at one host: what it has decided so far, and what it will send. */
export interface Visit {
  readonly job: RunningJob;
  readonly host: string;
  readonly lease: string;
  /** Milliseconds since the epoch after which no request is started. */
  readonly lastStart: number;
  readonly outgoing: OutgoingBundle[];
  /** Children that were admitted here: bundled together when the visit ends. */
  readonly admitted: (NewPage | Page)[];
  /** Pages that were fetched, and wait for extraction: rung for when the visit ends. */
  readonly fetched: string[];
  readonly redelivered: boolean;
  /** Pages about whose revision their wiki was asked, or need not be. */
  readonly asked: Set<string>;
  /** Of a map: URLs that were found here, which the job as it was read does not count yet. */
  mapped: number;
  stopped: boolean;
}

/** Whether the job has what its limit allows: sitemaps that were not read are not needed any more. */
export const isFull = ({ job, mapped }: Visit): boolean =>
  !hasRoomFor(job, job.admitted, (job.mapped ?? 0) + mapped);

/**
 * Sends pages on for later: the first ten with the slots they were promised, the others after `delayMs`. A delay beyond what
 * SQS can keep is written on the bundle, which then travels until it is due.
 */
export const putOff = (
  visit: Visit,
  pages: readonly Page[],
  delayMs: number,
  now: number,
  slots?: Promised,
): void => {
  const bundles = bundlesOf(visit.job.id, visit.job.priority, pages);
  for (const [index, bundle] of bundles.entries()) {
    if (slots !== undefined && index === 0) {
      // Early: the worker waits for the slot itself, which a late message, or a browser that starts, would miss.
      const readySeconds = (pages[0]?.tier === 'browser' ? browserReadyMs : readyMs) / 1_000;
      const early = Math.max(0, Math.floor(delayMs / 1_000) - readySeconds);
      visit.outgoing.push({ bundle: { ...bundle, slots }, delaySeconds: early });
    } else {
      const far = delayMs > limits.messageDelaySecondsMax * 1_000;
      visit.outgoing.push({
        bundle: far ? { ...bundle, due: now + delayMs } : bundle,
        delaySeconds: delaySecondsOf(delayMs),
      });
    }
  }
};

const isFailure = (page: Page, { to }: Extract<PageVisit, { kind: 'end' }>): boolean =>
  to !== 'fetched' && to !== 'done' && !isOfSitemap(page.hash);

/**
 * Ends a page in the frontier; its children are sent with the rest. What is thrown while its links are judged, or because of
 * what is to be written of it, is its end instead.
 */
export const finishVisited = async (
  dependencies: VisitDependencies,
  visit: Visit,
  page: Page,
  outcome: Extract<PageVisit, { kind: 'end' }>,
): Promise<void> => {
  const { state } = page;
  if (!isOpen(state)) return;
  const open = { ...page, state };
  try {
    await finishWith(
      dependencies,
      visit,
      open,
      outcome,
      await childrenOf(dependencies, visit, page, outcome),
    );
  } catch (error) {
    await finishWith(dependencies, visit, open, endOfThrown(dependencies, visit.job, page, error), []);
  }
};

const finishWith = async (
  dependencies: VisitDependencies,
  visit: Visit,
  page: Page & { readonly state: OpenState },
  outcome: Extract<PageVisit, { kind: 'end' }>,
  children: readonly NewPage[],
): Promise<void> => {
  const finished = await finishPage(dependencies, {
    job: visit.job,
    page: {
      hash: page.hash,
      url: page.url,
      from: page.state,
      to: outcome.to,
      attributes: outcome.attributes,
    },
    children,
    counts: outcome.counts,
    jobAttributes: outcome.jobAttributes,
    puts: outcome.puts,
    token: randomUUID(),
  });
  visit.admitted.push(...finished.admitted);
  if (finished.kind === 'finished') visit.mapped += outcome.counts['mapped'] ?? 0;
  if (outcome.to === 'fetched' && finished.kind === 'finished') visit.fetched.push(page.hash);
  if (visit.redelivered && children.length > 0) {
    visit.admitted.push(...(await unsentOfPage(dependencies.table, visit.job.id, page.hash, children)));
  }
  const { traps } = outcome.attributes;
  if (traps !== undefined) dependencies.log('traps', { job: visit.job.id, url: page.url, traps });
  if (isOfSitemap(page.hash)) {
    const { code, message, status } = outcome.attributes;
    const admitted = finished.admitted.length;
    dependencies.log('sitemap', {
      job: visit.job.id,
      url: page.url,
      to: outcome.to,
      status,
      code,
      reason: message,
      admitted,
    });
  }
  if (finished.kind === 'job-over') visit.stopped = true;
  else if (isFailure(page, outcome)) {
    const { code } = outcome.attributes;
    const why = typeof code === 'string' && isFailureCode(code) ? code : 'INTERNAL';
    if (await endIfIntolerable(dependencies, visit.job, why)) visit.stopped = true;
  }
};

/** What becomes of a page that robots.txt, or the lack of one, keeps us from: its end, or another try. */
export const refusePage = async (
  dependencies: VisitDependencies,
  visit: Visit,
  page: Page,
  why: Failure,
  retryAfterMs?: number,
): Promise<void> => {
  const next = nextAttempt({
    code: why.code,
    attempts: page.attempts,
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
    random: dependencies.random,
  });
  if (next.again) {
    const mine = await dependencies.recordFailure(visit.job.id, page, why, next.delayMs);
    if (mine) putOff(visit, [page], next.delayMs, dependencies.now());
    return;
  }
  await finishVisited(dependencies, visit, page, {
    kind: 'end',
    to: endOf(why.code),
    attributes: { code: why.code, message: why.message.slice(0, limits.failureMessageCharactersMax) },
    children: [],
    counts: {},
    jobAttributes: {},
    puts: [],
  });
};
