import type { CounterShard } from '../../job/counter-shards.ts';
import { Outage } from '../../outage.ts';
import { getItems } from '../frontier/find-pages.ts';
import { type Table } from '../table.ts';
import { shardKey } from '../../keys/table-keys.ts';
import { parseShard } from './shard-item.ts';

const keysOf = (job: string, shards: number) =>
  Array.from({ length: shards }, (_, index) => shardKey(job, index));

/** Reads every shard of a job in order, each consistently, but not all at one moment. */
export const getShards = async (table: Table, job: string, shards: number): Promise<CounterShard[]> => {
  const items = await getItems(table, keysOf(job, shards), { consistent: true });
  const byKey = new Map(items.map((item) => [item['PK'], parseShard(item)]));
  return keysOf(job, shards).map(({ PK }) => {
    const shard = byKey.get(PK);
    if (shard === undefined) throw new Outage(`Cannot read the counters of job ${job}: ${PK} is gone`);
    return shard;
  });
};
