import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { CounterShard } from '../../job/counter-shards.ts';
import { type Table } from '../table.ts';
import { shardKey } from '../../keys/table-keys.ts';
import { parseShard } from './shard-item.ts';

/** Closes a shard of a job that is over: it counts nothing any more. Returns its final counters, the same each time. */
export const closeShard = async (table: Table, job: string, shard: number): Promise<CounterShard> => {
  const answer = await table.documents.send(
    new UpdateCommand({
      TableName: table.name,
      Key: shardKey(job, shard),
      UpdateExpression: 'SET #status = :closed',
      ConditionExpression: 'attribute_exists(PK)',
      ExpressionAttributeNames: { '#status': 'status' },
      ExpressionAttributeValues: { ':closed': 'closed' },
      ReturnValues: 'ALL_NEW',
    }),
  );
  return parseShard(answer.Attributes);
};
