import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import {
  GetCommand,
  QueryCommand,
  UpdateCommand,
  type TransactWriteCommandInput,
  type UpdateCommandInput,
  type UpdateCommandOutput,
} from '@aws-sdk/lib-dynamodb';
import { jobWebhookSchema, type JobWebhook } from '../../job/webhook.ts';
import type { StoredEvent } from '../../job/webhook-event.ts';
import { type Table } from '../table.ts';
import { webhookEventKey, webhookKey, openWebhooksValue, openJobsIndex } from '../../keys/table-keys.ts';

type Items = NonNullable<TransactWriteCommandInput['TransactItems']>;

const partition = openJobsIndex.partition;
const lookAt = openJobsIndex.sort;

/** Runs an update; returns the attributes that it asks for, or null if its condition failed. */
const updatedFrom = async (
  table: Table,
  update: Omit<UpdateCommandInput, 'TableName'>,
): Promise<NonNullable<UpdateCommandOutput['Attributes']> | null> => {
  try {
    const answer = await table.documents.send(new UpdateCommand({ TableName: table.name, ...update }));
    return answer.Attributes ?? {};
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return null;
    throw error;
  }
};

/** Runs an update; false if its condition failed. */
const updated = async (table: Table, update: Omit<UpdateCommandInput, 'TableName'>): Promise<boolean> =>
  (await updatedFrom(table, update)) !== null;

/** Makes the items of a new job's webhook and its first event, for the transaction that puts the job. */
export const webhookPuts = (
  table: Table,
  webhook: JobWebhook,
  event: StoredEvent | null,
  at: number,
): Items => [
  {
    Put: {
      TableName: table.name,
      Item: { ...webhookKey(webhook.job), ...webhook, [partition]: openWebhooksValue, [lookAt]: at },
    },
  },
  ...(event === null
    ? []
    : [
        {
          Put: {
            TableName: table.name,
            Item: { ...webhookEventKey(webhook.job, 'E', event.place), ...event },
          },
        },
      ]),
];

/**
 * Makes the items that note on a webhook that its job is over, with the event, for the transaction that concludes the
 * job.
 */
export const webhookEnds = (
  table: Table,
  job: string,
  event: StoredEvent | null,
  at: { readonly now: number; readonly ttl: number },
): Items => [
  {
    Update: {
      TableName: table.name,
      Key: webhookKey(job),
      UpdateExpression: 'SET ended = :yes, #lookAt = :now, #partition = :open, #ttl = :ttl',
      ExpressionAttributeNames: { '#lookAt': lookAt, '#partition': partition, '#ttl': 'ttl' },
      ExpressionAttributeValues: { ':yes': true, ':now': at.now, ':open': openWebhooksValue, ':ttl': at.ttl },
    },
  },
  ...(event === null
    ? []
    : [{ Put: { TableName: table.name, Item: { ...webhookEventKey(job, 'E', event.place), ...event } } }]),
];

/** Reads a job's webhook in its present state; null if it has none, or none any more. */
export const getWebhook = async (table: Table, job: string): Promise<JobWebhook | null> => {
  const answer = await table.documents.send(
    new GetCommand({ TableName: table.name, Key: webhookKey(job), ConsistentRead: true }),
  );
  return answer.Item === undefined ? null : (jobWebhookSchema.safeParse(answer.Item).data ?? null);
};

/**
 * Takes a webhook for one worker, unless another worker has it or the receiver must get nothing now. Until the lease
 * runs out no other worker delivers; the heartbeat sends a message right after that. `wasLost`: the worker before did
 * not give the webhook back.
 */
export const acquireWebhook = async (
  table: Table,
  job: string,
  by: { readonly lease: string; readonly now: number; readonly until: number },
): Promise<(JobWebhook & { readonly wasLost: boolean }) | null> => {
  const before = await updatedFrom(table, {
    Key: webhookKey(job),
    UpdateExpression: 'SET lease = :lease, leaseUntil = :until, #lookAt = :until',
    ConditionExpression:
      'attribute_exists(PK) AND (attribute_not_exists(leaseUntil) OR leaseUntil < :now) AND ' +
      '(attribute_not_exists(notBefore) OR notBefore <= :now)',
    ExpressionAttributeNames: { '#lookAt': lookAt },
    ExpressionAttributeValues: { ':lease': by.lease, ':until': by.until, ':now': by.now },
    ReturnValues: 'UPDATED_OLD',
  });
  const webhook = before === null ? null : await getWebhook(table, job);
  return webhook === null ? null : { ...webhook, wasLost: before?.['leaseUntil'] !== undefined };
};

/** Prolongs the lease of a webhook; false if another worker has it by now. */
export const renewWebhook = async (
  table: Table,
  job: string,
  lease: string,
  until: number,
): Promise<boolean> =>
  await updated(table, {
    Key: webhookKey(job),
    UpdateExpression: 'SET leaseUntil = :until, #lookAt = :until',
    ConditionExpression: 'lease = :lease',
    ExpressionAttributeNames: { '#lookAt': lookAt },
    ExpressionAttributeValues: { ':lease': lease, ':until': until },
  });

/**
 * Gives a webhook back. It is due again at `lookAt`, and its receiver gets nothing before `notBefore`. If the job is
 * over and its outbox was found empty, the webhook is closed instead. False if another worker has it by now.
 */
export const releaseWebhook = async (
  table: Table,
  job: string,
  lease: string,
  rest: { readonly lookAt: number; readonly notBefore?: number } | 'closed',
): Promise<boolean> => {
  const isClosed = rest === 'closed';
  const quiet = !isClosed && rest.notBefore !== undefined;
  // Also opens it again: after a worker found no events and closed it, a client may have ordered new deliveries.
  const set = isClosed
    ? ''
    : `SET #lookAt = :lookAt, #partition = :open${quiet ? ', notBefore = :notBefore' : ''} `;
  return await updated(table, {
    Key: webhookKey(job),
    UpdateExpression: `${set}REMOVE lease, leaseUntil${quiet ? '' : ', notBefore'}${isClosed ? ', #partition' : ''}`,
    ConditionExpression: 'lease = :lease',
    ExpressionAttributeNames: { '#partition': partition, ...(isClosed ? {} : { '#lookAt': lookAt }) },
    ExpressionAttributeValues: {
      ':lease': lease,
      ...(isClosed ? {} : { ':lookAt': rest.lookAt, ':open': openWebhooksValue }),
      ...(quiet ? { ':notBefore': rest.notBefore } : {}),
    },
  });
};

/**
 * Makes a webhook due now, whatever its receiver did, because a client wants its events delivered again. False if it is
 * gone.
 */
export const reopenWebhook = async (table: Table, job: string, now: number): Promise<boolean> =>
  await updated(table, {
    Key: webhookKey(job),
    UpdateExpression: 'SET #lookAt = :now, #partition = :open REMOVE notBefore',
    ConditionExpression: 'attribute_exists(PK)',
    ExpressionAttributeNames: { '#lookAt': lookAt, '#partition': partition },
    ExpressionAttributeValues: { ':now': now, ':open': openWebhooksValue },
  });

/** Lists jobs whose webhooks are due by now, those that wait longest first; the index may be a moment late. */
export const listDueWebhooks = async (
  table: Table,
  now: number,
  most: number,
): Promise<{ readonly job: string; readonly lookAt: number }[]> => {
  const answer = await table.documents.send(
    new QueryCommand({
      TableName: table.name,
      IndexName: openJobsIndex.name,
      KeyConditionExpression: '#partition = :open AND #lookAt <= :now',
      ExpressionAttributeNames: { '#partition': partition, '#lookAt': lookAt },
      ExpressionAttributeValues: { ':open': openWebhooksValue, ':now': now },
      Limit: most,
    }),
  );
  return (answer.Items ?? []).map((item) => ({
    job: String(item['PK']).slice('W#'.length),
    lookAt: Number(item[lookAt]),
  }));
};

/**
 * Claims the right to send a webhook's message; the first caller gets it. Otherwise two heartbeats would both send it.
 */
export const claimWebhook = async (
  table: Table,
  due: { readonly job: string; readonly lookAt: number },
  next: number,
): Promise<boolean> =>
  await updated(table, {
    Key: webhookKey(due.job),
    UpdateExpression: 'SET #lookAt = :next',
    ConditionExpression: '#lookAt = :found AND attribute_exists(#partition)',
    ExpressionAttributeNames: { '#lookAt': lookAt, '#partition': partition },
    ExpressionAttributeValues: { ':next': next, ':found': due.lookAt },
  });
