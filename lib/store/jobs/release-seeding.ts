import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { makeUnitsUpdate } from '../units-update.ts';
import { drainUnits } from '../meter.ts';
import { type Table } from '../table.ts';
import { jobKey } from '../../keys/table-keys.ts';

/**
 * Notes that every first page of the job is admitted: from now on it can be drained. Does nothing if the job is gone.
 */
export const releaseSeeding = async (table: Table, job: string): Promise<void> => {
  const drained = drainUnits(1);
  const { add, names, values } = makeUnitsUpdate(drained.units);
  try {
    await table.documents.send(
      new UpdateCommand({
        TableName: table.name,
        Key: jobKey(job),
        UpdateExpression: `REMOVE seeding${add}`,
        ConditionExpression: 'attribute_exists(PK)',
        ...(add === '' ? {} : { ExpressionAttributeNames: names, ExpressionAttributeValues: values }),
      }),
    );
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException)) throw error;
  }
};
