import { DynamoDBClient, TransactionConflictException } from '@aws-sdk/client-dynamodb';
import { EventBridgeClient } from '@aws-sdk/client-eventbridge';
import { S3Client } from '@aws-sdk/client-s3';
import { S3VectorsClient } from '@aws-sdk/client-s3vectors';
import { SQSClient } from '@aws-sdk/client-sqs';
import { SSMClient } from '@aws-sdk/client-ssm';
import { openDocuments } from './document-client.ts';
import { meterObjects, meterQueues, meterTable } from './meter-calls.ts';
import type { Table } from './table.ts';

/**
 * The AWS clients of one sandbox, made once. Region, credentials and endpoints come from the environment that Lambda
 * (or the laptop) sets, so no code here knows where it runs.
 */

/**
 * How often a call is tried, and how long one may say nothing before it is tried again. By default the SDK waits for an
 * answer without end: a connection that dies in silence, as one may while Lambda freezes a sandbox, would then take the
 * whole invocation. The SDK looks at a socket from its third second on, so a try ends after 13 s of silence.
 */
const clientOptions = {
  maxAttempts: 4,
  requestHandler: { connectionTimeout: 3_000, socketTimeout: 10_000 },
} as const;

/**
 * Makes the SDK retry a single write that conflicted with a transaction on its item, as it does with throttled writes.
 * DynamoDB refuses such a write without effect and says that it may be tried again, but the SDK does not do so ("Amazon
 * DynamoDB Developer Guide", Transaction conflict handling).
 */
const retryConflicts = (client: DynamoDBClient): DynamoDBClient => {
  client.middlewareStack.add(
    (next) => async (call) => {
      try {
        return await next(call);
      } catch (error) {
        if (error instanceof TransactionConflictException) Object.assign(error, { $retryable: {} });
        throw error;
      }
    },
    { step: 'finalizeRequest', name: 'retryConflicts', priority: 'low' },
  );
  return client;
};

export const openTable = (name: string): Table => ({
  name,
  documents: openDocuments(meterTable(retryConflicts(new DynamoDBClient(clientOptions)))),
});

export const openQueues = (): SQSClient => meterQueues(new SQSClient(clientOptions));

export const openObjects = (): S3Client => meterObjects(new S3Client(clientOptions));

export const openEvents = (): EventBridgeClient => new EventBridgeClient(clientOptions);

export const openSecrets = (): SSMClient => new SSMClient(clientOptions);

export const openVectors = (): S3VectorsClient => new S3VectorsClient(clientOptions);
