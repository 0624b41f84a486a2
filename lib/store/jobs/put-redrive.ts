import { TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import { TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import type { JobWebhook } from '../../job/webhook.ts';
import type { Job } from '../../job/job.ts';
import { jobPuts } from './put-job.ts';
import { type Table } from '../table.ts';
import { jobKey } from '../../keys/table-keys.ts';

/**
 * Puts a redrive and makes it the last job of its series, in one step. Condition: the last job is still the one that
 * the caller saw (`previous`; undefined when the first job had no redrive). Of two callers at the same time one
 * succeeds; the other gets false, and checks again.
 */
export const putRedrive = async (
  table: Table,
  job: Extract<Job, { status: 'running' }>,
  series: { readonly first: string; readonly previous: string | undefined },
  webhook: JobWebhook | null,
): Promise<boolean> => {
  const { previous } = series;
  const claim = {
    TableName: table.name,
    Key: jobKey(series.first),
    UpdateExpression: 'SET lastRedrive = :job',
    ConditionExpression: `attribute_exists(PK) AND ${
      previous === undefined ? 'attribute_not_exists(lastRedrive)' : 'lastRedrive = :previous'
    }`,
    ExpressionAttributeValues: {
      ':job': job.id,
      ...(previous === undefined ? {} : { ':previous': previous }),
    },
  };
  try {
    await table.documents.send(
      new TransactWriteCommand({ TransactItems: [...jobPuts(table, job, webhook), { Update: claim }] }),
    );
    return true;
  } catch (error) {
    if (error instanceof TransactionCanceledException) return false;
    throw error;
  }
};
