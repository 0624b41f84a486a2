import {
  ConditionalCheckFailedException,
  TransactionCanceledException,
  type ConsumedCapacity,
  type DynamoDBClient,
} from '@aws-sdk/client-dynamodb';
import type { S3Client } from '@aws-sdk/client-s3';
import type { SQSClient } from '@aws-sdk/client-sqs';
import { keptDays } from '../job/prices.ts';
import type { Units } from '../job/units.ts';
import { recordUnits, isMetered } from './meter.ts';

/**
 * Makes clients count what their calls use. Each try of a call counts, because a refused one costs too. Without an
 * account to meter, nothing is requested or counted.
 */

const isRead = (command: string): boolean => /^(?:Get|BatchGet|Query|Scan|TransactGet)/.test(command);

const capacityOf = (answered: unknown): ConsumedCapacity[] => {
  const found = (
    answered as { readonly ConsumedCapacity?: ConsumedCapacity | ConsumedCapacity[] } | undefined
  )?.ConsumedCapacity;
  return found === undefined ? [] : [found].flat();
};

/**
 * Estimates what a refused write used. DynamoDB does not report it. A failed condition costs what the write would: one
 * unit for each kilobyte of the item, twice that in a transaction ("Amazon DynamoDB Developer Guide", DynamoDB read and
 * write operations; Amazon DynamoDB Transactions: How it works). Items are assumed to have at most one kilobyte, so for
 * larger ones less is counted than paid.
 */
const unitsOfRefusal = (error: unknown, input: unknown): Units => {
  if (error instanceof ConditionalCheckFailedException) return { wru: 1 };
  if (!(error instanceof TransactionCanceledException)) return {};
  return { wru: 2 * ((input as { readonly TransactItems?: readonly unknown[] }).TransactItems?.length ?? 0) };
};

/** Counts the request units of a table, its index included, as DynamoDB reports them. */
export const meterTable = (client: DynamoDBClient): DynamoDBClient => {
  client.middlewareStack.add(
    (next) => async (call) =>
      await next(isMetered() ? { ...call, input: { ...call.input, ReturnConsumedCapacity: 'TOTAL' } } : call),
    { step: 'initialize', name: 'askForCapacity' },
  );
  client.middlewareStack.add(
    (next, { commandName = '' }) =>
      async (call) => {
        try {
          const answer = await next(call);
          const units = capacityOf(answer.output).reduce((sum, it) => sum + (it.CapacityUnits ?? 0), 0);
          recordUnits(isRead(commandName) ? { rru: units } : { wru: units });
          return answer;
        } catch (error) {
          recordUnits(unitsOfRefusal(error, call.input));
          throw error;
        }
      },
    { step: 'finalizeRequest', name: 'meterTable', priority: 'low' },
  );
  return client;
};

/** A request of SQS is up to 64 KB ("Amazon SQS pricing"). */
const queueRequestBytes = 65_536;

/** Counts the requests of queues by the bytes sent. */
export const meterQueues = (client: SQSClient): SQSClient => {
  client.middlewareStack.add(
    (next) => async (call) => {
      const { Entries: entries = [] } = call.input as { Entries?: readonly { MessageBody?: string }[] };
      const bytes = entries.reduce((sum, { MessageBody: body = '' }) => sum + Buffer.byteLength(body), 0);
      recordUnits({ sqs: Math.max(1, Math.ceil(bytes / queueRequestBytes)) });
      return await next(call);
    },
    { step: 'finalizeRequest', name: 'meterQueues', priority: 'low' },
  );
  return client;
};

const bytesOf = (body: unknown): number =>
  typeof body === 'string' ? Buffer.byteLength(body) : body instanceof Uint8Array ? body.byteLength : 0;

const daysOf = (key: string): number => {
  const [prefix = ''] = key.split('/');
  return Object.hasOwn(keptDays, prefix) ? keptDays[prefix as keyof typeof keptDays] : 0;
};

const unitsOfPut = (input: { readonly Key?: string; readonly Body?: unknown }): Units => {
  const bytes = bytesOf(input.Body);
  return { puts: 1, putBytes: bytes, kbDays: (bytes / 1_024) * daysOf(input.Key ?? '') };
};

/**
 * Counts requests of buckets and, for each put, the bytes and how long the bucket keeps them. A refused put stores
 * nothing.
 */
export const meterObjects = (client: S3Client): S3Client => {
  client.middlewareStack.add(
    (next, { commandName }) =>
      async (call) => {
        if (commandName !== 'PutObjectCommand') {
          recordUnits({ gets: 1 });
          return await next(call);
        }
        try {
          const answer = await next(call);
          recordUnits(unitsOfPut(call.input as { Key?: string; Body?: unknown }));
          return answer;
        } catch (error) {
          recordUnits({ puts: 1 });
          throw error;
        }
      },
    { step: 'finalizeRequest', name: 'meterObjects', priority: 'low' },
  );
  return client;
};
