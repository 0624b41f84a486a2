import { GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { type Table } from '../table.ts';
import { wikiSiteKey } from '../../keys/table-keys.ts';

/** Reads what a wiki said about itself, if that has not expired; the caller parses it. */
export const getWikiSite = async (table: Table, host: string, now: number): Promise<unknown> => {
  const { Item: item } = await table.documents.send(
    new GetCommand({ TableName: table.name, Key: wikiSiteKey(host) }),
  );
  // TTL removes items late: up to two days after their time, AWS says.
  return Number(item?.['ttl'] ?? 0) * 1_000 <= now ? undefined : item?.['site'];
};

/** Stores what a wiki says about itself until `expiresAt` (milliseconds since the epoch). */
export const putWikiSite = async (
  table: Table,
  host: string,
  site: object,
  expiresAt: number,
): Promise<void> => {
  await table.documents.send(
    new PutCommand({
      TableName: table.name,
      Item: { ...wikiSiteKey(host), site, ttl: Math.floor(expiresAt / 1_000) },
    }),
  );
};
