import { findExisting, findHeld } from '../../store/frontier/find-pages.ts';
import { outboxItem } from '../../store/webhooks/outbox.ts';
import { pageExtractionItem } from '../../store/frontier/page-extractions.ts';
import type { FrontierWrite } from '../../store/frontier/frontier-items.ts';
import { pickShard } from '../../job/counter-shards.ts';
import { pageEvent } from '../../job/webhook-event.ts';
import type { Job } from '../../job/job.ts';
import { limits } from '../../limits/limits.ts';
import {
  commitChunk,
  reservedName,
  type Base,
  type Cut,
  type FinishDependencies,
  type FinishOutcome,
} from './commit-chunk.ts';
import { endedWithout, mayReserve } from '../../frontier/reserve.ts';
import {
  isContentPage,
  type EndFacts,
  type EndState,
  type ItemKind,
  type NewPage,
  type OpenState,
} from '../../frontier/page.ts';

/**
 * Moves a page on, with its children, and counts them: the heart of the protocol (DESIGN: "A crawl always ends, and
 * every page counts once").
 *
 * Children go in chunks. Every chunk but the last only asks that the page is still open; the last one also moves
 * the page. So a page is never over before all of its children are admitted, and a worker that dies between two
 * chunks leaves a page that is still open: whoever comes next finds the children that exist and goes on from there.
 *
 * What a cancelled transaction says is taken away, and the rest tried again: a child that exists is dropped,
 * children beyond the job's room are cut from the end, a conflict is waited out. Children that were cut go into a
 * reserve of the page (`lib/frontier/reserve.ts`), in the transaction that ends it; a page that is itself a portion
 * of links stays open instead. Of a job that was seen to be full no page is tried again: a transaction that is
 * refused is paid for as one that is not, and a page may have a hundred links. A page that is over already, or a
 * job that is, ends the step. /
 */
export interface FinishRequest {
  readonly job: {
    readonly id: string;
    readonly limit: number;
    readonly ttl: number;
    readonly cells?: number | undefined;
    /** As they were last seen: pages that ended without content, and reserves. */
    readonly failed?: number;
    readonly blocked?: number;
    readonly skipped?: number;
    readonly reserves?: ReadonlySet<string> | undefined;
    readonly reserved?: number | undefined;
    /** Jobs that this one redrives: a child that one of them holds is not admitted again. */
    readonly series?: readonly { readonly job: string }[] | undefined;
    /** Says whether the page's end is an event for the job's webhook, and its failure an answer of an extraction. */
    readonly request?: Pick<Job['request'], 'webhook' | 'extract'>;
  };
  readonly page?: {
    readonly kind: ItemKind;
    readonly hash: string;
    readonly url: string;
    readonly from: OpenState;
    readonly to: EndState | 'fetched';
    /** What is noted on the item. */
    readonly facts?: EndFacts;
  };
  /** Links in the order in which they are to be admitted when there is not room for all. */
  readonly children: readonly NewPage[];
  readonly counts?: FrontierWrite['counts'];
  readonly unions?: FrontierWrite['unions'];
  readonly scopeUrl?: FrontierWrite['scopeUrl'];
  readonly puts?: FrontierWrite['puts'];
  readonly stamped?: FrontierWrite['stamped'];
  readonly token: string;
}

/** Of these children those that the job is not known to hold, nor a job that it redrives; each once. */
export const unknownChildren = async (
  dependencies: FinishDependencies,
  { id: job, series = [] }: FinishRequest['job'],
  children: readonly NewPage[],
  isPortion: boolean,
): Promise<NewPage[]> => {
  const { seen } = dependencies;
  const fresh = [...new Map(children.map((child) => [child.hash, child])).values()].filter(
    ({ hash }) => !seen.has(job, hash) && (isPortion || !seen.has(job, reservedName(hash))),
  );
  if (fresh.length === 0) return [];
  const existing = await findExisting(
    dependencies.table,
    job,
    fresh.map((child) => child.hash),
  );
  const ours = fresh.filter((child) => !existing.has(child.hash));
  const held = await findHeld(
    dependencies.table,
    series.map((earlier) => earlier.job),
    ours.map((child) => child.hash),
  );
  for (const hash of [...existing, ...held]) dependencies.seen.add(job, hash);
  return ours.filter((child) => !held.has(child.hash));
};

/** Carries out the step. Throws when DynamoDB is out or conflicts do not end; the message then comes again. */
export const finishPage = async (
  dependencies: FinishDependencies,
  request: FinishRequest,
): Promise<FinishOutcome> => {
  const { job, page } = request;
  // Links and nothing else: it is not over before all of them are admitted.
  const isPortion = page?.kind === 'portion' || page?.kind === 'reserve';
  const isFull = !isPortion && dependencies.seen.isFull(job.id, dependencies.now());
  const wanted = isFull ? request.children.filter((child) => !isContentPage(child)) : request.children;
  let open = await unknownChildren(dependencies, job, wanted, isPortion);
  const admitted: NewPage[] = [];
  const chunked = open.length > limits.childrenPerTransactionMax;
  const { cells: shards, failed = 0, blocked = 0, skipped = 0 } = job;
  const [first] = request.children;
  const base = {
    // First pages have no page that they are found on: the first of them says where all are counted.
    ...(shards === undefined ? {} : { shards, shard: pickShard(page?.hash ?? first?.hash ?? '0', shards) }),
    job: job.id,
    limit: job.limit,
    ttl: job.ttl,
    token: request.token,
    isPortion,
  };
  const cut: Cut = {
    cut: [],
    about: {
      lost: endedWithout({ failed, blocked, skipped }),
      reserves: job.reserves?.size ?? 0,
      reserved: job.reserved ?? 0,
      sitemapQuota: Number.POSITIVE_INFINITY,
    },
  };
  for (;;) {
    const last = open.length <= limits.childrenPerTransactionMax;
    const chunk = open.slice(0, limits.childrenPerTransactionMax);
    open = open.slice(chunk.length);
    const outcome = await commitChunk(
      dependencies,
      last ? { ...base, ...lastWrite(request, chunked) } : { ...base, ...openOf(request) },
      chunk,
      cut,
    );
    admitted.push(...outcome.admitted);
    if (outcome.kind !== 'finished' || last) {
      // Not of a job in shards: what one of them has gathered and does not take is there for the next.
      const isDone =
        cut.cut.length > 0 && shards === undefined && !isPortion && !mayReserve(job.limit, cut.about);
      if (isDone) dependencies.seen.fill(job.id, dependencies.now());
      return { kind: outcome.kind, admitted, ...(isPortion && cut.cut.length > 0 ? { stays: true } : {}) };
    }
    if (cut.cut.length > 0) cut.cut.push(...open.splice(0).filter((child) => isContentPage(child)));
  }
};

/** The page of a step as it has to be while its children are admitted. */
const openOf = ({ page }: FinishRequest): Pick<Base, 'page'> =>
  page === undefined ? {} : { page: { kind: page.kind, hash: page.hash, url: page.url, from: page.from } };

/**
 * Of an extraction, how a page ended that nothing was extracted from; a page that was answered brings its answer
 * itself.
 */
const failureAnswers = (
  { job: { id, ttl, request }, page }: FinishRequest,
  now: number,
): NonNullable<FrontierWrite['puts']> => {
  if (request?.extract === undefined || page?.kind !== 'page') return [];
  if (page.to === 'fetched' || page.to === 'done') return [];
  const { code = 'INTERNAL', message = 'No reason was recorded', status } = page.facts ?? {};
  // Nobody looked at it: it is no page of the answer.
  if (code === 'BUDGET_EXHAUSTED' && page.from === 'admitted') return [];
  const answer = {
    page: page.hash,
    url: page.url,
    at: now,
    ...(status === undefined ? {} : { status }),
    failure: { code, message },
  };
  return [pageExtractionItem(id, answer, ttl)];
};

/** The event that a page is over goes into the outbox with its end. What belongs to a sitemap is no page. */
const eventPuts = (
  { job: { id, ttl, request }, page }: FinishRequest,
  now: number,
): NonNullable<FrontierWrite['puts']> => {
  if (request === undefined || page?.kind !== 'page' || page.to === 'fetched') return [];
  const event = pageEvent({ ttl, request }, page.hash, now);
  return event === null ? [] : [outboxItem(id, event)];
};

/** What the last transaction of a step holds besides children. */
export const lastWrite = (request: FinishRequest, chunked: boolean): Partial<Base> => ({
  ...(request.page === undefined
    ? {}
    : {
        page: {
          ...request.page,
          facts: { ...request.page.facts, ...(chunked ? { chunked: true } : {}) },
        },
      }),
  ...(request.counts === undefined ? {} : { counts: request.counts }),
  ...(request.unions === undefined ? {} : { unions: request.unions }),
  ...(request.scopeUrl === undefined ? {} : { scopeUrl: request.scopeUrl }),
  ...(request.puts === undefined ? {} : { puts: request.puts }),
  stamped: (now) => [
    ...(request.stamped?.(now) ?? []),
    ...failureAnswers(request, now),
    ...eventPuts(request, now),
  ],
});
