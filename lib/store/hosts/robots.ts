import { gunzipSync, gzipSync } from 'node:zlib';
import { GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { type Table } from '../table.ts';
import { robotsKey } from '../../keys/table-keys.ts';

/** Reads what was stored of a host's robots.txt, if it has not expired; the caller parses it. */
export const getRobots = async (table: Table, host: string, now: number): Promise<unknown> => {
  const answer = await table.documents.send(new GetCommand({ TableName: table.name, Key: robotsKey(host) }));
  // TTL removes items late: up to two days after their time, AWS says.
  if (Number(answer.Item?.['ttl'] ?? 0) * 1_000 <= now) return undefined;
  const packed: unknown = answer.Item?.['verdict'];
  return packed instanceof Uint8Array ? (JSON.parse(gunzipSync(packed).toString()) as unknown) : undefined;
};

/** Stores what a host's robots.txt says until `expiresAt` (milliseconds since the epoch). */
export const putRobots = async (
  table: Table,
  host: string,
  verdict: unknown,
  expiresAt: number,
): Promise<void> => {
  await table.documents.send(
    new PutCommand({
      TableName: table.name,
      // Compressed: half a megabyte of rules, which RFC 9309 asks us to follow, must fit an item of 400 KB.
      Item: {
        ...robotsKey(host),
        verdict: gzipSync(JSON.stringify(verdict)),
        ttl: Math.floor(expiresAt / 1_000),
      },
    }),
  );
};
