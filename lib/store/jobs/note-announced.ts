import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { drainUnits } from '../meter.ts';
import { makeUnitsUpdate } from '../units-update.ts';
import { type Table } from '../table.ts';
import { jobKey } from '../../keys/table-keys.ts';

/**
 * Notes that the event bus was told of a job's end, so that a repeated message does not tell it again. Also counts the
 * units that the end used and that its conclusion did not carry.
 */
export const noteAnnounced = async (table: Table, job: string): Promise<void> => {
  const { add, names, values } = makeUnitsUpdate(drainUnits(1).units);
  try {
    await table.documents.send(
      new UpdateCommand({
        TableName: table.name,
        Key: jobKey(job),
        UpdateExpression: `SET announced = :yes${add}`,
        // A job that has expired stays gone.
        ConditionExpression: 'attribute_exists(PK)',
        ...(add === '' ? {} : { ExpressionAttributeNames: names }),
        ExpressionAttributeValues: { ':yes': true, ...values },
      }),
    );
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException)) throw error;
  }
};
