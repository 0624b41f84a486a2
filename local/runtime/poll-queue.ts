import { setTimeout as sleep } from 'node:timers/promises';
import type { EventSourcePlan } from '../template/event-sources.ts';
import { localAccount, localRegion } from '../template/intrinsics.ts';
import type { AwsClient } from './aws-request.ts';
import { failedMessages } from './batch-result.ts';
import type { FunctionPool, Lease } from './function-pool.ts';

/**
 * Wakes a function with the messages of a queue, as Lambda's event source mapping does: long polls, batches up to the
 * size or the window, partial failures, deletes in tens, and a message that is not done comes back when its
 * visibility
 * timeout is over.
 *
 * One thing differs from AWS: when a sandbox dies (not when a handler reports failures), its messages come back after
 * a
 * second. On AWS they would wait for the visibility timeout, which is six times the function's; nobody wants to wait
 * twelve minutes on a laptop, and the receive count grows just the same.
 */
export interface QueuePoller {
  /** Stops receiving. Batches that run are the pool's to end. */
  stop(): Promise<void>;
}

interface Message {
  readonly MessageId: string;
  readonly ReceiptHandle: string;
  readonly Body: string;
  readonly MD5OfBody?: string;
  readonly Attributes?: Readonly<Record<string, string>>;
  readonly MessageAttributes?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

export interface PollOptions {
  readonly source: EventSourcePlan;
  readonly queueUrl: string;
  /** Lambda polls with the function's role; a queue that only wakes a function of a bucket is this runtime's own. */
  readonly client: AwsClient;
  readonly pool: FunctionPool;
  /**
   * The message's body is the event itself: a bucket's notification to a function goes through a queue of the
   * runtime's.
   */
  readonly unwrap?: boolean;
  readonly onNotice: (line: string) => void;
}

const longPollSeconds = 20;
const releaseSeconds = 1;

const lowerFirst = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);

const recordOf = (message: Message, queue: string): Record<string, unknown> => ({
  messageId: message.MessageId,
  receiptHandle: message.ReceiptHandle,
  body: message.Body,
  attributes: message.Attributes ?? {},
  messageAttributes: Object.fromEntries(
    Object.entries(message.MessageAttributes ?? {}).map(([name, value]) => [
      name,
      Object.fromEntries(Object.entries(value).map(([key, item]) => [lowerFirst(key), item])),
    ]),
  ),
  md5OfBody: message.MD5OfBody,
  eventSource: 'aws:sqs',
  eventSourceARN: `arn:aws:sqs:${localRegion}:${localAccount}:${queue}`,
  awsRegion: localRegion,
});

/** Runs of at most ten: the most that one SQS call takes. */
const tens = <Item>(items: readonly Item[]): Item[][] =>
  Array.from({ length: Math.ceil(items.length / 10) }, (_, index) =>
    items.slice(index * 10, index * 10 + 10),
  );

/** Starts to poll. */
export const pollQueue = ({ source, queueUrl, client, pool, unwrap, onNotice }: PollOptions): QueuePoller => {
  const stopping = new AbortController();
  const running = new Set<Promise<void>>();

  const receive = async (count: number, waitSeconds: number): Promise<Message[]> => {
    const answer = await client.call(
      'AmazonSQS.ReceiveMessage',
      {
        QueueUrl: queueUrl,
        MaxNumberOfMessages: Math.min(10, count),
        WaitTimeSeconds: waitSeconds,
        AttributeNames: ['All'],
        MessageSystemAttributeNames: ['All'],
        MessageAttributeNames: ['All'],
      },
      { signal: stopping.signal },
    );
    return (answer['Messages'] ?? []) as Message[];
  };

  const collect = async (): Promise<Message[]> => {
    const batch = await receive(source.batchSize, longPollSeconds);
    const closesAt = Date.now() + source.windowSeconds * 1_000;
    while (batch.length > 0 && batch.length < source.batchSize) {
      const leftMs = closesAt - Date.now();
      if (leftMs <= 0) break;
      const more = await receive(
        source.batchSize - batch.length,
        Math.min(longPollSeconds, Math.ceil(leftMs / 1_000)),
      );
      batch.push(...more);
    }
    return batch;
  };

  const forEachTen = async (
    action: 'DeleteMessageBatch' | 'ChangeMessageVisibilityBatch',
    messages: readonly Message[],
    extra: Readonly<Record<string, unknown>>,
  ): Promise<void> => {
    for (const ten of tens(messages)) {
      const Entries = ten.map((it, index) => ({
        Id: String(index),
        ReceiptHandle: it.ReceiptHandle,
        ...extra,
      }));
      await client.call(`AmazonSQS.${action}`, { QueueUrl: queueUrl, Entries });
    }
  };

  const work = async (batch: readonly Message[], lease: Lease): Promise<void> => {
    const event =
      unwrap === true
        ? (JSON.parse(batch[0]?.Body ?? 'null') as unknown)
        : { Records: batch.map((message) => recordOf(message, source.queue)) };
    const outcome = await lease.run(event);
    if (outcome.ok) {
      const ids = batch.map((message) => message.MessageId);
      const failed = source.reportsItemFailures ? failedMessages(outcome.payload, ids) : new Set<string>();
      await forEachTen(
        'DeleteMessageBatch',
        batch.filter((message) => !failed.has(message.MessageId)),
        {},
      );
    } else if (outcome.kind !== 'error' && !stopping.signal.aborted) {
      await forEachTen('ChangeMessageVisibilityBatch', batch, { VisibilityTimeout: releaseSeconds });
    }
  };

  const complain = (error: unknown): void => {
    if (!stopping.signal.aborted) onNotice(`${source.queue}: ${(error as Error).message}`);
  };

  const loop = async (): Promise<void> => {
    const concurrencyMax = source.concurrencyMax ?? Number.POSITIVE_INFINITY;
    while (!stopping.signal.aborted) {
      try {
        if (running.size >= concurrencyMax) await Promise.race(running);
        const batch = await collect();
        if (batch.length === 0) continue;
        const task = work(batch, await pool.lease())
          .catch(complain)
          .finally(() => running.delete(task));
        running.add(task);
      } catch (error) {
        complain(error);
        await sleep(1_000, undefined, { signal: stopping.signal }).catch(() => {});
      }
    }
  };

  const looping = loop();
  return {
    stop: async () => {
      stopping.abort();
      await Promise.race([looping, sleep(500, undefined, { ref: false })]);
    },
  };
};
