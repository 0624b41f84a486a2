import { getShards } from '../../store/jobs/get-shards.ts';
import { transferQuota } from '../../store/jobs/transfer-quota.ts';
import type { Table } from '../../store/table.ts';
import type { CounterShard } from '../../job/counter-shards.ts';
import { limits } from '../../limits/limits.ts';
import { Outage } from '../../outage.ts';

interface Dependencies {
  readonly table: Table;
  readonly random: () => number;
  readonly sleep: (ms: number) => Promise<void>;
}

/**
 * Chooses which shards give how much: the richest first. A shard gives half of its quota, or more if more is missing.
 */
const sourcesOf = (
  shards: readonly CounterShard[],
  to: number,
  missing: number,
): { readonly shard: number; readonly pages: number }[] => {
  const richest = shards
    .map(({ quota }, shard) => ({ shard, quota }))
    .filter(({ shard, quota }) => shard !== to && quota > 0)
    .sort((a, b) => b.quota - a.quota);
  const sources: { shard: number; pages: number }[] = [];
  let left = missing;
  for (const { shard, quota } of richest) {
    if (left <= 0) break;
    // Half may be more than is missing, so that the next page of this shard need not ask again.
    const pages = Math.min(quota, Math.max(left, Math.ceil(quota / 2)));
    sources.push({ shard, pages });
    left -= pages;
  }
  return sources;
};

/**
 * Moves quota to a shard from shards that have more, so that the job's limit is met to the last page wherever its links
 * turn up. Returns the shard's quota: `wanted` or more; or less, and then the job has no more anywhere.
 *
 * Counter shards are read one after the other, and quota may move meanwhile from a shard not yet read to one that was
 * read. But `admitted` and `quota` of all shards together are the limit, and `admitted` never falls. So when the sum of
 * admitted pages is the limit, or the limit less this shard's own quota, no other shard has any.
 *
 * @throws {Outage} when other writers interfere again and again; the message then comes again.
 */
export const rebalanceQuota = async (
  dependencies: Dependencies,
  job: { readonly id: string; readonly shards: number; readonly limit: number },
  to: number,
  wanted: number,
): Promise<number> => {
  for (let attempt = 1; attempt <= limits.transactionTriesMax; attempt += 1) {
    const shards = await getShards(dependencies.table, job.id, job.shards);
    const own = shards[to]?.quota ?? 0;
    if (own >= wanted || shards[to]?.status === 'closed') return own;
    const admitted = shards.reduce((sum, shard) => sum + shard.admitted, 0);
    if (admitted + own >= job.limit) return own;
    const from = sourcesOf(shards, to, wanted - own);
    if (from.length > 0 && (await transferQuota(dependencies.table, job.id, to, from)))
      return own + from.reduce((sum, { pages }) => sum + pages, 0);
    await dependencies.sleep(dependencies.random() * 20 * attempt);
  }
  throw new Outage(
    `Cannot gather quota in job ${job.id}: ${limits.transactionTriesMax} tries met a conflict`,
  );
};
