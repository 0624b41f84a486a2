import { counterShardSchema, type CounterShard } from '../../job/counter-shards.ts';

/** Reads a counter shard from its item, in which the attribute of its quota is `room`. */
export const parseShard = (item: Readonly<{ room?: unknown }> | undefined): CounterShard =>
  counterShardSchema.parse({ ...item, quota: item?.room });
