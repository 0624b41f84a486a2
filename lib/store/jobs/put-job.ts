import { ConditionalCheckFailedException, TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import {
  PutCommand,
  TransactWriteCommand,
  type PutCommandInput,
  type TransactWriteCommandInput,
} from '@aws-sdk/lib-dynamodb';
import type { NewPage } from '../../frontier/page.ts';
import { newShards } from '../../job/counter-shards.ts';
import type { Job } from '../../job/job.ts';
import { splitJob } from '../../job/job-parts.ts';
import type { JobWebhook } from '../../job/webhook.ts';
import { startedEvent } from '../../job/webhook-event.ts';
import type { Units } from '../../job/units.ts';
import { childPut } from '../frontier/frontier-items.ts';
import { drainUnits, transactionUnits } from '../meter.ts';
import { webhookPuts } from '../webhooks/webhook-lease.ts';
import { openJobPuts } from '../keys/open-jobs-of-keys.ts';
import { type Table } from '../table.ts';
import { shardKey, jobKey, jobSpecKey, openJobsIndex } from '../../keys/table-keys.ts';

type Items = NonNullable<TransactWriteCommandInput['TransactItems']>;
type NewJob = Extract<Job, { status: 'running' }>;

/** Makes the put of the job's own item, which fails if the id is taken, and of the item beside it if there is one. */
const ownPuts = (table: Table, job: NewJob): Items => {
  const { head, parts } = splitJob(job);
  const beside =
    parts === null
      ? []
      : [{ Put: { TableName: table.name, Item: { ...jobSpecKey(job.id), ...parts, ttl: job.ttl } } }];
  return [
    {
      Put: {
        TableName: table.name,
        Item: { ...jobKey(job.id), ...head, [openJobsIndex.partition]: openJobsIndex.value },
        ConditionExpression: 'attribute_not_exists(PK)',
      },
    },
    ...beside,
  ];
};

/**
 * Makes the items that put a new job, what is kept beside it, its shards, its webhook and its entry as an open job, for
 * a transaction. The first item fails if the id is taken.
 */
export const jobPuts = (table: Table, job: NewJob, webhook: JobWebhook | null): Items => [
  ...ownPuts(table, job),
  ...newShards(job.limit, job.cells ?? 0, job.createdAt).map(({ quota: room, ...shard }, index) => ({
    Put: { TableName: table.name, Item: { ...shardKey(job.id, index), ...shard, room, ttl: job.ttl } },
  })),
  ...openJobPuts(table, job),
  ...(webhook === null ? [] : webhookPuts(table, webhook, startedEvent(job), job.createdAt)),
];

/**
 * - `put`: the job was put.
 * - `taken`: the same submission came twice, and the first one made the job.
 * - `conflict`: the same submission came twice at the same moment, and it is not known which one made it; try again.
 * - `refused`: the conditions of `claims` no longer hold.
 */
export type JobPut = 'put' | 'taken' | 'conflict' | 'refused';

/** A job that counts its one page as admitted and open, as the transaction that admits a page would (`jobUpdate`). */
const withPage = (job: NewJob, units: Units, now: number): NewJob => ({
  ...job,
  ...units,
  progressAt: now,
  admitted: 1,
  open: 1,
});

/**
 * Puts a new job. `seeding` is set on it unless it is put with its page, so that it cannot be drained before its first
 * pages are admitted. `claims` are written in the same step or not at all: what a run changes on its source.
 *
 * `seed`: the only first page of a job without shards. It is admitted and counted in the same transaction, which saves
 * the two writes and the look that admitting it later takes. The job and its page exist together, or neither does.
 */
export const putJob = async (
  table: Table,
  job: NewJob,
  webhook: JobWebhook | null = null,
  claims: Items = [],
  seed?: { readonly page: NewPage; readonly token: string; readonly now: number },
): Promise<JobPut> => {
  if (seed === undefined) return await putItems(table, [...jobPuts(table, job, webhook)], claims);
  const { page, token, now } = seed;
  const admitted = childPut(table, { job: job.id, ttl: job.ttl, token, now }, page);
  const count = jobPuts(table, job, webhook).length + 1 + claims.length;
  const drained = drainUnits(transactionUnits(count));
  const items = [...jobPuts(table, withPage(job, drained.units, now), webhook), admitted];
  const answer = await putItems(table, items, claims);
  if (answer !== 'put') drained.restore();
  return answer;
};

const putItems = async (table: Table, own: Items, claims: Items): Promise<JobPut> => {
  const items = [...own, ...claims];
  const [first] = items;
  try {
    if (items.length > 1) await table.documents.send(new TransactWriteCommand({ TransactItems: items }));
    else await table.documents.send(new PutCommand(first?.Put as PutCommandInput));
    return 'put';
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return 'taken';
    const reasons = error instanceof TransactionCanceledException ? error.CancellationReasons : undefined;
    if (reasons?.[0]?.Code === 'ConditionalCheckFailed') return 'taken';
    const codes = (reasons ?? []).map(({ Code }) => Code);
    if (claims.length > 0 && codes.slice(-claims.length).includes('ConditionalCheckFailed')) return 'refused';
    if (codes[0] === 'TransactionConflict' || (claims.length > 0 && codes.includes('TransactionConflict')))
      return 'conflict';
    throw error;
  }
};
