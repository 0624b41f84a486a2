import { UpdateCommand, type TransactWriteCommandInput } from '@aws-sdk/lib-dynamodb';
import { openJobsIndex, sourceStateKey, type SourceName } from '../../keys/table-keys.ts';
import type { Table } from '../table.ts';

type Items = NonNullable<TransactWriteCommandInput['TransactItems']>;
/** An item of the transaction that also puts the action on record. */
type UpdateItem = { readonly Update: NonNullable<Items[number]['Update']> };

/** Stops a source from running by itself. Its open run continues. If it is done twice, the later reason stays. */
export const pauseSourceItem = (
  table: Table,
  name: SourceName,
  pause: { readonly at: number; readonly by: string; readonly why?: string },
): UpdateItem => ({
  Update: {
    TableName: table.name,
    Key: sourceStateKey(name),
    UpdateExpression: 'SET paused = :pause REMOVE nextDueAt, #partition, #sort',
    ExpressionAttributeNames: { '#partition': openJobsIndex.partition, '#sort': openJobsIndex.sort },
    ExpressionAttributeValues: { ':pause': pause },
  },
});

/** Lets a source run again, with no failed run counted against it. `plan` is removed, so that it is scheduled again. */
export const unpauseSourceItem = (table: Table, name: SourceName): UpdateItem => ({
  Update: {
    TableName: table.name,
    Key: sourceStateKey(name),
    UpdateExpression:
      'SET failedInRow = :none REMOVE paused, headOutcome, headCode, #plan, nextDueAt, #partition, #sort',
    ExpressionAttributeNames: {
      '#plan': 'plan',
      '#partition': openJobsIndex.partition,
      '#sort': openJobsIndex.sort,
    },
    ExpressionAttributeValues: { ':none': 0 },
  },
});

/** Lets a source run again, in a write of its own. */
export const unpauseSource = async (table: Table, name: SourceName): Promise<void> => {
  await table.documents.send(new UpdateCommand(unpauseSourceItem(table, name).Update));
};

/** Accepts that the pages which the last run held back are gone: the next run reports it. */
export const acceptHeldItem = (table: Table, name: SourceName): UpdateItem => ({
  Update: {
    TableName: table.name,
    Key: sourceStateKey(name),
    UpdateExpression: 'SET accepted = :yes',
    ExpressionAttributeValues: { ':yes': true },
  },
});
