import { closeShard } from '../../store/jobs/close-shard.ts';
import { putTotals } from '../../store/jobs/put-totals.ts';
import type { Table } from '../../store/table.ts';
import type { CounterShard } from '../../job/counter-shards.ts';

/**
 * Closes the shards of a job that is over, one by one, and then writes their sums onto the job. A page that finishes in
 * a shard before that shard is closed still counts; afterwards no page does. Harmless to repeat after any partial run.
 */
export const closeShards = async (table: Table, job: string, shards: number): Promise<void> => {
  const closed: CounterShard[] = [];
  for (let shard = 0; shard < shards; shard += 1) closed.push(await closeShard(table, job, shard));
  await putTotals(table, job, closed);
};
