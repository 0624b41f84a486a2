import * as z from 'zod';
import { limits } from '../limits/limits.ts';
import type { JobSpec } from '../request/job-spec.ts';
import type { JobKind } from './job-kind.ts';
import { unitShape } from './units.ts';

/**
 * Counter shards: the counters of a job that may grow wide, spread over several items.
 *
 * Every page of a job changes the job's counters, and one item takes only so many transactions a second
 * (`docs/scale.md`). A job over few hosts never reaches that, because politeness keeps it slower. A job that may spread
 * over many hosts has its counters in shards. Each step of the protocol uses one shard as it would use the job's item.
 * A shard has its own share of the limit, its `quota`, which moves between shards when one has none left. So
 * `admitted + quota` over all shards is the limit at every moment. A page is counted as admitted in its parent's shard
 * and as finished in its own, so only the sums have a meaning.
 */
export const counterShardSchema = z.object({
  status: z.enum(['running', 'closed']),
  /** Pages that may still be admitted through this shard. */
  quota: z.number().int().min(0),
  /** In one shard they may be below zero; only their sums over all shards have a meaning. */
  admitted: z.number().int(),
  finished: z.number().int(),
  done: z.number().int(),
  failed: z.number().int(),
  blocked: z.number().int(),
  skipped: z.number().int(),
  unchanged: z.number().int(),
  sitemaps: z.number().int().default(0),
  sitemapsOpen: z.number().int().default(0),
  sitemapBytes: z.number().int().default(0),
  /** Milliseconds since the epoch. */
  progressAt: z.number(),
  ...unitShape,
});
export type CounterShard = z.infer<typeof counterShardSchema>;

export const shardCounters = [
  'admitted',
  'finished',
  'done',
  'failed',
  'blocked',
  'skipped',
  'unchanged',
  'sitemaps',
  'sitemapsOpen',
  'sitemapBytes',
] as const;

/** Chooses the shard in which a page is finished, and in which its children are admitted. */
export const pickShard = (hash: string, shards: number): number =>
  Number.parseInt(hash.slice(4, 8), 16) % shards;

/** Makes the shards of a new job, with its limit divided evenly among them, to the last page. */
export const newShards = (limit: number, shards: number, now: number): CounterShard[] =>
  Array.from({ length: shards }, (_, index) => ({
    status: 'running',
    quota: Math.floor(limit / shards) + (index < limit % shards ? 1 : 0),
    admitted: 0,
    finished: 0,
    done: 0,
    failed: 0,
    blocked: 0,
    skipped: 0,
    unchanged: 0,
    sitemaps: 0,
    sitemapsOpen: 0,
    sitemapBytes: 0,
    progressAt: now,
  }));

/**
 * Counts two numbers that never fall, in any shard or in all: the items that were put into the frontier, and those that
 * have ended. Sitemaps keep a job open as pages do.
 */
export const countMoves = (
  shards: readonly CounterShard[],
): { readonly begun: number; readonly ended: number } => {
  const sums = sumShards(shards);
  return {
    begun: sums.admitted + sums.sitemaps,
    ended: sums.finished + sums.sitemaps - sums.sitemapsOpen,
  };
};

/** Sums all shards, under the job's names. */
export const sumShards = (
  shards: readonly CounterShard[],
): Record<(typeof shardCounters)[number] | 'open' | 'progressAt', number> => {
  const sum = (name: (typeof shardCounters)[number]): number =>
    shards.reduce((total, shard) => total + shard[name], 0);
  return {
    admitted: sum('admitted'),
    finished: sum('finished'),
    done: sum('done'),
    failed: sum('failed'),
    blocked: sum('blocked'),
    skipped: sum('skipped'),
    unchanged: sum('unchanged'),
    sitemaps: sum('sitemaps'),
    sitemapsOpen: sum('sitemapsOpen'),
    sitemapBytes: sum('sitemapBytes'),
    open: sum('admitted') + sum('sitemapsOpen') - sum('finished'),
    progressAt: Math.max(0, ...shards.map((shard) => shard.progressAt)),
  };
};

/**
 * Decides how many shards a job gets; undefined if its own item is enough. A batch shows its hosts. A crawl that may
 * leave its site does not, and is taken to be wide if it may be large.
 */
export const shardCountFor = (
  kind: JobKind,
  request: JobSpec,
  facts: { readonly limit: number; readonly hosts: number },
): number | undefined => {
  const { limit, hosts } = facts;
  // An extraction keeps its budgets on the job's own item; models slow it down more than counters.
  if (limit < limits.wideJobPagesMin || request.extract !== undefined) return undefined;
  const roams = kind === 'crawl' && request.crawl?.allowExternalLinks === true;
  const wanted = Math.ceil((roams ? limit / limits.pagesPerHostGuess : hosts) / limits.shardHosts);
  return wanted < 2 ? undefined : Math.min(limits.shardsMax, wanted);
};
