import { ConditionalCheckFailedException, TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import {
  PutCommand,
  TransactWriteCommand,
  type PutCommandInput,
  type TransactWriteCommandInput,
} from '@aws-sdk/lib-dynamodb';
import { newCells } from '../../job/cells.ts';
import type { Job } from '../../job/job.ts';
import type { Hook } from '../../job/hook.ts';
import { startedEvent } from '../../job/hook-event.ts';
import { hookPuts } from '../webhooks/hooks.ts';
import { openJobPuts } from '../keys/open-jobs-of-keys.ts';
import { type Table } from '../table.ts';
import { cellKey, jobKey, openJobsIndex } from '../../keys/table-keys.ts';

type Items = NonNullable<TransactWriteCommandInput['TransactItems']>;
type NewJob = Extract<Job, { status: 'running' }>;

/** What puts a new job, its cells, its hook and what counts it as open, for a transaction; its first item fails where the id is taken. */
export const jobPuts = (table: Table, job: NewJob, hook: Hook | null): Items => [
  {
    Put: {
      TableName: table.name,
      Item: { ...jobKey(job.id), ...job, [openJobsIndex.partition]: openJobsIndex.value },
      ConditionExpression: 'attribute_not_exists(PK)',
    },
  },
  ...newCells(job.limit, job.cells ?? 0, job.createdAt).map((cell, index) => ({
    Put: { TableName: table.name, Item: { ...cellKey(job.id, index), ...cell, ttl: job.ttl } },
  })),
  ...openJobPuts(table, job),
  ...(hook === null ? [] : hookPuts(table, hook, startedEvent(job), job.createdAt)),
];

/**
 * - `put`: the job is there.
 * - `taken`: the same submission came twice, and the first one made the job.
 * - `conflict`: the same submission came twice at the same moment, and nothing is said of who made it; try again.
 */
export type JobPut = 'put' | 'taken' | 'conflict';

/**
 * Puts a new job, with no page yet and `seeding` set, so that it cannot be drained before its first pages are admitted.
 */
export const putJob = async (table: Table, job: NewJob, hook: Hook | null = null): Promise<JobPut> => {
  const items = jobPuts(table, job, hook);
  const [first] = items;
  try {
    if (items.length > 1) await table.documents.send(new TransactWriteCommand({ TransactItems: items }));
    else await table.documents.send(new PutCommand(first?.Put as PutCommandInput));
    return 'put';
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return 'taken';
    const reasons = error instanceof TransactionCanceledException ? error.CancellationReasons : undefined;
    if (reasons?.[0]?.Code === 'ConditionalCheckFailed') return 'taken';
    if (reasons?.[0]?.Code === 'TransactionConflict') return 'conflict';
    throw error;
  }
};
