import { DeleteCommand, GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { type Table } from '../table.ts';
import { hostTierKey } from '../../keys/table-keys.ts';

/**
 * Reads how many pages of a host in a row fell from HTTP to the browser; 0 if nothing is known, or only what is too
 * old.
 */
export const getHostFalls = async (table: Table, host: string, now: number): Promise<number> => {
  const { Item: item } = await table.documents.send(
    new GetCommand({ TableName: table.name, Key: hostTierKey(host) }),
  );
  // DynamoDB removes an item up to two days after its time.
  return item === undefined || Number(item['until']) <= now ? 0 : Number(item['falls']);
};

/** Counts a page that HTTP left to the browser. Two writers at once count two: the count is evidence, not a ledger. */
export const countHostFall = async (
  table: Table,
  host: string,
  why: { readonly reason: string; readonly until: number },
): Promise<void> => {
  await table.documents.send(
    new UpdateCommand({
      TableName: table.name,
      Key: hostTierKey(host),
      UpdateExpression: 'SET reason = :reason, #until = :until, #ttl = :ttl ADD falls :one',
      ExpressionAttributeNames: { '#until': 'until', '#ttl': 'ttl' },
      ExpressionAttributeValues: {
        ':reason': why.reason,
        ':until': why.until,
        ':ttl': Math.ceil(why.until / 1_000),
        ':one': 1,
      },
    }),
  );
};

/** Deletes the count of falls of a host: HTTP has just got a page. */
export const forgetHostFalls = async (table: Table, host: string): Promise<void> => {
  await table.documents.send(new DeleteCommand({ TableName: table.name, Key: hostTierKey(host) }));
};
