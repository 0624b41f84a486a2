import { BatchWriteCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import { pageVersionKey, type SourceName } from '../../keys/table-keys.ts';
import { pageVersionSchema, type PageVersion } from '../../source/source-run.ts';
import type { Table } from '../table.ts';

const perCall = 25;

/** Notes versions of pages, each at its moment: noting them twice changes nothing. */
export const putPageVersions = async (
  table: Table,
  name: SourceName,
  versions: readonly (PageVersion & { readonly hash: string })[],
): Promise<void> => {
  for (let start = 0; start < versions.length; start += perCall) {
    let open = versions.slice(start, start + perCall).map(({ hash, ...version }) => ({
      PutRequest: {
        Item: { ...pageVersionKey(name, hash, version.at), ...version } as Record<string, unknown>,
      },
    }));
    while (open.length > 0) {
      const answer = await table.documents.send(
        new BatchWriteCommand({ RequestItems: { [table.name]: open } }),
      );
      open = (answer.UnprocessedItems?.[table.name] ?? []) as typeof open;
    }
  }
};

/** Versions of a page, the last one first, those seen by `until` (milliseconds since the epoch). */
export const listPageVersions = async (
  table: Table,
  name: SourceName,
  hash: string,
  asked: { readonly count: number; readonly until?: number | undefined },
): Promise<PageVersion[]> => {
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
