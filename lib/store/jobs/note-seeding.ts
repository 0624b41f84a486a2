import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { makeUnitsUpdate } from '../units-update.ts';
import { drainUnits } from '../meter.ts';
import { type Table } from '../table.ts';
import { jobKey } from '../../keys/table-keys.ts';

/**
 * Notes how far a redrive's first pages are admitted and sent. The step only grows, so two seeders at the same time do
 * not set each other back. Seeding counts as progress, so the heartbeat does not take the job for stuck meanwhile.
 */
export const noteSeeding = async (table: Table, job: string, step: number, now: number): Promise<void> => {
  const drained = drainUnits();
  const { add, names, values } = makeUnitsUpdate(drained.units);
  try {
    await table.documents.send(
      new UpdateCommand({
        TableName: table.name,
        Key: jobKey(job),
        UpdateExpression: `SET seedStep = :step, progressAt = :now${add}`,
        ConditionExpression:
          'attribute_exists(PK) AND #status = :running AND (attribute_not_exists(seedStep) OR seedStep < :step)',
        ExpressionAttributeNames: { '#status': 'status', ...names },
        ExpressionAttributeValues: { ':step': step, ':now': now, ':running': 'running', ...values },
      }),
    );
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException)) throw error;
    drained.restore();
  }
};
