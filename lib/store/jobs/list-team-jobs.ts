import { PutCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import type { JobKind } from '../../job/job-kind.ts';
import { jobSchema, type Job } from '../../job/job.ts';
import { firstJobId } from '../../job/job-id.ts';
import { keptDays } from '../../job/prices.ts';
import { jobKey, teamJobListKey } from '../../keys/table-keys.ts';
import { limits } from '../../limits/limits.ts';
import { getItems } from '../frontier/find-pages.ts';
import type { Table } from '../table.ts';
import { withCounts } from './get-job.ts';
import { withJobParts } from './read-job-parts.ts';

/** How long the objects of a job stay in the buckets, in seconds. */
const objectsKeptSeconds = Math.max(...Object.values(keptDays)) * 24 * 60 * 60;

/** A job is listed for as long as it is kept, in milliseconds since it was made. */
const listedMs = limits.jobDeadlineMs + limits.jobRetentionMs;

/**
 * Puts a job on its team's list, before the job itself is put. If a writer dies in between, the list has a line whose
 * job does not exist, which readers skip; but no job is missing from the list. Repeating it changes nothing.
 *
 * The line stays for as long as anything that the job leaves in the buckets: only it says whose that is, once the job's
 * own items have expired.
 */
export const listTeamJob = async (
  table: Table,
  job: Pick<Job, 'id' | 'team' | 'kind' | 'ttl'>,
): Promise<void> => {
  const Item = { ...teamJobListKey(job.team, job.id), kind: job.kind, ttl: job.ttl + objectsKeptSeconds };
  await table.documents.send(new PutCommand({ TableName: table.name, Item }));
};

/** A part of a team's list, the newest job first. */
export interface TeamJobs {
  readonly jobs: readonly Job[];
  /** The id after which the list continues; null at its end. */
  readonly next: string | null;
}

/**
 * Reads a part of a team's list of jobs, open and ended ones, the newest first.
 *
 * @param asked `after` is the id of the last job of the part before. `count` is how many lines are read; of these, jobs
 *   of the wanted kinds that still exist are returned. `now` in milliseconds since the epoch: lines of jobs that have
 *   expired by then are not read.
 */
export const readTeamJobs = async (
  table: Table,
  team: string,
  asked: {
    readonly kinds: readonly JobKind[];
    readonly count: number;
    readonly after?: string | undefined;
    readonly now: number;
  },
): Promise<TeamJobs> => {
  const { PK } = teamJobListKey(team, '');
  const oldest = firstJobId(asked.now - listedMs);
  // DynamoDB refuses to go on from a key outside of the range.
  if (asked.after !== undefined && asked.after <= oldest) return { jobs: [], next: null };
  const answer = await table.documents.send(
    new QueryCommand({
      TableName: table.name,
      KeyConditionExpression: 'PK = :list AND SK >= :oldest',
      FilterExpression: `#kind IN (${asked.kinds.map((_, index) => `:k${index}`).join(', ')})`,
      ExpressionAttributeNames: { '#kind': 'kind' },
      ExpressionAttributeValues: {
        ':list': PK,
        ':oldest': oldest,
        ...Object.fromEntries(asked.kinds.map((kind, index) => [`:k${index}`, kind])),
      },
      ScanIndexForward: false,
      // A client that has just started a job looks for it here.
      ConsistentRead: true,
      Limit: asked.count,
      ...(asked.after === undefined ? {} : { ExclusiveStartKey: teamJobListKey(team, asked.after) }),
    }),
  );
  const ids = (answer.Items ?? []).map((item) => String(item['SK']));
  const items = await getItems(
    table,
    ids.map((id) => jobKey(id)),
    { consistent: true },
  );
  const whole = await withJobParts(table, items);
  const byId = new Map(whole.map((item) => [item['id'], jobSchema.parse(item)]));
  const jobs: Job[] = [];
  // One after the other: few jobs have shards.
  for (const id of ids) {
    const job = byId.get(id);
    if (job !== undefined) jobs.push(await withCounts(table, job));
  }
  const last: unknown = answer.LastEvaluatedKey?.['SK'];
  return { jobs, next: typeof last === 'string' ? last : null };
};
