import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { DeleteCommand, GetCommand, PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { Table } from '../table.ts';
import type { TableKey } from '../../keys/table-keys.ts';

/**
 * Answers of models that are kept. An item is either an answer, or the lease of the page that is getting it. It is void
 * after `until` (milliseconds since the epoch): DynamoDB removes it up to two days later.
 */
export type CachedOutput =
  | { readonly kind: 'kept'; readonly answer: Uint8Array }
  | { readonly kind: 'leased'; readonly until: number }
  | { readonly kind: 'none' };

export const getCachedOutput = async (table: Table, key: TableKey, now: number): Promise<CachedOutput> => {
  const { Item: item } = await table.documents.send(
    new GetCommand({ TableName: table.name, Key: key, ConsistentRead: true }),
  );
  const until = Number(item?.['until'] ?? 0);
  if (until <= now) return { kind: 'none' };
  const answer: unknown = item?.['answer'];
  return answer instanceof Uint8Array ? { kind: 'kept', answer } : { kind: 'leased', until };
};

const ttlOf = (until: number): number => Math.ceil(until / 1_000);

/** Runs a conditional write; true if its condition held. */
const held = async (write: Promise<unknown>): Promise<boolean> => {
  try {
    await write;
    return true;
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return false;
    throw error;
  }
};

/**
 * Takes the right to get an answer, on condition that no page has it and there is no answer: of two pages that miss it,
 * one asks.
 */
export const leaseCacheEntry = async (
  table: Table,
  key: TableKey,
  { lease, until, now }: { readonly lease: string; readonly until: number; readonly now: number },
): Promise<boolean> =>
  await held(
    table.documents.send(
      new PutCommand({
        TableName: table.name,
        Item: { ...key, lease, until, ttl: ttlOf(until) },
        ConditionExpression: 'attribute_not_exists(PK) OR #until <= :now',
        ExpressionAttributeNames: { '#until': 'until' },
        ExpressionAttributeValues: { ':now': now },
      }),
    ),
  );

/** Prolongs a lease; false if another page has it. */
export const renewCacheEntry = async (
  table: Table,
  key: TableKey,
  { lease, until }: { readonly lease: string; readonly until: number },
): Promise<boolean> =>
  await held(
    table.documents.send(
      new UpdateCommand({
        TableName: table.name,
        Key: key,
        UpdateExpression: 'SET #until = :until, #ttl = :ttl',
        ConditionExpression: 'lease = :lease',
        ExpressionAttributeNames: { '#until': 'until', '#ttl': 'ttl' },
        ExpressionAttributeValues: { ':until': until, ':ttl': ttlOf(until), ':lease': lease },
      }),
    ),
  );

/** Keeps an answer in place of the lease under which it was got. If another page has the lease by now, does nothing. */
export const putCachedOutput = async (
  table: Table,
  key: TableKey,
  { lease, answer, until }: { readonly lease: string; readonly answer: Uint8Array; readonly until: number },
): Promise<void> => {
  await held(
    table.documents.send(
      new PutCommand({
        TableName: table.name,
        Item: { ...key, answer, until, ttl: ttlOf(until) },
        ConditionExpression: 'attribute_not_exists(PK) OR lease = :lease',
        ExpressionAttributeValues: { ':lease': lease },
      }),
    ),
  );
};

/** Gives a lease back without an answer, so that a waiting page may ask at once. */
export const releaseCacheEntry = async (table: Table, key: TableKey, lease: string): Promise<void> => {
  await held(
    table.documents.send(
      new DeleteCommand({
        TableName: table.name,
        Key: key,
        ConditionExpression: 'lease = :lease',
        ExpressionAttributeValues: { ':lease': lease },
      }),
    ),
  );
};
