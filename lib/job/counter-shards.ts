import * as z from 'zod';
import { limits } from '../limits/limits.ts';
import type { JobSpec } from '../request/job-spec.ts';
import type { JobKind } from './job-kind.ts';
import { unitShape } from './units.ts';

/**
 * Counter shards: the counters of a job that may grow wide, spread over several items.
 *
 * Every page of a job changes the job's counters, and one item takes so many transactions a second and no more
 * (`docs/scale.md`). A job over few hosts never gets there: politeness keeps it slower. One that may spread
 * over many has its counters in shards. Each step of the protocol touches one shard, as it would touch the
 * job's item, and a shard has its own share of the limit, its `room`, which moves between shards when one has
 * none left: so `admitted + room` over all shards is the limit at every moment. A page is counted as admitted
 * in its parent's shard and as finished in its own, so only the sums mean anything.
 */
export const counterShardSchema = z.object({
  status: z.enum(['running', 'closed']),
  /** Pages that may still be admitted through this shard. */
  room: z.number().int().min(0),
  /** Of one shard they may be below zero; only their sums over all shards mean anything. */
  admitted: z.number().int(),
  finished: z.number().int(),
  done: z.number().int(),
  failed: z.number().int(),
  blocked: z.number().int(),
  skipped: z.number().int(),
  unchanged: z.number().int(),
  sitemaps: z.number().int().default(0),
  sitemapsOpen: z.number().int().default(0),
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
] as const;

/** The shard that a page is finished in, and its children are admitted in. */
export const pickShard = (hash: string, shards: number): number =>
  Number.parseInt(hash.slice(4, 8), 16) % shards;

/** The shards of a job that begins: its limit, dealt out evenly to the last page. */
export const newShards = (limit: number, shards: number, now: number): CounterShard[] =>
  Array.from({ length: shards }, (_, index) => ({
    status: 'running',
    room: Math.floor(limit / shards) + (index < limit % shards ? 1 : 0),
    admitted: 0,
    finished: 0,
    done: 0,
    failed: 0,
    blocked: 0,
    skipped: 0,
    unchanged: 0,
    sitemaps: 0,
    sitemapsOpen: 0,
    progressAt: now,
  }));

/**
 * Two numbers of which neither ever falls, in any shard or in all: what was put into the frontier, and what of
 * it has ended. Sitemaps keep a job open as pages do.
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

/** What the shards say together, in the job's words. */
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
    open: sum('admitted') + sum('sitemapsOpen') - sum('finished'),
    progressAt: Math.max(0, ...shards.map((shard) => shard.progressAt)),
  };
};

/**
 * How many shards a job gets; undefined for one whose own item is enough. A batch shows its hosts. A crawl that
 * may leave its site shows nothing, and is taken for wide if it may be large.
 */
export const shardCountFor = (
  kind: JobKind,
  request: JobSpec,
  facts: { readonly limit: number; readonly hosts: number },
): number | undefined => {
  const { limit, hosts } = facts;
  // Budgets of an extraction are kept on the job's own item; it waits for models more than for counters.
  if (limit < limits.wideJobPagesMin || request.extract !== undefined) return undefined;
  const roams = kind === 'crawl' && request.crawl?.allowExternalLinks === true;
  const wanted = Math.ceil((roams ? limit / limits.pagesPerHostGuess : hosts) / limits.shardHosts);
  return wanted < 2 ? undefined : Math.min(limits.shardsMax, wanted);
};
