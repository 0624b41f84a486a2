import type { TransactWriteCommandInput } from '@aws-sdk/lib-dynamodb';
import type { Job, JobOutcome } from '../../job/job.ts';
import {
  keyOfJob,
  monthlyUsageSchema,
  usageMonth,
  usageShard,
  usageNames,
  jobUsage,
  type MonthlyUsage,
} from '../../job/usage.ts';
import { limits } from '../../limits/limits.ts';
import { queryBetween } from '../query-between.ts';
import { type Table } from '../table.ts';
import { itemVersion } from '../../keys/item-version.ts';
import { teamUsage, ttlAttribute, usageKey, teamPartition } from '../../keys/table-keys.ts';

type Item = NonNullable<TransactWriteCommandInput['TransactItems']>[number];

/**
 * Makes the update that counts a job for its key, for the transaction that concludes the job, so that it counts once.
 * Jobs that end at the same moment would cancel each other's transactions on a single item, so a month has a few items.
 */
export const usageAddition = (table: Table, job: Job, outcome: JobOutcome, now: number): Item => {
  const [month, key, usage] = [usageMonth(now), keyOfJob(job), jobUsage(job)];
  const Key = usageKey(job.team, month, key, usageShard(job.id));
  return {
    Update: {
      TableName: table.name,
      Key,
      UpdateExpression:
        `ADD ${usageNames.map((name) => `#${name} :${name}`).join(', ')} SET v = :version, #month = :month, ` +
        `#key = :key, #ttl = :ttl${outcome === 'completed' ? ', lastSuccessAt = :now' : ''}`,
      ExpressionAttributeNames: {
        ...Object.fromEntries(usageNames.map((name) => [`#${name}`, name])),
        '#month': 'month',
        '#key': 'key',
        '#ttl': ttlAttribute,
      },
      ExpressionAttributeValues: {
        ...Object.fromEntries(usageNames.map((name) => [`:${name}`, usage[name]])),
        ':version': itemVersion(Key),
        ':month': month,
        ':key': key,
        ':ttl': Math.ceil((now + limits.usageRetentionMs) / 1_000),
        ...(outcome === 'completed' ? { ':now': now } : {}),
      },
    },
  };
};

/**
 * Lists the usage of a team's keys from a month on (`2026-11`), the months in order; a key has several parts in each.
 */
export const listUsage = async (table: Table, team: string, since: string): Promise<MonthlyUsage[]> => {
  const found: MonthlyUsage[] = [];
  for await (const { Items } of queryBetween(table, teamPartition(team), teamUsage(since), {
    consistent: false,
  })) {
    found.push(...(Items ?? []).map((item) => monthlyUsageSchema.parse(item)));
  }
  return found;
};
