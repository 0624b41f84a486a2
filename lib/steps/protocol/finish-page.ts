import { writeFrontier, type FrontierOutcome } from '../../store/frontier/write-frontier.ts';
import { backoffMs } from '../../frontier/backoff.ts';
import { isContentPage, type NewPage } from '../../frontier/page.ts';
import { mayReserve, endedWithout } from '../../frontier/reserve.ts';
import { limits } from '../../limits/limits.ts';
import { Outage } from '../../outage.ts';
import { withLinkNotes } from './note-links.ts';
import { rebalanceQuota } from './rebalance-quota.ts';
import { findExisting, findHeld } from '../../store/frontier/find-pages.ts';
import { pickShard } from '../../job/counter-shards.ts';
import {
  type FinishDependencies,
  type FinishOutcome,
  type Cut,
  type Base,
  countContentPages,
  cutToQuota,
  withReserve,
  staysOpen,
  reservedName,
  type FinishRequest,
  openPage,
  lastWrite,
} from './frontier-step.ts';

/** Returns the children that neither the job nor a job that it redrives is known to hold; each once. */
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

interface ChunkOutcome {
  readonly kind: FinishOutcome['kind'];
  readonly admitted: readonly NewPage[];
}

/**
 * Finds how many of the wanted pages the job has room for: in its own item, or in a shard to which others may give
 * room.
 */
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
 * Removes what blocked a write: children that exist, and children that the job has no room for, which it notes as cut.
 */
const withoutObstacles = async (
  dependencies: FinishDependencies,
  base: Base,
  children: readonly NewPage[],
  answer: Extract<FrontierOutcome, { kind: 'cancelled' }>,
  { cut, about }: Cut,
): Promise<readonly NewPage[]> => {
  const left = children.filter((child) => !answer.existing.has(child.hash));
  if (answer.job === undefined) return left;
  Object.assign(about, answer.job);
  const pages = await quotaFor(dependencies, base, countContentPages(left), answer.job.quota);
  const kept = new Set(cutToQuota(left, { pages, sitemaps: answer.job.sitemapQuota }));
  cut.push(...left.filter((child) => isContentPage(child)).filter((child) => !kept.has(child)));
  return [...kept];
};

/**
 * Commits one chunk of a page's children, with several tries. The last chunk also moves the page, with a reserve of the
 * cut children.
 *
 * @throws {Outage} when conflicts do not end; the message then comes again.
 */
const commitChunk = async (
  dependencies: FinishDependencies,
  { waits, ...whole }: Base & { readonly waits: boolean },
  chunk: readonly NewPage[],
  cut: Cut,
): Promise<ChunkOutcome> => {
  let children = chunk;
  const ours: NewPage[] = [];
  for (let attempt = 1; attempt <= limits.transactionTriesMax; attempt += 1) {
    const base = waits && cut.cut.length > 0 ? staysOpen(whole, cut) : whole;
    if (children.length === 0 && base.page?.to === undefined && base.unions === undefined)
      return { kind: 'finished', admitted: ours };
    const { write, reserve, urls } = withReserve(base, children, cut);
    const answer = await writeFrontier(dependencies.table, { ...write, now: dependencies.now() });
    if (answer.kind === 'applied') {
      for (const child of children) dependencies.seen.add(base.job, child.hash);
      if (reserve !== null) noteReserve(dependencies, base.job, cut, urls);
      if (base !== whole && base.unions !== undefined) cut.about.isNoted = true;
      return { kind: 'finished', admitted: [...ours, ...children] };
    }
    for (const hash of answer.existing.keys()) dependencies.seen.add(base.job, hash);
    if (answer.job !== undefined && answer.job.status !== 'running')
      return { kind: 'job-over', admitted: ours };
    // If a write was applied but its answer was lost, the items carry our token.
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

/** Remembers the links that are in a reserve: this worker need not reserve them again. */
const noteReserve = ({ seen }: FinishDependencies, job: string, { cut, about }: Cut, urls: number): void => {
  for (const { hash } of cut.slice(0, urls)) seen.add(job, reservedName(hash));
  about.reserves += 1;
  about.reserved += urls;
};

const finish = async (dependencies: FinishDependencies, request: FinishRequest): Promise<FinishOutcome> => {
  const { job, page } = request;
  // It consists of links only, so it is not over before all of them are admitted.
  const isPortion = page?.kind === 'portion' || page?.kind === 'reserve';
  const isFull = !isPortion && dependencies.seen.isFull(job.id, dependencies.now());
  const wanted = isFull ? request.children.filter((child) => !isContentPage(child)) : request.children;
  let open = await unknownChildren(dependencies, job, wanted, isPortion);
  const admitted: NewPage[] = [];
  const chunked = open.length > limits.childrenPerTransactionMax;
  const { cells: shards, failed = 0, blocked = 0, skipped = 0 } = job;
  const [first] = request.children;
  // In a job in shards, links that have no room now never have any (`rebalanceQuota`).
  const waits = isPortion && shards === undefined;
  const base = {
    // First pages have no parent page: the hash of the first one chooses the shard in which all are counted.
    ...(shards === undefined ? {} : { shards, shard: pickShard(page?.hash ?? first?.hash ?? '0', shards) }),
    job: job.id,
    limit: job.limit,
    ttl: job.ttl,
    token: request.token,
    waits,
  };
  const cut: Cut = {
    cut: [],
    about: {
      lost: endedWithout({ failed, blocked, skipped }),
      reserves: job.reserves?.size ?? 0,
      reserved: job.reserved ?? 0,
      isNoted: page !== undefined && job.reserves?.has(page.hash) === true,
      sitemapQuota: Number.POSITIVE_INFINITY,
    },
  };
  for (;;) {
    const last = open.length <= limits.childrenPerTransactionMax;
    const chunk = open.slice(0, limits.childrenPerTransactionMax);
    open = open.slice(chunk.length);
    const outcome = await commitChunk(
      dependencies,
      last ? { ...base, ...lastWrite(request, chunked) } : { ...base, ...openPage(request) },
      chunk,
      cut,
    );
    admitted.push(...outcome.admitted);
    if (outcome.kind !== 'finished' || last) {
      // Not for a job in shards: room that a shard has gathered and not used is there for its next page.
      const isDone =
        cut.cut.length > 0 && shards === undefined && !isPortion && !mayReserve(job.limit, cut.about);
      if (isDone) dependencies.seen.fill(job.id, dependencies.now());
      return { kind: outcome.kind, admitted, ...(waits && cut.cut.length > 0 ? { stays: true } : {}) };
    }
    if (cut.cut.length > 0) cut.cut.push(...open.splice(0).filter((child) => isContentPage(child)));
  }
};

/**
 * Moves a page on, with its children, and counts them: the heart of the protocol, by which a crawl always ends and
 * every page counts once (ARCHITECTURE.md).
 *
 * Children go in chunks. Every chunk but the last only requires that the page is still open; the last one also moves
 * the page. So a page is never over before all of its children are admitted. A worker that dies between two chunks
 * leaves an open page: the next worker finds the children that exist and continues from there.
 *
 * If a transaction is cancelled, its answer says why, and the rest is tried again: a child that exists is dropped,
 * children beyond the job's room are cut from the end, and after a conflict it waits. Cut children go into a reserve of
 * the page (`lib/frontier/reserve.ts`), in the transaction that ends it; a page that is itself a portion of links stays
 * open instead, and is noted on the job as one that waits. If the job was seen to be full, no child page is tried: a
 * refused transaction costs as much as another, and a page may have a hundred links. If the page or the job is over
 * already, the step ends.
 *
 * @throws {Outage} when DynamoDB is out or conflicts do not end; the message then comes again.
 */
export const finishPage = async (
  dependencies: FinishDependencies,
  request: FinishRequest,
): Promise<FinishOutcome> => {
  const noting = withLinkNotes(dependencies.seen, request);
  const outcome = await finish(dependencies, noting.request);
  if (outcome.kind === 'finished' && outcome.stays !== true) noting.noteSeen();
  return outcome;
};
