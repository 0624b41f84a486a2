import { ConditionalCheckFailedException, TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import { TransactWriteCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { PageCounts } from '../../frontier/count-pages.ts';
import type { Job } from '../../job/job.ts';
import { type Table } from '../table.ts';
import { shardKey, jobKey } from '../../keys/table-keys.ts';

type RunningJob = Extract<Job, { status: 'running' }>;

const counted = [
  'admitted',
  'finished',
  'done',
  'failed',
  'blocked',
  'skipped',
  'sitemaps',
  'sitemapsOpen',
] as const;
const counters = [...counted, 'open'] as const;

/**
 * Repairs the counters of a job with shards: the first shard takes the difference, on condition that none has changed.
 */
const repairShards = async (
  table: Table,
  job: RunningJob,
  next: Readonly<Record<(typeof counted)[number], number>>,
): Promise<boolean> => {
  const shards = job.shardCounts ?? [];
  const items = shards.map((shard, index) => {
    const common = {
      TableName: table.name,
      Key: shardKey(job.id, index),
      ConditionExpression: `#status = :running AND ${counted.map((name) => `#${name} = :old_${name}`).join(' AND ')}`,
      ExpressionAttributeNames: {
        '#status': 'status',
        ...Object.fromEntries(counted.map((name) => [`#${name}`, name])),
      },
    };
    const values = {
      ':running': 'running',
      ...Object.fromEntries(counted.map((name) => [`:old_${name}`, shard[name]])),
    };
    if (index > 0) return { ConditionCheck: { ...common, ExpressionAttributeValues: values } };
    const by = Object.fromEntries(counted.map((name) => [`:by_${name}`, next[name] - (job[name] ?? 0)]));
    return {
      Update: {
        ...common,
        // Admitted pages and room together are the limit, whatever was counted.
        UpdateExpression: `ADD ${counted.map((name) => `#${name} :by_${name}`).join(', ')}, room :room`,
        ExpressionAttributeValues: { ...values, ...by, ':room': job.admitted - next.admitted },
      },
    };
  });
  if (items.length === 0) return false;
  try {
    await table.documents.send(new TransactWriteCommand({ TransactItems: items }));
    return true;
  } catch (error) {
    if (error instanceof TransactionCanceledException) return false;
    throw error;
  }
};

/**
 * Sets a running job's counters to what its pages say, on condition that each counter is still what `job` says. Returns
 * false when one has changed, or the job is over.
 */
export const repairCounters = async (table: Table, job: RunningJob, counts: PageCounts): Promise<boolean> => {
  const next = { ...counts, finished: counts.admitted + counts.sitemapsOpen - counts.open };
  // A job that has met no sitemap has no count of them.
  const before = counters.filter((name) => job[name] !== undefined);
  if (job.cells !== undefined) return await repairShards(table, job, next);
  try {
    await table.documents.send(
      new UpdateCommand({
        TableName: table.name,
        Key: jobKey(job.id),
        UpdateExpression: `SET ${counters.map((name) => `#${name} = :new_${name}`).join(', ')}`,
        ConditionExpression: `#status = :running AND ${counters
          .map((name) =>
            before.includes(name) ? `#${name} = :old_${name}` : `attribute_not_exists(#${name})`,
          )
          .join(' AND ')}`,
        ExpressionAttributeNames: {
          '#status': 'status',
          ...Object.fromEntries(counters.map((name) => [`#${name}`, name])),
        },
        ExpressionAttributeValues: {
          ':running': 'running',
          ...Object.fromEntries(before.map((name) => [`:old_${name}`, job[name]])),
          ...Object.fromEntries(counters.map((name) => [`:new_${name}`, next[name]])),
        },
      }),
    );
    return true;
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return false;
    throw error;
  }
};
