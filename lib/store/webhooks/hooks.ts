import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import {
  GetCommand,
  QueryCommand,
  UpdateCommand,
  type TransactWriteCommandInput,
  type UpdateCommandInput,
} from '@aws-sdk/lib-dynamodb';
import { hookSchema, type Hook } from '../../job/hook.ts';
import type { HookEvent } from '../../job/hook-event.ts';
import { type Table } from '../table.ts';
import { hookEventKey, hookKey, openHooksValue, openJobsIndex } from '../../keys/table-keys.ts';

type Items = NonNullable<TransactWriteCommandInput['TransactItems']>;

const partition = openJobsIndex.partition;
const lookAt = openJobsIndex.sort;

/** Answers false where the condition does not hold. */
const updated = async (table: Table, update: Omit<UpdateCommandInput, 'TableName'>): Promise<boolean> => {
  try {
    await table.documents.send(new UpdateCommand({ TableName: table.name, ...update }));
    return true;
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return false;
    throw error;
  }
};

/** What puts a new job's hook and its first event, for the transaction that puts the job. */
export const hookPuts = (table: Table, hook: Hook, event: HookEvent | null, at: number): Items => [
  {
    Put: {
      TableName: table.name,
      Item: { ...hookKey(hook.job), ...hook, [partition]: openHooksValue, [lookAt]: at },
    },
  },
  ...(event === null
    ? []
    : [{ Put: { TableName: table.name, Item: { ...hookEventKey(hook.job, 'E', event.place), ...event } } }]),
];

/** What tells a hook that its job is over, with the event of that, for the transaction that concludes the job. */
export const hookEnds = (
  table: Table,
  job: string,
  event: HookEvent | null,
  at: { readonly now: number; readonly ttl: number },
): Items => [
  {
    Update: {
      TableName: table.name,
      Key: hookKey(job),
      UpdateExpression: 'SET ended = :yes, #lookAt = :now, #partition = :open, #ttl = :ttl',
      ExpressionAttributeNames: { '#lookAt': lookAt, '#partition': partition, '#ttl': 'ttl' },
      ExpressionAttributeValues: { ':yes': true, ':now': at.now, ':open': openHooksValue, ':ttl': at.ttl },
    },
  },
  ...(event === null
    ? []
    : [{ Put: { TableName: table.name, Item: { ...hookEventKey(job, 'E', event.place), ...event } } }]),
];

/** A job's hook as it stands; null where it has none, or none any more. */
export const getHook = async (table: Table, job: string): Promise<Hook | null> => {
  const answer = await table.documents.send(
    new GetCommand({ TableName: table.name, Key: hookKey(job), ConsistentRead: true }),
  );
  return answer.Item === undefined ? null : (hookSchema.safeParse(answer.Item).data ?? null);
};

/**
 * Takes a hook for one worker, unless another has it or the receiver is to be left alone. Until the lease has run out nobody else
 * delivers; the heartbeat rings right after that.
 */
export const takeHook = async (
  table: Table,
  job: string,
  by: { readonly lease: string; readonly now: number; readonly until: number },
): Promise<Hook | null> => {
  const taken = await updated(table, {
    Key: hookKey(job),
    UpdateExpression: 'SET lease = :lease, leaseUntil = :until, #lookAt = :until',
    ConditionExpression:
      'attribute_exists(PK) AND (attribute_not_exists(leaseUntil) OR leaseUntil < :now) AND (attribute_not_exists(notBefore) OR notBefore <= :now)',
    ExpressionAttributeNames: { '#lookAt': lookAt },
    ExpressionAttributeValues: { ':lease': by.lease, ':until': by.until, ':now': by.now },
  });
  return taken ? await getHook(table, job) : null;
};

/** Holds a hook for longer; false where it is somebody else's by now. */
export const keepHook = async (table: Table, job: string, lease: string, until: number): Promise<boolean> =>
  await updated(table, {
    Key: hookKey(job),
    UpdateExpression: 'SET leaseUntil = :until, #lookAt = :until',
    ConditionExpression: 'lease = :lease',
    ExpressionAttributeNames: { '#lookAt': lookAt },
    ExpressionAttributeValues: { ':lease': lease, ':until': until },
  });

/**
 * Gives a hook back: to be looked at again at a moment, where the receiver is to be left alone not before it; or closed, if
 * the job is over and its outbox was found empty. False where it is somebody else's by now.
 */
export const restHook = async (
  table: Table,
  job: string,
  lease: string,
  rest: { readonly lookAt: number; readonly notBefore?: number } | 'closed',
): Promise<boolean> => {
  const isClosed = rest === 'closed';
  const quiet = !isClosed && rest.notBefore !== undefined;
  // Opened as well: somebody may have had events delivered again after a worker found none and closed it.
  const set = isClosed
    ? ''
    : `SET #lookAt = :lookAt, #partition = :open${quiet ? ', notBefore = :notBefore' : ''} `;
  return await updated(table, {
    Key: hookKey(job),
    UpdateExpression: `${set}REMOVE lease, leaseUntil${quiet ? '' : ', notBefore'}${isClosed ? ', #partition' : ''}`,
    ConditionExpression: 'lease = :lease',
    ExpressionAttributeNames: { '#partition': partition, ...(isClosed ? {} : { '#lookAt': lookAt }) },
    ExpressionAttributeValues: {
      ':lease': lease,
      ...(isClosed ? {} : { ':lookAt': rest.lookAt, ':open': openHooksValue }),
      ...(quiet ? { ':notBefore': rest.notBefore } : {}),
    },
  });
};

/** Has a hook looked at now, whatever its receiver did: somebody wants its events delivered again. False where it is gone. */
export const openHook = async (table: Table, job: string, now: number): Promise<boolean> =>
  await updated(table, {
    Key: hookKey(job),
    UpdateExpression: 'SET #lookAt = :now, #partition = :open REMOVE notBefore',
    ConditionExpression: 'attribute_exists(PK)',
    ExpressionAttributeNames: { '#lookAt': lookAt, '#partition': partition },
    ExpressionAttributeValues: { ':now': now, ':open': openHooksValue },
  });

/** Jobs whose hooks somebody is to look at by now, those that wait longest first; the index may be a moment behind. */
export const listDueHooks = async (
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
      ExpressionAttributeValues: { ':open': openHooksValue, ':now': now },
      Limit: most,
    }),
  );
  return (answer.Items ?? []).map((item) => ({
    job: String(item['PK']).slice('W#'.length),
    lookAt: Number(item[lookAt]),
  }));
};

/** Claims the right to ring for a hook, for whoever comes first: two heartbeats would otherwise both. */
export const claimHook = async (
  table: Table,
  due: { readonly job: string; readonly lookAt: number },
  next: number,
): Promise<boolean> =>
  await updated(table, {
    Key: hookKey(due.job),
    UpdateExpression: 'SET #lookAt = :next',
    ConditionExpression: '#lookAt = :found AND attribute_exists(#partition)',
    ExpressionAttributeNames: { '#lookAt': lookAt, '#partition': partition },
    ExpressionAttributeValues: { ':next': next, ':found': due.lookAt },
  });
