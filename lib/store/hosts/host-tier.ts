import { DeleteCommand, GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { type Table } from '../table.ts';
import { hostTierKey } from '../../keys/table-keys.ts';

/** Pages of a host in a row that fell from HTTP to the browser; 0 where nothing is known, or what was known is too old. */
export const getHostFalls = async (table: Table, host: string, now: number): Promise<number> => {
  const { Item: item } = await table.documents.send(
    new GetCommand({ TableName: table.name, Key: hostTierKey(host) }),
  );
  // DynamoDB removes an item up to two days after its time.
  return item === undefined || Number(item['until']) <= now ? 0 : Number(item['falls']);
};

/** Counts a page that HTTP did not get, and left to the browser. Two writers at once count two: it is evidence, not a ledger. */
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

/** Forgets what a host's pages needed: HTTP has just got one. */
export const forgetHostFalls = async (table: Table, host: string): Promise<void> => {
  await table.documents.send(new DeleteCommand({ TableName: table.name, Key: hostTierKey(host) }));
};
