import { GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { errorPageKey } from '../../keys/table-keys.ts';
import { type Table } from '../table.ts';

/** Reads what was stored of a host's error page, if it has not expired; the caller parses it. */
export const getErrorPage = async (table: Table, host: string, now: number): Promise<unknown> => {
  const { Item: item } = await table.documents.send(
    new GetCommand({ TableName: table.name, Key: errorPageKey(host) }),
  );
  // TTL removes items late: up to two days after their time, AWS says.
  return Number(item?.['ttl'] ?? 0) * 1_000 <= now ? undefined : item?.['page'];
};

/**
 * Stores what a host's error page looks like until `expiresAt` (milliseconds since the epoch). The last writer wins.
 */
export const putErrorPage = async (
  table: Table,
  host: string,
  page: object,
  expiresAt: number,
): Promise<void> => {
  await table.documents.send(
    new PutCommand({
      TableName: table.name,
      Item: { ...errorPageKey(host), page, ttl: Math.floor(expiresAt / 1_000) },
    }),
  );
};
