import { QueryCommand, type QueryCommandOutput } from '@aws-sdk/lib-dynamodb';
import { pageSchema, type Page } from '../../frontier/page.ts';
import { type Table } from '../table.ts';
import { pagesPartition, pageBuckets } from '../../keys/table-keys.ts';

/**
 * Lists every page of a job, bucket by bucket, each bucket in the order of the hashes, in DynamoDB's own slices (1
 * MB). Consistent: a count of a job's items must see them all.
 *
 * @param readMax Pages of one read, for callers that want few of them.
 */
export async function* listPages(
  table: Table,
  job: string,
  buckets: readonly string[] = pageBuckets,
  readMax?: number,
): AsyncGenerator<Page[]> {
  for (const bucket of buckets) {
    let from: QueryCommandOutput['LastEvaluatedKey'];
    do {
      const answer = await table.documents.send(
        new QueryCommand({
          TableName: table.name,
          KeyConditionExpression: 'PK = :partition',
          ExpressionAttributeValues: { ':partition': pagesPartition(job, bucket) },
          ConsistentRead: true,
          ...(readMax === undefined ? {} : { Limit: readMax }),
          ...(from === undefined ? {} : { ExclusiveStartKey: from }),
        }),
      );
      if ((answer.Items?.length ?? 0) > 0) yield (answer.Items ?? []).map((item) => pageSchema.parse(item));
      from = answer.LastEvaluatedKey;
    } while (from !== undefined);
  }
}
