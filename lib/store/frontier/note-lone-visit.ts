import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { pageKey } from '../../keys/table-keys.ts';
import type { Table } from '../table.ts';

/** Adds to the visits of a page alone that have not come back; returns their number, or 0 if the condition fails. */
const add = async (
  table: Table,
  { job, hash }: { readonly job: string; readonly hash: string },
  by: 1 | -1,
  condition: { readonly text: string; readonly names?: Record<string, string>; readonly values: object },
): Promise<number> => {
  try {
    const answer = await table.documents.send(
      new UpdateCommand({
        TableName: table.name,
        Key: pageKey(job, hash),
        UpdateExpression: 'ADD loneLost :by',
        ConditionExpression: condition.text,
        ...(condition.names === undefined ? {} : { ExpressionAttributeNames: condition.names }),
        ExpressionAttributeValues: { ':by': by, ...condition.values },
        ReturnValues: 'UPDATED_NEW',
      }),
    );
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
 * @returns how many such visits have not come back, with this one; 0 if the page is not to be fetched any more.
 */
export const beginLoneVisit = async (table: Table, job: string, hash: string): Promise<number> =>
  await add(table, { job, hash }, 1, {
    text: '#state = :admitted',
    names: { '#state': 'state' },
    values: { ':admitted': 'admitted' },
  });

/** Notes that a visit of the page alone came back, whatever became of the page. */
export const endLoneVisit = async (table: Table, job: string, hash: string): Promise<void> =>
  void (await add(table, { job, hash }, -1, { text: 'loneLost > :none', values: { ':none': 0 } }));
