import { TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import { TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { type Table } from '../table.ts';
import { shardKey } from '../../keys/table-keys.ts';

/**
 * Moves a job's quota (the attribute `room`) from some shards to another, in one step. Returns false when one of them
 * no longer has that much, when one is closed, or when other writers interfered.
 */
export const transferQuota = async (
  table: Table,
  job: string,
  to: number,
  from: readonly { readonly shard: number; readonly pages: number }[],
): Promise<boolean> => {
  const change = (shard: number, by: number) => ({
    Update: {
      TableName: table.name,
      Key: shardKey(job, shard),
      UpdateExpression: 'ADD room :by',
      ConditionExpression: `#status = :running${by < 0 ? ' AND room >= :pages' : ''}`,
      ExpressionAttributeNames: { '#status': 'status' },
      ExpressionAttributeValues: {
        ':running': 'running',
        ':by': by,
        ...(by < 0 ? { ':pages': -by } : {}),
      },
    },
  });
  const all = from.reduce((sum, { pages }) => sum + pages, 0);
  try {
    await table.documents.send(
      new TransactWriteCommand({
        TransactItems: [...from.map(({ shard, pages }) => change(shard, -pages)), change(to, all)],
      }),
    );
    return true;
  } catch (error) {
    if (error instanceof TransactionCanceledException) return false;
    throw error;
  }
};
