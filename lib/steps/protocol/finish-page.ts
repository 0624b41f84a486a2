import { findExisting, findHeld } from '../../store/frontier/find-pages.ts';
import { outboxItem } from '../../store/webhooks/outbox.ts';
import { pageExtractionItem } from '../../store/frontier/page-extractions.ts';
import type { Table } from '../../store/table.ts';
import { writeFrontier, type FrontierWrite } from '../../store/frontier/write-frontier.ts';
import { pickShard } from '../../job/counter-shards.ts';
import { pageEvent } from '../../job/webhook-event.ts';
import type { Job } from '../../job/job.ts';
import { limits } from '../../limits/limits.ts';
import { Outage } from '../../outage.ts';
import { backoffMs } from '../../frontier/backoff.ts';
import { rebalanceQuota } from './rebalance-quota.ts';
import type { SeenCache } from '../../frontier/seen-cache.ts';
import { isOfSitemap, type EndState, type NewPage, type OpenState } from '../../frontier/page.ts';

/**
 * Moves a page on, with its children, and counts them: the heart of the protocol (DESIGN: "A crawl always ends, and every
 * page counts once").
 *
 * Children go in chunks. Every chunk but the last only asks that the page is still open; the last one also moves the
 * page. So a page is never over before all of its children are admitted, and a worker that dies between two chunks leaves
 * a page that is still open: whoever comes next finds the children that exist and goes on from there.
 *
 * What a cancelled transaction says is taken away, and the rest tried again: a child that exists is dropped, children
 * beyond the job's room are cut from the end, a conflict is waited out. Of a job that was seen to be full no page is tried
 * again: a transaction that is refused is paid for as one that is not, and a page may have a hundred links. A page that is over
 * already, or a job that is, ends the step.
 */
export interface FinishRequest {
  readonly job: {
    readonly id: string;
    readonly limit: number;
    readonly ttl: number;
    readonly cells?: number | undefined;
    /** Jobs that this one redrives: a child that one of them holds is not admitted again. */
    readonly series?: readonly { readonly job: string }[] | undefined;
    /** Says whether the page's end is an event for the job's webhook, and its failure an answer of an extraction. */
    readonly request?: Pick<Job['request'], 'webhook' | 'extract'>;
  };
  readonly page?: {
    readonly hash: string;
    readonly url: string;
    readonly from: OpenState;
    readonly to: EndState | 'fetched';
    readonly attributes?: Readonly<Record<string, unknown>>;
  };
  /** Links in the order in which they are to be admitted when there is not room for all. */
  readonly children: readonly NewPage[];
  readonly counts?: Readonly<Record<string, number>>;
  readonly unions?: FrontierWrite['unions'];
  readonly jobAttributes?: Readonly<Record<string, unknown>>;
  readonly puts?: FrontierWrite['puts'];
  readonly stamped?: FrontierWrite['stamped'];
  readonly token: string;
}

export interface FinishDependencies {
  readonly table: Table;
  readonly seen: SeenCache;
  readonly now: () => number;
  readonly random: () => number;
  readonly sleep: (ms: number) => Promise<void>;
}

/**
 * - `finished`: the step is done, and these children are in the frontier because of it: their URL batches must be sent.
 * - `page-over`: somebody else finished the page; children of earlier chunks that are ours still have to be sent.
 * - `job-over`: the job is finishing or ended; nothing was counted.
 */
export interface FinishOutcome {
  readonly kind: 'finished' | 'page-over' | 'job-over';
  readonly admitted: readonly NewPage[];
}

interface ChunkOutcome {
  readonly kind: FinishOutcome['kind'];
  readonly admitted: readonly NewPage[];
  /** Pages that the job still had room for, when the chunk was cut to it. */
  readonly full: boolean;
}

type Base = Omit<FrontierWrite, 'children' | 'now'>;

const pagesIn = (children: readonly NewPage[]): number =>
  children.filter((child) => !isOfSitemap(child.hash)).length;

/** The children that the job has room for, the first of each kind. */
const cutToQuota = (
  children: readonly NewPage[],
  quota: { readonly pages: number; readonly sitemaps: number },
): NewPage[] => {
  const left = { ...quota };
  return children.filter((child) => (isOfSitemap(child.hash) ? left.sitemaps-- > 0 : left.pages-- > 0));
};

/** How many of the wanted pages the job has room for: in its own item, or in a shard that others may give room to. */
const quotaFor = async (
  dependencies: FinishDependencies,
  { job, shard, shards, limit }: Base,
  wanted: number,
  quota: number,
): Promise<number> =>
  wanted <= quota || shard === undefined || shards === undefined
    ? quota
    : await rebalanceQuota(dependencies, { id: job, shards, limit }, shard, wanted);

const commitChunk = async (
  dependencies: FinishDependencies,
  base: Base,
  chunk: readonly NewPage[],
): Promise<ChunkOutcome> => {
  let children = chunk;
  const ours: NewPage[] = [];
  let full = false;
  for (let attempt = 1; attempt <= limits.transactionTriesMax; attempt += 1) {
    if (children.length === 0 && base.page?.to === undefined)
      return { kind: 'finished', admitted: ours, full };
    const answer = await writeFrontier(dependencies.table, { ...base, children, now: dependencies.now() });
    if (answer.kind === 'applied') {
      for (const child of children) dependencies.seen.add(base.job, child.hash);
      return { kind: 'finished', admitted: [...ours, ...children], full };
    }
    for (const hash of answer.existing.keys()) dependencies.seen.add(base.job, hash);
    if (answer.job !== undefined && answer.job.status !== 'running')
      return { kind: 'job-over', admitted: ours, full };
    // A write that was applied although its answer was lost: the items carry our name.
    for (const child of children) {
      if (answer.existing.get(child.hash) === base.token) ours.push(child);
    }
    if (answer.pageMoved) {
      const byUs = answer.pageToken === base.token;
      return { kind: byUs ? 'finished' : 'page-over', admitted: ours, full };
    }
    children = children.filter((child) => !answer.existing.has(child.hash));
    if (answer.job !== undefined) {
      const { quota, sitemapQuota: sitemaps } = answer.job;
      const wanted = pagesIn(children);
      const pages = await quotaFor(dependencies, base, wanted, quota);
      // Not of a job in cells: what one of them has gathered and does not take is there for the next.
      if (wanted > 0 && pages === 0 && base.shards === undefined)
        dependencies.seen.fill(base.job, dependencies.now());
      const kept = cutToQuota(children, { pages, sitemaps });
      full ||= pagesIn(kept) < pagesIn(children);
      children = kept;
    }
    if (answer.conflict) await dependencies.sleep(backoffMs(attempt, dependencies.random));
  }
  throw new Outage(
    `Cannot write the frontier of job ${base.job}: ${limits.transactionTriesMax} tries met a conflict`,
  );
};

const unknownChildren = async (
  dependencies: FinishDependencies,
  { id: job, series = [] }: FinishRequest['job'],
  children: readonly NewPage[],
): Promise<NewPage[]> => {
  const fresh = [...new Map(children.map((child) => [child.hash, child])).values()].filter(
    (child) => !dependencies.seen.has(job, child.hash),
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
  const isFull = dependencies.seen.isFull(request.job.id, dependencies.now());
  const wanted = isFull ? request.children.filter(({ hash }) => isOfSitemap(hash)) : request.children;
  let open = await unknownChildren(dependencies, request.job, wanted);
  const admitted: NewPage[] = [];
  const chunked = open.length > limits.childrenPerTransactionMax;
  const { cells: shards } = request.job;
  const [first] = request.children;
  const base = {
    // First pages have no page that they are found on: the first of them says where all are counted.
    ...(shards === undefined
      ? {}
      : { shards, shard: pickShard(request.page?.hash ?? first?.hash ?? '0', shards) }),
    job: request.job.id,
    limit: request.job.limit,
    ttl: request.job.ttl,
    token: request.token,
  };
  for (;;) {
    const last = open.length <= limits.childrenPerTransactionMax;
    const chunk = open.slice(0, limits.childrenPerTransactionMax);
    open = open.slice(chunk.length);
    const outcome = await commitChunk(
      dependencies,
      last
        ? { ...base, ...lastOf(request, chunked) }
        : {
            ...base,
            ...(request.page === undefined
              ? {}
              : { page: { hash: request.page.hash, from: request.page.from } }),
          },
      chunk,
    );
    admitted.push(...outcome.admitted);
    if (outcome.kind !== 'finished' || last) return { kind: outcome.kind, admitted };
    if (outcome.full) open = [];
  }
};

/** Of an extraction, how a page ended that nothing was extracted from; a page that was answered brings its answer itself. */
const failureAnswers = (
  { job: { id, ttl, request }, page }: FinishRequest,
  now: number,
): NonNullable<FrontierWrite['puts']> => {
  if (request?.extract === undefined || page === undefined || isOfSitemap(page.hash)) return [];
  if (page.to === 'fetched' || page.to === 'done') return [];
  const { code, message, status } = page.attributes ?? {};
  // Nobody looked at it: it is no page of the answer.
  if (code === 'BUDGET_EXHAUSTED' && page.from === 'admitted') return [];
  const answer = {
    page: page.hash,
    url: page.url,
    at: now,
    ...(typeof status === 'number' ? { status } : {}),
    failure: {
      code: typeof code === 'string' ? code : 'INTERNAL',
      message: typeof message === 'string' ? message : 'No reason was recorded',
    },
  };
  return [pageExtractionItem(id, answer, ttl)];
};

/** The event that a page is over goes into the outbox with its end. What belongs to a sitemap is no page. */
const eventPuts = (
  { job: { id, ttl, request }, page }: FinishRequest,
  now: number,
): NonNullable<FrontierWrite['puts']> => {
  if (request === undefined || page === undefined || page.to === 'fetched' || isOfSitemap(page.hash))
    return [];
  const event = pageEvent({ ttl, request }, page.hash, now);
  return event === null ? [] : [outboxItem(id, event)];
};

const lastOf = (request: FinishRequest, chunked: boolean): Partial<Base> => ({
  ...(request.page === undefined
    ? {}
    : {
        page: {
          ...request.page,
          attributes: { ...request.page.attributes, ...(chunked ? { chunked: true } : {}) },
        },
      }),
  ...(request.counts === undefined ? {} : { counts: request.counts }),
  ...(request.unions === undefined ? {} : { unions: request.unions }),
  ...(request.jobAttributes === undefined ? {} : { jobAttributes: request.jobAttributes }),
  ...(request.puts === undefined ? {} : { puts: request.puts }),
  stamped: (now) => [
    ...(request.stamped?.(now) ?? []),
    ...failureAnswers(request, now),
    ...eventPuts(request, now),
  ],
});
