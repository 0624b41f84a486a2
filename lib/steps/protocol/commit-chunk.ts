import { writeFrontier, type FrontierAnswer } from '../../store/frontier/write-frontier.ts';
import type { FrontierWrite } from '../../store/frontier/frontier-items.ts';
import type { Table } from '../../store/table.ts';
import { backoffMs } from '../../frontier/backoff.ts';
import type { SeenCache } from '../../frontier/seen-cache.ts';
import { isContentPage, type NewPage, type NewContentPage } from '../../frontier/page.ts';
import { mayReserve, reserveOf } from '../../frontier/reserve.ts';
import { limits } from '../../limits/limits.ts';
import { Outage } from '../../outage.ts';
import { rebalanceQuota } from './rebalance-quota.ts';

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
  /** There was no room for all of a portion: it is still open. */
  readonly stays?: true;
}

interface ChunkOutcome {
  readonly kind: FinishOutcome['kind'];
  readonly admitted: readonly NewPage[];
}

/** What the step has seen of the job, over its tries and chunks. */
interface SeenJob {
  lost: number;
  reserves: number;
  reserved: number;
  sitemapQuota: number;
}

/** Children that there was no room for, and what was seen of the job with them. */
export interface Cut {
  readonly cut: NewContentPage[];
  readonly about: SeenJob;
}

export type Base = Omit<FrontierWrite, 'children' | 'now' | 'lost' | 'page'> & {
  readonly page?: NonNullable<FrontierWrite['page']> & { readonly url: string };
};

const pagesIn = (children: readonly NewPage[]): number => children.filter(isContentPage).length;

/** The children that the job has room for, the first of each kind. */
const cutToQuota = (
  children: readonly NewPage[],
  room: { readonly pages: number; readonly sitemaps: number },
): NewPage[] => {
  const left = { ...room };
  return children.filter((child) => (isContentPage(child) ? left.pages-- > 0 : left.sitemaps-- > 0));
};

/** How many of the wanted pages the job has room for: in its own item, or in a shard that others may give room to. */
const quotaFor = async (
  dependencies: FinishDependencies,
  { job, shard, shards, limit }: Base,
  wanted: number,
  room: number,
): Promise<number> =>
  wanted <= room || shard === undefined || shards === undefined
    ? room
    : await rebalanceQuota(dependencies, { id: job, shards, limit }, shard, wanted);

/**
 * What the write holds besides the children: the reserve of those that were cut, where the page is ended and the
 * job may keep it.
 */
const withReserve = (
  base: Base,
  children: readonly NewPage[],
  { cut, about }: Cut,
): {
  readonly write: Omit<FrontierWrite, 'now'>;
  readonly reserve: NewPage | null;
  readonly urls: number;
} => {
  const write = { ...base, lost: about.lost, children };
  const { page, shards } = base;
  const wanted = cut.length > 0 && page?.to !== undefined && shards === undefined;
  if (!wanted || about.sitemapQuota <= 0 || !mayReserve(base.limit, about))
    return { write, reserve: null, urls: 0 };
  const { item, urls } = reserveOf(page.hash, page.url, cut);
  return {
    reserve: item,
    urls,
    write: {
      ...write,
      children: [...children, item],
      counts: { ...base.counts, reserved: urls },
      unions: { ...base.unions, reserves: new Set([item.hash]) },
    },
  };
};

/**
 * Takes away what stood in the way of a write: children that exist, and those that the job has no room for, which
 * it notes as cut.
 */
const withoutObstacles = async (
  dependencies: FinishDependencies,
  base: Base,
  children: readonly NewPage[],
  answer: Extract<FrontierAnswer, { kind: 'cancelled' }>,
  { cut, about }: Cut,
): Promise<readonly NewPage[]> => {
  const left = children.filter((child) => !answer.existing.has(child.hash));
  if (answer.job === undefined) return left;
  Object.assign(about, answer.job);
  const pages = await quotaFor(dependencies, base, pagesIn(left), answer.job.quota);
  const kept = new Set(cutToQuota(left, { pages, sitemaps: answer.job.sitemapQuota }));
  cut.push(...left.filter((child) => isContentPage(child)).filter((child) => !kept.has(child)));
  return [...kept];
};

/**
 * Commits one chunk of a page's children, try by try; the last one also moves the page, with a reserve of what was cut.
 *
 * @throws {Outage} when conflicts do not end; the message then comes again.
 */
export const commitChunk = async (
  dependencies: FinishDependencies,
  { isPortion, ...whole }: Base & { readonly isPortion: boolean },
  chunk: readonly NewPage[],
  cut: Cut,
): Promise<ChunkOutcome> => {
  let children = chunk;
  const ours: NewPage[] = [];
  for (let attempt = 1; attempt <= limits.transactionTriesMax; attempt += 1) {
    const base = isPortion && cut.cut.length > 0 ? staysOpen(whole) : whole;
    if (children.length === 0 && base.page?.to === undefined) return { kind: 'finished', admitted: ours };
    const { write, reserve, urls } = withReserve(base, children, cut);
    const answer = await writeFrontier(dependencies.table, { ...write, now: dependencies.now() });
    if (answer.kind === 'applied') {
      for (const child of children) dependencies.seen.add(base.job, child.hash);
      if (reserve !== null) noteReserve(dependencies, base.job, cut, urls);
      return { kind: 'finished', admitted: [...ours, ...children] };
    }
    for (const hash of answer.existing.keys()) dependencies.seen.add(base.job, hash);
    if (answer.job !== undefined && answer.job.status !== 'running')
      return { kind: 'job-over', admitted: ours };
    // A write that was applied although its answer was lost: the items carry our name.
    for (const child of children) {
      if (answer.existing.get(child.hash) === base.token) ours.push(child);
    }
    if (answer.pageMoved) {
      const byUs = answer.pageToken === base.token;
      return { kind: byUs ? 'finished' : 'page-over', admitted: ours };
    }
    children = await withoutObstacles(dependencies, base, children, answer, cut);
    if (answer.conflict) await dependencies.sleep(backoffMs(attempt, dependencies.random));
  }
  throw new Outage(
    `Cannot write the frontier of job ${whole.job}: ${limits.transactionTriesMax} tries met a conflict`,
  );
};

/** The step without the page's end: its children are admitted, and it only has to be open. */
const staysOpen = ({ counts: _counts, puts: _puts, stamped: _stamped, page, ...base }: Base): Base =>
  page === undefined
    ? base
    : { ...base, page: { kind: page.kind, hash: page.hash, url: page.url, from: page.from } };

/** What is in a reserve need not be reserved again by this worker. */
const noteReserve = ({ seen }: FinishDependencies, job: string, { cut, about }: Cut, urls: number): void => {
  for (const { hash } of cut.slice(0, urls)) seen.add(job, reservedName(hash));
  about.reserves += 1;
  about.reserved += urls;
};

/** Under which a link is known that is in a reserve of its job. */
export const reservedName = (hash: string): string => `reserved ${hash}`;
