import { UpdateCommand, type TransactWriteCommandInput } from '@aws-sdk/lib-dynamodb';
import { openJobsIndex, sourceStateKey, type SourceName } from '../../keys/table-keys.ts';
import type { Table } from '../table.ts';

type Items = NonNullable<TransactWriteCommandInput['TransactItems']>;
/** A part of the transaction that puts on record what is done. */
type UpdateItem = { readonly Update: NonNullable<Items[number]['Update']> };

/** Stops a source from running by itself. Its open run goes on. Doing it twice keeps the later reason. */
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

/** Lets it run again, with no failed run counted against it; `plan` is forgotten, so that it is scheduled anew. */
export const unpauseSourceItem = (table: Table, name: SourceName): UpdateItem => ({
  Update: {
    TableName: table.name,
    Key: sourceStateKey(name),
    UpdateExpression: 'SET failedInRow = :none REMOVE paused, #plan, nextDueAt, #partition, #sort',
    ExpressionAttributeNames: {
      '#plan': 'plan',
      '#partition': openJobsIndex.partition,
      '#sort': openJobsIndex.sort,
    },
    ExpressionAttributeValues: { ':none': 0 },
  },
});

/** The same by itself. */
export const unpauseSource = async (table: Table, name: SourceName): Promise<void> => {
  await table.documents.send(new UpdateCommand(unpauseSourceItem(table, name).Update));
};

/** Accepts that the pages which the last run held back are gone: the next one tells it. */
export const acceptHeldItem = (table: Table, name: SourceName): UpdateItem => ({
  Update: {
    TableName: table.name,
    Key: sourceStateKey(name),
    UpdateExpression: 'SET accepted = :yes',
    ExpressionAttributeValues: { ':yes': true },
  },
});
