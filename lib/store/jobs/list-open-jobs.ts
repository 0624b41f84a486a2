import { QueryCommand, type QueryCommandOutput } from '@aws-sdk/lib-dynamodb';
import { jobSchema, type Job } from '../../job/job.ts';
import { getItems } from '../frontier/find-pages.ts';
import { withCounts } from './get-job.ts';
import { withJobParts } from './read-job-parts.ts';
import { type Table } from '../table.ts';
import { jobKey, openJobsIndex } from '../../keys/table-keys.ts';

/**
 * Lists all jobs that are not concluded, so many at a time, those with the nearest deadline first. The index may be a
 * moment late, so each job is read from the table itself, and jobs that have been concluded since are left out.
 */
export async function* listOpenJobs(table: Table, atOnce: number): AsyncGenerator<Job[]> {
  let start: QueryCommandOutput['LastEvaluatedKey'];
  do {
    const answer = await table.documents.send(
      new QueryCommand({
        TableName: table.name,
        IndexName: openJobsIndex.name,
        KeyConditionExpression: '#partition = :open',
        ExpressionAttributeNames: { '#partition': openJobsIndex.partition },
        ExpressionAttributeValues: { ':open': openJobsIndex.value },
        Limit: atOnce,
        ...(start === undefined ? {} : { ExclusiveStartKey: start }),
      }),
    );
    const ids = (answer.Items ?? []).map((item) => String(item['PK']).slice('J#'.length));
    yield await readOpenJobs(table, ids);
    start = answer.LastEvaluatedKey;
  } while (start !== undefined);
}

/** Reads those of the jobs that are not concluded, with their counts, oldest first. */
export const readOpenJobs = async (table: Table, ids: readonly string[]): Promise<Job[]> => {
  const items = await getItems(
    table,
    ids.map((id) => jobKey(id)),
    { consistent: true },
  );
  const notConcluded = items.filter((item) => item[openJobsIndex.partition] !== undefined);
  const open = (await withJobParts(table, notConcluded))
    .map((item) => jobSchema.parse(item))
    .sort((a, b) => a.createdAt - b.createdAt);
  const counted: Job[] = [];
  // One after the other: few jobs have shards.
  for (const job of open) counted.push(await withCounts(table, job));
  return counted;
};
