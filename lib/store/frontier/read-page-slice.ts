import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import { pageSchema, type Page } from '../../frontier/page.ts';
import { pageBucket, pageBuckets, pageKey, pagesPartition } from '../../keys/table-keys.ts';
import type { Table } from '../table.ts';

/** A position among a job's pages: the hash of the page before it, or the bucket that begins there. */
export const pageCursorPattern = /^(?:[0-9a-f]{32}s?|[0-9a-f])$/;

/** Pages of a job, and the cursor at which they continue; null at the end. */
export interface PageSlice {
  readonly pages: readonly Page[];
  readonly next: string | null;
}

/**
 * Reads the next pages of a job in the order of the table: by bucket, then by hash, which means nothing to a person.
 * Consistent. Pages that are admitted meanwhile may come before the position that was reached.
 *
 * @param cursor Where the slice before ended; null for the first.
 * @param count How many pages are read at most; a slice may hold fewer, or none, before the end.
 */
export const readPageSlice = async (
  table: Table,
  job: string,
  cursor: string | null,
  count: number,
): Promise<PageSlice> => {
  const after = cursor !== null && cursor.length > 1 ? cursor : null;
  const bucket = after === null ? (cursor ?? pageBuckets[0] ?? '0') : pageBucket(after);
  const answer = await table.documents.send(
    new QueryCommand({
      TableName: table.name,
      KeyConditionExpression: 'PK = :partition',
      ExpressionAttributeValues: { ':partition': pagesPartition(job, bucket) },
      ConsistentRead: true,
      Limit: count,
      ...(after === null ? {} : { ExclusiveStartKey: pageKey(job, after) }),
    }),
  );
  const pages = (answer.Items ?? []).map((item) => pageSchema.parse(item));
  const last: unknown = answer.LastEvaluatedKey?.['SK'];
  if (typeof last === 'string') return { pages, next: last.slice('U#'.length) };
  return { pages, next: pageBuckets[pageBuckets.indexOf(bucket) + 1] ?? null };
};
