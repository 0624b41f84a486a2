import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { shardCounters, sumShards, type CounterShard } from '../../job/counter-shards.ts';
import { sumOfUnits } from '../../job/units.ts';
import { makeUnitsUpdate } from '../units-update.ts';
import { type Table } from '../table.ts';
import { jobKey } from '../../keys/table-keys.ts';

/**
 * Writes the sums of a job's closed shards onto the job, and how many pages it abandoned: from now on its item is
 * complete. Harmless to repeat. Units that were counted in shards are added to those already on the item.
 */
export const putTotals = async (
  table: Table,
  job: string,
  shards: readonly CounterShard[],
): Promise<void> => {
  const sums = sumShards(shards);
  const { add, names, values } = makeUnitsUpdate(sumOfUnits(shards));
  try {
    await table.documents.send(
      new UpdateCommand({
        TableName: table.name,
        Key: jobKey(job),
        UpdateExpression:
          `SET ${shardCounters.map((name) => `#${name} = :${name}`).join(', ')}, abandoned = :abandoned ` +
          `REMOVE closing${add}`,
        ConditionExpression: 'attribute_exists(closing)',
        ExpressionAttributeNames: {
          ...Object.fromEntries(shardCounters.map((name) => [`#${name}`, name])),
          ...names,
        },
        ExpressionAttributeValues: {
          ...Object.fromEntries(shardCounters.map((name) => [`:${name}`, sums[name]])),
          ':abandoned': sums.admitted - sums.finished,
          ...values,
        },
      }),
    );
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException)) throw error;
  }
};
