import type { Context, SQSBatchResponse, SQSEvent } from 'aws-lambda';
import middy from '@middy/core';
import { logContext, logger } from './logger.ts';
import { publishMetrics } from './publish-metrics.ts';

/**
 * A message as a step gets it: its id, its body as JSON text, how often it was received, and its queue. The queue of a
 * dead letter is the one that gave it up.
 */
export interface ReceivedMessage {
  readonly id: string;
  readonly body: string;
  readonly receives: number;
  readonly queue: string;
  readonly firstReceivedAt: number;
}

/** A step over messages: returns the ids of those that must come again. */
export type QueueStep = (
  messages: readonly ReceivedMessage[],
  remainingMs: number,
) => Promise<readonly string[]>;

/**
 * Returns the pipeline's name of a queue, from its ARN: in a stack with a name of its own, `staging-finish` is
 * `finish`. While a deployment replaces the dead-letter queues that each queue once had, `finish-dead` is `finish` too.
 */
export const queueIn = (arn: string): string =>
  /(fetch-(?:high|normal|low)|render|extract|finish|deliver|ingest)(?:-dead)?$/.exec(arn)?.[1] ??
  arn.slice(arn.lastIndexOf(':') + 1);

/**
 * Makes a function that a queue starts. It adds what all these functions have in common: context in the log, metrics,
 * and partial batch failures, so that a message that must come again does not bring the others of its batch.
 */
export const queueFunction = (step: QueueStep): middy.MiddyfiedHandler<SQSEvent, SQSBatchResponse> =>
  middy<SQSEvent, SQSBatchResponse>()
    .use(logContext())
    .use(publishMetrics())
    .handler(async (event: SQSEvent, context: Context): Promise<SQSBatchResponse> => {
      const messages = event.Records.map((record) => ({
        id: record.messageId,
        body: record.body,
        receives: Number(record.attributes.ApproximateReceiveCount),
        queue: queueIn(record.attributes.DeadLetterQueueSourceArn ?? record.eventSourceARN),
        firstReceivedAt: Number(record.attributes.ApproximateFirstReceiveTimestamp),
      }));
      const failed = await step(messages, context.getRemainingTimeInMillis());
      return { batchItemFailures: failed.map((itemIdentifier) => ({ itemIdentifier })) };
    });

/** Makes a step that handles one message after the other; a message whose work throws comes again. */
export const eachReceived =
  (work: (message: ReceivedMessage) => Promise<void>): QueueStep =>
  async (messages) => {
    const failed: string[] = [];
    for (const message of messages) {
      try {
        await work(message);
      } catch (error) {
        logger.error('message failed', { messageId: message.id, queue: message.queue, error: String(error) });
        failed.push(message.id);
      }
    }
    return failed;
  };

/**
 * Makes a step that handles bodies of JSON, one after the other. A body that is not JSON comes again, and ends as a
 * dead letter.
 */
export const eachMessage = (work: (body: unknown) => Promise<void>): QueueStep =>
  eachReceived((message) => work(JSON.parse(message.body) as unknown));

/** Reads the body of a message as JSON, or else as text. */
export const jsonOrText = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
};
