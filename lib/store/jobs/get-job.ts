import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { samenessIn } from '../../frontier/sameness.ts';
import { sumShards } from '../../job/counter-shards.ts';
import { jobSchema, type Job } from '../../job/job.ts';
import { sumOfUnits } from '../../job/units.ts';
import { getShards } from './get-shards.ts';
import { withJobParts } from './read-job-parts.ts';
import { type Table } from '../table.ts';
import { jobKey } from '../../keys/table-keys.ts';

/**
 * Reads the job's own item with what is kept beside it, consistently. While a job with shards runs, its item holds no
 * counts; it is enough to know the job's request and whether it is over. Null when there is none.
 */
export const getJobItem = async (table: Table, id: string): Promise<Job | null> => {
  const answer = await table.documents.send(
    new GetCommand({ TableName: table.name, Key: jobKey(id), ConsistentRead: true }),
  );
  if (answer.Item === undefined) return null;
  const [item] = await withJobParts(table, [answer.Item]);
  return item === undefined ? null : jobSchema.parse({ ...item, ...samenessIn(item) });
};

/** Adds the counts of a job's shards, if it has shards that still count. */
export const withCounts = async (table: Table, job: Job): Promise<Job> => {
  const closed = job.status !== 'running' && job.closing !== true;
  if (job.cells === undefined || closed) return job;
  const shardCounts = await getShards(table, job.id, job.cells);
  const { progressAt, ...sums } = sumShards(shardCounts);
  const units = sumOfUnits([job, ...shardCounts]);
  return { ...job, ...sums, ...units, progressAt: Math.max(job.progressAt, progressAt), shardCounts };
};

/** Reads a job, consistently: a client that polls right after creating it must find it. Null when there is none. */
export const getJob = async (table: Table, id: string): Promise<Job | null> => {
  const job = await getJobItem(table, id);
  return job === null ? null : await withCounts(table, job);
};
