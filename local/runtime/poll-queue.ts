import { setTimeout as sleep } from 'node:timers/promises';
import type { EventSourcePlan } from '../template/event-sources.ts';
import { localAccount, localRegion } from '../template/intrinsics.ts';
import type { AwsClient } from './aws-request.ts';
import { failedMessages } from '../sharing/batch-result.ts';
import { openCollector, type SqsMessage } from './collect-messages.ts';
import type { FunctionPool } from '../sandbox/function-pool.ts';
import { retryThrottled } from '../sandbox/retry-throttled.ts';

/**
 * Wakes a function with the messages of a queue, as Lambda's event source mapping does: long polls, batches up to the
 * size or the window, partial failures, deletes in tens, and an unfinished message comes back when its visibility
 * timeout is over.
 *
 * Two things differ from AWS. There a queue has as many workers as the template says; here they are few, so while other
 * teams hold them all, the runtime looks for messages of a team that holds none (`local/sharing/turns.ts`). And when a
 * sandbox dies (not when a handler reports failures), its messages come back after a second. On AWS they would wait for
 * the visibility timeout, which is six times the function's: twelve minutes, which is too long on a laptop. The receive
 * count grows just the same.
 */
export interface QueuePoller {
  /** Stops receiving. The pool ends batches that are running. */
  stop(): Promise<void>;
}

export interface PollOptions {
  readonly source: EventSourcePlan;
  readonly queueUrl: string;
  /** Lambda polls with the function's role; a queue that only wakes a function of a bucket is this runtime's own. */
  readonly client: AwsClient;
  readonly pool: FunctionPool;
  /**
   * Whether the message's body is the event itself: a bucket's notification to a function goes through a queue of the
   * runtime's.
   */
  readonly unwrap?: boolean;
  /** How long the queue hides received messages; a batch that Lambda throttles is tried this long, and then dropped. */
  readonly visibilityMs?: number;
  /** Whether messages of a sandbox that died stay hidden until their visibility timeout is over, as on AWS. */
  readonly asAws?: boolean;
  readonly onNotice: (line: string) => void;
}

const releaseSeconds = 1;

const lowerFirst = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);

const recordOf = (message: SqsMessage, queue: string): Record<string, unknown> => ({
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

/** Splits items into runs of at most ten: the most that one SQS call takes. */
const tens = <Item>(items: readonly Item[]): Item[][] =>
  Array.from({ length: Math.ceil(items.length / 10) }, (_, index) =>
    items.slice(index * 10, index * 10 + 10),
  );

/** Returns the message groups of a batch: teams, as the pipeline sends them. */
const groupsOf = (batch: readonly SqsMessage[]): string[] => [
  ...new Set(batch.flatMap(({ Attributes }) => Attributes?.['MessageGroupId'] ?? [])),
];

/** Calls an action for all messages, ten in each call. */
const forEachTen = async (
  { client, queueUrl }: Pick<PollOptions, 'client' | 'queueUrl'>,
  action: 'DeleteMessageBatch' | 'ChangeMessageVisibilityBatch',
  messages: readonly SqsMessage[],
  extra: Readonly<Record<string, unknown>> = {},
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

/** Starts polling. */
export const pollQueue = ({
  source,
  queueUrl,
  client,
  pool,
  unwrap,
  visibilityMs = 30_000,
  asAws,
  onNotice,
}: PollOptions): QueuePoller => {
  const stopping = new AbortController();
  const queue = { client, queueUrl };
  const running = new Set<Promise<void>>();
  const collect = openCollector({ source, queueUrl, client, turns: pool.turns, signal: stopping.signal });

  const work = async (batch: readonly SqsMessage[]): Promise<void> => {
    const event =
      unwrap === true
        ? (JSON.parse(batch[0]?.Body ?? 'null') as unknown)
        : { Records: batch.map((message) => recordOf(message, source.queue)) };
    const invoke = async () => (await pool.lease(groupsOf(batch))).run(event);
    const outcome = await retryThrottled(invoke, visibilityMs, stopping.signal);
    if (outcome.ok) {
      const ids = batch.map((message) => message.MessageId);
      const failed = source.reportsItemFailures ? failedMessages(outcome.payload, ids) : new Set<string>();
      const done = batch.filter((message) => !failed.has(message.MessageId));
      await forEachTen(queue, 'DeleteMessageBatch', done);
    } else if (
      outcome.kind !== 'error' &&
      outcome.kind !== 'throttle' &&
      asAws !== true &&
      !stopping.signal.aborted
    ) {
      await forEachTen(queue, 'ChangeMessageVisibilityBatch', batch, { VisibilityTimeout: releaseSeconds });
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
        const task = work(batch)
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
