import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { openJobsIndex, sourceStateKey, type SourceName } from '../../keys/table-keys.ts';
import type { SourceState } from '../../source/source-state.ts';
import type { Table } from '../table.ts';

/**
 * Puts a due source at the end of the line of what is due, before its run is started: if the heartbeat ends over it,
 * the next one begins with the others. Its due time stays, so a due time still has one run (`claim-run.ts`); the start
 * of the run, or whatever sets its next due time, gives it its usual place again. Returns false if it is not due at
 * that time any more: another heartbeat was first.
 */
export const noteRunTry = async (
  table: Table,
  name: SourceName,
  { nextDueAt }: Pick<SourceState, 'nextDueAt'>,
  now: number,
): Promise<boolean> => {
  try {
    await table.documents.send(
      new UpdateCommand({
        TableName: table.name,
        Key: sourceStateKey(name),
        UpdateExpression: 'SET #sort = :now',
        ConditionExpression: 'nextDueAt = :seenDue',
        ExpressionAttributeNames: { '#sort': openJobsIndex.sort },
        ExpressionAttributeValues: { ':now': now, ':seenDue': nextDueAt ?? null },
      }),
    );
    return true;
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return false;
    throw error;
  }
};
