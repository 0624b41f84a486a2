import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { UpdateCommand, type UpdateCommandInput } from '@aws-sdk/lib-dynamodb';
import { pageKey } from '../../keys/table-keys.ts';
import type { Table } from '../table.ts';

/** Changes the number of visits of a page alone that have not come back; returns it, or 0 if the condition fails. */
const count = async (
  table: Table,
  job: string,
  hash: string,
  update: Pick<
    UpdateCommandInput,
    'UpdateExpression' | 'ConditionExpression' | 'ExpressionAttributeNames' | 'ExpressionAttributeValues'
  >,
): Promise<number> => {
  try {
    const request = { TableName: table.name, Key: pageKey(job, hash), ...update };
    const answer = await table.documents.send(new UpdateCommand({ ...request, ReturnValues: 'UPDATED_NEW' }));
    return Number(answer.Attributes?.['loneLost'] ?? 0);
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return 0;
    throw error;
  }
};

/**
 * Notes that a visit of the page alone begins: nothing else is done in the sandbox until it comes back. If the sandbox
 * dies, the page is to blame. A call that the SDK repeats may count twice; only a small bound depends on the number.
 *
 * @param at when it begins, in milliseconds since the epoch.
 * @returns how many such visits have not come back, with this one; 0 if the page is not to be fetched any more.
 */
export const beginLoneVisit = async (table: Table, job: string, hash: string, at: number): Promise<number> =>
  await count(table, job, hash, {
    UpdateExpression: 'ADD loneLost :by SET loneVisitAt = :at',
    ConditionExpression: '#state = :admitted',
    ExpressionAttributeNames: { '#state': 'state' },
    ExpressionAttributeValues: { ':by': 1, ':admitted': 'admitted', ':at': at },
  });

/** Notes that a visit of the page alone came back, whatever became of the page. */
export const endLoneVisit = async (table: Table, job: string, hash: string): Promise<void> =>
  void (await count(table, job, hash, {
    UpdateExpression: 'ADD loneLost :by',
    ConditionExpression: 'loneLost > :none',
    ExpressionAttributeValues: { ':by': -1, ':none': 0 },
  }));
