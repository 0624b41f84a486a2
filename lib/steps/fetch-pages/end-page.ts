import { randomUUID } from 'node:crypto';
import { failedEnd, type PageEnd } from '../../envelope/page-end.ts';
import { isOpen, type NewPage, type Page, type PageState } from '../../frontier/page.ts';
import type { RunningJob } from '../../job/job.ts';
import { failureOfThrown, errorStack } from '../../outage.ts';
import { isRemembrance, putRemembrances } from '../../store/frontier/put-remembrances.ts';
import { recordUnits } from '../../store/meter.ts';
import { endIfIntolerable } from '../protocol/end-job.ts';
import { finishPage } from '../protocol/finish-page.ts';
import { finishTogether } from '../protocol/finish-together.ts';
import type { FinishOutcome, FinishRequest } from '../protocol/frontier-step.ts';
import { limits } from '../../limits/limits.ts';
import { collectChildren } from './collect-children.ts';
import type { FetchWorker } from './fetch-worker.ts';
import type { HostVisit, WaitingEnd } from './host-visit.ts';
import { unsentOfPage } from './unsent-children.ts';

/** What the end of a page needs. */
export type EndingWorker = Pick<
  FetchWorker,
  'table' | 'seen' | 'now' | 'random' | 'sleep' | 'robots' | 'wikis' | 'policies' | 'queues' | 'log' | 'tier'
>;

/**
 * Makes the end of a page whose visit threw an error that concerns this page alone, and logs the error with its stack.
 *
 * @throws the error itself, if a store or a queue is out.
 */
export const endOfThrown = (
  { log }: Pick<FetchWorker, 'log'>,
  job: Pick<RunningJob, 'id'>,
  page: Page,
  error: unknown,
): PageEnd => {
  const why = failureOfThrown(error, page.url, 'CONTENT_UNREADABLE');
  log('page failed', { job: job.id, url: page.url, reason: why.message, stack: errorStack(error) });
  return failedEnd(why);
};

/** Whether a page may wait for others of its visit: nothing else depends on how its end turns out. */
const mayWait = ({ tier }: Pick<EndingWorker, 'tier'>, visit: HostVisit, page: Page, end: PageEnd): boolean =>
  page.kind === 'page' &&
  end.scopeUrl === undefined &&
  // A page from a browser costs too much to be rendered twice.
  tier.name !== 'browser' &&
  !visit.redelivered &&
  visit.job.request.map === undefined &&
  visit.job.request.extract?.failFast !== true;

/**
 * Ends a page in the frontier, together with others of its visit if it may wait for them. Its children are sent with
 * the rest. If judging its links or writing its end throws, the page ends with that error instead.
 */
export const endPage = async (
  worker: EndingWorker,
  visit: HostVisit,
  page: Page,
  end: PageEnd,
): Promise<void> => {
  const { state } = page;
  if (!isOpen(state)) return;
  const open = { ...page, state };
  const since = worker.now();
  let children: readonly NewPage[];
  try {
    children = await collectChildren(worker, visit, page, end);
  } catch (error) {
    const instead = endOfThrown(worker, visit.job, page, error);
    return await writeEnds(worker, visit, [{ page: open, end: instead, children: [], since }]);
  }
  const one = { page: open, end, children, since };
  if (!mayWait(worker, visit, page, end)) return await writeEnds(worker, visit, [one]);
  visit.ends.push(one);
  writeWhenQuiet(worker, visit);
  const waits = worker.now() - (visit.ends[0]?.since ?? since);
  // The newest keeps waiting: until it ends, the job cannot be over, so versions can be written separately.
  if (visit.ends.length > limits.endsTogetherMax || waits > limits.endWaitMs)
    await writeApart(worker, visit, visit.ends.splice(0, visit.ends.length - 1));
};

/**
 * Writes the waiting ends once no other page of the visit has ended for a while, so a page that hangs does not delay
 * those that came. Errors are thrown when the visit ends.
 */
const writeWhenQuiet = (worker: EndingWorker, visit: HostVisit): void => {
  clearTimeout(visit.quiet);
  visit.quiet = setTimeout(() => {
    writeWaitingEnds(worker, visit).catch(() => undefined);
  }, limits.endQuietMs);
};

/** Makes the step of a page's end, with its remembered version unless that is put `apart`, afterwards. */
const requestFor = (
  visit: HostVisit,
  { page, end, children }: WaitingEnd,
  versions: Versions,
): FinishRequest => {
  const { to, facts, items = [], ...changes } = end;
  const { kind, hash, url, state } = page;
  return {
    ...changes,
    job: visit.job,
    page: { kind, hash, url, from: state, to, facts },
    children,
    puts: versions === 'apart' ? items.filter((item) => !isRemembrance(item)) : items,
    token: randomUUID(),
  };
};

/**
 * Where the last versions of pages are put: `inside` the transaction that ends the pages, for two write units each, or
 * `apart`, after it, for one. `apart` is only allowed while another page of the visit waits for its end. That page
 * keeps the job from ending before the versions are put; a job that follows compares with these versions.
 */
type Versions = 'inside' | 'apart';

/**
 * Writes ends of pages together.
 *
 * @throws the first error, if a store or a queue is out; the other ends are written before.
 */
const writeEnds = async (
  worker: EndingWorker,
  visit: HostVisit,
  ends: readonly WaitingEnd[],
  versions: Versions = 'inside',
): Promise<void> => {
  // Each is an item below a kilobyte. It is put after the write that carries the counters, so it is counted here.
  if (versions === 'apart')
    recordUnits({ wru: ends.flatMap(({ end: { items = [] } }) => items.filter(isRemembrance)).length });
  const settled = await finishTogether(
    worker,
    ends.map((one) => requestFor(visit, one, versions)),
  );
  const thrown: unknown[] = [];
  for (const [index, one] of ends.entries()) {
    const outcome = settled[index];
    try {
      if (outcome?.status === 'fulfilled') await afterEnd(worker, visit, one, outcome.value, versions);
      else await endInstead(worker, visit, one, outcome?.reason);
    } catch (error) {
      thrown.push(error);
    }
  }
  if (thrown.length > 0) throw thrown[0];
};

/**
 * Runs the writes of a visit one after the other: a later write may let the job end, and earlier ones must be done by
 * then.
 */
const inTurn = async (visit: HostVisit, write: () => Promise<void>): Promise<void> => {
  const before = visit.written.at(-1);
  const written = (async (): Promise<void> => {
    await before?.catch(() => undefined);
    await write();
  })();
  visit.written.push(written);
  return await written;
};

/** Writes ends while another page of the visit waits, with their versions apart. @throws as `writeEnds` does. */
const writeApart = async (
  worker: EndingWorker,
  visit: HostVisit,
  ends: readonly WaitingEnd[],
): Promise<void> => {
  await inTurn(visit, async () => {
    await writeEnds(worker, visit, ends, 'apart');
  });
};

/** Writes all waiting ends of a visit; of many, the last one separately. @throws as `writeEnds` does. */
const writeWaitingEnds = async (worker: EndingWorker, visit: HostVisit): Promise<void> => {
  const ends = visit.ends.splice(0);
  const isMany = ends.length > limits.endsWithVersionsMax;
  try {
    if (isMany) await writeApart(worker, visit, ends.splice(0, ends.length - 1));
  } finally {
    await inTurn(visit, async () => {
      await writeEnds(worker, visit, ends);
    });
  }
};

/** Writes the remaining ends when a visit ends. @throws as `writeEnds` does, also for earlier writes. */
export const writeLastEnds = async (worker: EndingWorker, visit: HostVisit): Promise<void> => {
  clearTimeout(visit.quiet);
  try {
    await writeWaitingEnds(worker, visit);
  } finally {
    await Promise.all(visit.written);
  }
};

/** Ends a page with an error because its own end could not be written. @throws the error, if a store is out. */
const endInstead = async (
  worker: EndingWorker,
  visit: HostVisit,
  waiting: WaitingEnd,
  error: unknown,
): Promise<void> => {
  const one = { ...waiting, end: endOfThrown(worker, visit.job, waiting.page, error), children: [] };
  await afterEnd(worker, visit, one, await finishPage(worker, requestFor(visit, one, 'inside')), 'inside');
};

/** Does what follows from an end that was written, by this worker or by another. */
const afterEnd = async (
  worker: EndingWorker,
  visit: HostVisit,
  { page, end, children }: WaitingEnd,
  finished: FinishOutcome,
  versions: Versions,
): Promise<void> => {
  const { kind, hash } = page;
  const { to, facts, items = [] } = end;
  visit.admitted.push(...finished.admitted);
  if (finished.kind === 'finished') {
    if (versions === 'apart') await putRemembrances(worker.table, items.filter(isRemembrance));
    visit.mapped += end.counts?.mapped ?? 0;
    if (to === 'fetched') visit.fetched.push(hash);
  }
  if (visit.redelivered && children.length > 0)
    visit.admitted.push(...(await unsentOfPage(worker.table, visit.job.id, hash, children)));
  const told = finished.stays === true ? ({ ...end, to: 'admitted' } as const) : end;
  logEnd(worker, visit, page, told, finished.admitted.length);
  if (finished.kind === 'job-over') visit.stopped = true;
  else if (kind === 'page' && to !== 'fetched' && to !== 'done') {
    if (await endIfIntolerable(worker, visit.job, facts.code ?? 'INTERNAL')) visit.stopped = true;
  }
};

const logEnd = (
  { log }: Pick<FetchWorker, 'log'>,
  { job }: HostVisit,
  { kind, url }: Page,
  { to, facts }: Pick<PageEnd, 'facts'> & { readonly to: PageState },
  admitted: number,
): void => {
  const { traps, code, message: reason, status } = facts;
  if (traps !== undefined) log('traps', { job: job.id, url, traps });
  if (kind !== 'page') log('sitemap', { job: job.id, url, to, status, code, reason, admitted });
};
