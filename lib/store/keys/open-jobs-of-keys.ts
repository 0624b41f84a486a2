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
 * Makes the item by which an open job of a key is counted, for the transaction that puts the job. Each job has one
 * item, which is removed in the transaction that concludes the job. So two jobs that begin or end at the same moment do
 * not conflict. A job for which a caller waits has no item: it is over before anybody could count it.
 */
export const openJobPuts = (table: Table, job: Noted): Items => {
  if (isAwaited(job.kind)) return [];
  const key = teamJobKey(job.team, keyOfJob(job), job.id);
  return [{ Put: { TableName: table.name, Item: { ...key, ttl: job.ttl } } }];
};

/** Removes the item, in the transaction that concludes the job. */
export const openJobRemoval = (table: Table, job: Noted): Items =>
  isAwaited(job.kind)
    ? []
    : [{ Delete: { TableName: table.name, Key: teamJobKey(job.team, keyOfJob(job), job.id) } }];

/** Counts the open jobs of a team by the keys that began them. */
export const countOpenJobsByKey = async (table: Table, team: string): Promise<Map<string, number>> => {
  const counts = new Map<string, number>();
  for await (const { Items: items } of queryBetween(table, teamPartition(team), teamJobs(), {
    consistent: true,
  })) {
    for (const item of items ?? []) {
      const key = String(item['SK']).split('#')[1] ?? '';
      counts.set(key, (counts.get(key) ?? 0) + 1);
    }
  }
  return counts;
};

/** Counts the open jobs of a team, or of one of its keys. */
export const countOpenJobs = async (table: Table, team: string, key?: string): Promise<number> => {
  let count = 0;
  const portions = queryBetween(table, teamPartition(team), teamJobs(key), {
    select: 'COUNT',
    consistent: true,
  });
  for await (const { Count } of portions) count += Count ?? 0;
  return count;
};

/** Lists the ids of a team's open jobs, of all its keys; the newest first. */
export const listTeamJobs = async (table: Table, team: string): Promise<string[]> => {
  const ids: string[] = [];
  for await (const { Items: items } of queryBetween(table, teamPartition(team), teamJobs(), {
    consistent: true,
  }))
    ids.push(...(items ?? []).map((item) => String(item['SK']).split('#').at(-1) ?? ''));
  // Ids begin with the time at which they were made.
  return ids.toSorted().toReversed();
};
