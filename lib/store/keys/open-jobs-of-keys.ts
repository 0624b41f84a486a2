import type { TransactWriteCommandInput } from '@aws-sdk/lib-dynamodb';
import { isAwaited } from '../../job/job-kind.ts';
import type { Job } from '../../job/job.ts';
import { keyOfJob } from '../../job/usage.ts';
import { queryBetween } from '../query-between.ts';
import { type Table } from '../table.ts';
import { teamJobKey, teamJobs, teamPartition } from '../../keys/table-keys.ts';

type Items = NonNullable<TransactWriteCommandInput['TransactItems']>;
type Noted = Pick<Job, 'id' | 'kind' | 'team' | 'keyId' | 'ttl'>;

/**
 * Which jobs of a key are open: an item for each, put and taken away in the transactions that begin and
 * conclude its job. So two jobs that begin or end at the same moment do not meet. What somebody waits for is
 * over before anybody could count it, and has none. This is what puts the item, for the transaction that puts
 * the job.
 */
export const openJobPuts = (table: Table, job: Noted): Items => {
  if (isAwaited(job.kind)) return [];
  const key = teamJobKey(job.team, keyOfJob(job), job.id);
  return [{ Put: { TableName: table.name, Item: { ...key, ttl: job.ttl } } }];
};

/** What takes the item away, for the transaction that concludes the job. */
export const openJobRemoval = (table: Table, job: Noted): Items =>
  isAwaited(job.kind)
    ? []
    : [{ Delete: { TableName: table.name, Key: teamJobKey(job.team, keyOfJob(job), job.id) } }];

/** How many jobs of a team are open, or of one of its keys. */
export const countOpenJobs = async (table: Table, team: string, key?: string): Promise<number> => {
  let count = 0;
  const portions = queryBetween(table, teamPartition(team), teamJobs(key), {
    select: 'COUNT',
    consistent: true,
  });
  for await (const { Count } of portions) count += Count ?? 0;
  return count;
};

/** Ids of the jobs of a team that are open, of all its keys; the newest first. */
export const listTeamJobs = async (table: Table, team: string): Promise<string[]> => {
  const ids: string[] = [];
  for await (const { Items: items } of queryBetween(table, teamPartition(team), teamJobs(), {
    consistent: true,
  }))
    ids.push(...(items ?? []).map((item) => String(item['SK']).split('#').at(-1) ?? ''));
  // Ids begin with the time at which they were made.
  return ids.toSorted().toReversed();
};
