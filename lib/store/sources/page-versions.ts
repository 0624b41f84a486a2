import { PutCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import { pageVersionKey, type SourceName } from '../../keys/table-keys.ts';
import { pageVersionSchema, type SeenVersion } from '../../source/source-run.ts';
import type { Table } from '../table.ts';

const atOnce = 25;

/** Notes versions of pages, each at its moment; harmless to repeat. */
export const putPageVersions = async (
  table: Table,
  name: SourceName,
  versions: readonly (SeenVersion & { readonly hash: string })[],
): Promise<void> => {
  for (let start = 0; start < versions.length; start += atOnce) {
    await Promise.all(
      versions.slice(start, start + atOnce).map(async ({ hash, ...version }) => {
        const Item = { ...pageVersionKey(name, hash, version.at), ...version };
        await table.documents.send(new PutCommand({ TableName: table.name, Item }));
      }),
    );
  }
};

/** Lists versions of a page, the last one first, those seen by `until` (milliseconds since the epoch). */
export const listPageVersions = async (
  table: Table,
  name: SourceName,
  hash: string,
  asked: { readonly count: number; readonly until?: number | undefined },
): Promise<SeenVersion[]> => {
  const answer = await table.documents.send(
    new QueryCommand({
      TableName: table.name,
      KeyConditionExpression: 'PK = :page AND SK <= :until',
      ExpressionAttributeValues: {
        ':page': pageVersionKey(name, hash, 0).PK,
        ':until': asked.until === undefined ? '~' : new Date(asked.until).toISOString(),
      },
      ScanIndexForward: false,
      ConsistentRead: true,
      Limit: asked.count,
    }),
  );
  return (answer.Items ?? []).map((item) => pageVersionSchema.parse(item));
};
