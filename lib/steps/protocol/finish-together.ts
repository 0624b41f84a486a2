import { writeTogether, type TogetherStep } from '../../store/frontier/write-together.ts';
import { recordUnits } from '../../store/meter.ts';
import { backoffMs } from '../../frontier/backoff.ts';
import { isContentPage, type NewPage } from '../../frontier/page.ts';
import { endedWithout } from '../../frontier/reserve.ts';
import { pickShard } from '../../job/counter-shards.ts';
import { limits } from '../../limits/limits.ts';
import { isOutage } from '../../outage.ts';
import { finishPage, unknownChildren } from './finish-page.ts';
import { withLinkNotes } from './note-links.ts';
import {
  lastWrite,
  type FinishDependencies,
  type FinishOutcome,
  type FinishRequest,
} from './frontier-step.ts';

type PageRequest = FinishRequest & { readonly page: NonNullable<FinishRequest['page']> };

/** Whether a page may end with others: only pages follow from it, and few enough. */
const isPlain = (request: FinishRequest): request is PageRequest =>
  request.page?.kind === 'page' &&
  request.scopeUrl === undefined &&
  request.children.every((child) => isContentPage(child)) &&
  request.children.length <= limits.childrenPerTransactionMax;

interface Step {
  readonly request: PageRequest;
  readonly children: readonly NewPage[];
}

/**
 * Counts how many of a transaction's hundred items a step takes: its page, its children, and what is put with it. Few
 * pages are remembered inside a transaction, and these have no children: they always fit.
 */
const itemsOf = ({ request, children }: Step): number =>
  1 + children.length + (request.puts?.length ?? 0) + 2;

/** Groups steps that fit one transaction, in order. */
const inGroups = (steps: readonly Step[]): Step[][] => {
  const groups: Step[][] = [];
  let room = 0;
  for (const step of steps) {
    room -= itemsOf(step);
    if (room < 0) {
      groups.push([]);
      room = limits.childrenPerTransactionMax - itemsOf(step);
    }
    groups.at(-1)?.push(step);
  }
  return groups;
};

/** The request without what is remembered after its transaction. */
const withoutRemembrances = <Request extends FinishRequest>({
  remembrances: _after,
  ...request
}: Request): Omit<Request, 'remembrances'> => request;

/** Each is an item below a kilobyte. It is put after the write that carries the counters, so it is counted before. */
const countRemembrances = (requests: readonly FinishRequest[]): void =>
  recordUnits({ wru: requests.flatMap(({ remembrances = [] }) => remembrances).length });

const stepOf = ({ request, children }: Step): TogetherStep => {
  const { page = request.page, counts, unions, puts, stamped } = lastWrite(request, false);
  return {
    page,
    children,
    token: request.token,
    ...(counts === undefined ? {} : { counts }),
    ...(unions === undefined ? {} : { unions }),
    ...(puts === undefined ? {} : { puts }),
    ...(stamped === undefined ? {} : { stamped }),
  };
};

/**
 * Where what is remembered of pages is put: inside the transaction that ends them, for two write units each, or after
 * it, for one. After it only while another page keeps the job from ending; a job that follows compares with these
 * versions. That is a page which the transaction admits, whose message is sent after all this, or the last page of the
 * group, which then ends by itself.
 */
export interface Remembering {
  /** Other pages of the job stay open until these are put. */
  readonly othersOpen: boolean;
  /** Puts what is remembered of pages that have ended. Does not throw. */
  readonly put: (requests: readonly FinishRequest[]) => Promise<void>;
}

/** The steps of the next try, and whether they are remembered after it. */
const nextTry = (
  steps: readonly Step[],
  { othersOpen }: Remembering,
): { readonly steps: readonly Step[]; readonly after: boolean } => {
  const remembered = steps.filter(({ request: { remembrances = [] } }) => remembrances.length > 0);
  const holdsMany = remembered.length > limits.endsWithVersionsMax;
  if (othersOpen || steps.some(({ children }) => children.length > 0)) return { steps, after: true };
  return holdsMany ? { steps: steps.slice(0, -1), after: true } : { steps, after: false };
};

/**
 * Tries to end the pages of a group at once. Returns the steps that it ended, with the children that were put for each.
 * It leaves out children that exist, pages that have moved, and a page that is held back. If the job refuses, or
 * conflicts do not end, it changes nothing.
 */
const tryGroup = async (
  dependencies: FinishDependencies,
  group: readonly Step[],
  remembering: Remembering,
): Promise<ReadonlyMap<PageRequest, readonly NewPage[]>> => {
  const ended = new Map<PageRequest, readonly NewPage[]>();
  const { table, seen, now, random, sleep } = dependencies;
  let left = group;
  let isCounted = false;
  for (let attempt = 1; attempt <= limits.transactionTriesMax && left.length > 1; attempt += 1) {
    const { steps, after } = nextTry(left, remembering);
    const [{ request: first }] = steps as readonly [Step];
    const { id, limit, ttl, cells: shards, failed = 0, blocked = 0, skipped = 0 } = first.job;
    const about = {
      job: id,
      limit,
      ttl,
      lost: endedWithout({ failed, blocked, skipped }),
      now: now(),
      // Only the sums of all shards have a meaning: one shard counts for all of these.
      ...(shards === undefined ? {} : { shards, shard: pickShard(first.page.hash, shards) }),
    };
    if (after && !isCounted) countRemembrances(steps.map(({ request }) => request));
    isCounted ||= after;
    const written = after
      ? steps.map(({ request, children }) => ({ request: withoutRemembrances(request), children }))
      : steps;
    const answer = await writeTogether(table, about, written.map(stepOf));
    if (answer.kind === 'applied') {
      for (const { request, children } of steps) ended.set(request, children);
      for (const { hash } of steps.flatMap(({ children }) => children)) seen.add(id, hash);
      if (after) await remembering.put(steps.map(({ request }) => request));
      return ended;
    }
    if (answer.jobRefused) return ended;
    for (const hash of answer.existing) seen.add(id, hash);
    const isStopped = answer.moved.size === 0 && answer.existing.size === 0;
    if (isStopped) await sleep(backoffMs(attempt, random));
    left = left
      .filter((_, index) => !answer.moved.has(index))
      .map((step) => ({ ...step, children: step.children.filter(({ hash }) => !answer.existing.has(hash)) }));
  }
  return ended;
};

/** Ends a page by itself, and remembers it after that if other pages stay open. */
const finishAlone = async (
  dependencies: FinishDependencies,
  request: FinishRequest,
  { othersOpen, put }: Remembering,
): Promise<FinishOutcome> => {
  if (!othersOpen || request.remembrances === undefined) return await finishPage(dependencies, request);
  countRemembrances([request]);
  const outcome = await finishPage(dependencies, withoutRemembrances(request));
  if (outcome.kind === 'finished') await put([request]);
  return outcome;
};

/** Gives each child to the first of the pages that name it, unless it is known to exist. */
const shareChildren = async (
  dependencies: FinishDependencies,
  requests: readonly PageRequest[],
): Promise<Step[]> => {
  const [first] = requests;
  if (first === undefined) return [];
  const isFull = dependencies.seen.isFull(first.job.id, dependencies.now());
  const wanted = isFull ? [] : requests.flatMap(({ children }) => children);
  const unknown = await unknownChildren(dependencies, first.job, wanted, false);
  const left = new Set(unknown.map(({ hash }) => hash));
  // These pages exist, even if a late lookup says otherwise; a transaction must not name an item twice.
  for (const { page } of requests) left.delete(page.hash);
  return requests.map((request) => ({
    request,
    children: request.children.filter(({ hash }) => left.delete(hash)),
  }));
};

/**
 * Carries out the steps of several pages of one job: those that can share a transaction together, and all that this
 * does not end one after the other, as `finishPage` does. Returns the results in the order of the steps; a step that
 * throws does not affect the others.
 */
export const finishTogether = async (
  dependencies: FinishDependencies,
  requests: readonly FinishRequest[],
  remembering: Remembering = { othersOpen: false, put: async () => {} },
): Promise<PromiseSettledResult<FinishOutcome>[]> => {
  const ended = new Map<FinishRequest, readonly NewPage[]>();
  const beside = new Set<string>();
  const noting = requests.map((request) => withLinkNotes(dependencies.seen, request, beside));
  const plain = noting.map(({ request }) => request).filter((request) => isPlain(request));
  if (plain.length > 1) {
    for (const group of inGroups(await shareChildren(dependencies, plain))) {
      try {
        for (const [request, children] of await tryGroup(dependencies, group, remembering))
          ended.set(request, children);
      } catch (error) {
        // They cannot be written together, or one of them cannot be written: their own transactions show which.
        if (isOutage(error)) throw error;
      }
    }
  }
  const settled: PromiseSettledResult<FinishOutcome>[] = [];
  for (const [index, request] of requests.entries()) {
    const noted = noting[index];
    const admitted = noted && ended.get(noted.request);
    if (admitted !== undefined) {
      noted?.noteSeen();
      settled.push({ status: 'fulfilled', value: { kind: 'finished', admitted } });
    } else settled.push(...(await Promise.allSettled([finishAlone(dependencies, request, remembering)])));
  }
  return settled;
};
