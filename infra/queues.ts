import { limits } from '../lib/limits/limits.ts';

/** The queues, in one place: which function each wakes, and when its alarms ring. */
export interface QueueSpec {
  readonly name: QueueName;
  /** Function of infra/functions.ts that the queue wakes. */
  readonly wakes:
    | 'fetch-pages'
    | 'render-pages'
    | 'extract-pages'
    | 'finish-job'
    | 'deliver-webhooks'
    | 'ingest-envelopes';
  readonly batchSize: number;
  /** Seconds for which messages are gathered for one batch; by default none. */
  readonly windowSeconds?: number;
  /** The queue exists only if the deployment names this. */
  readonly onlyWith?: 'corpus';
  /** Invocations at the same time; SQS takes 2 to 1,000. */
  readonly concurrencyMax: number;
  /**
   * Receives without success after which a message is a dead letter. Pages count their own attempts, so this counts
   * crashes.
   */
  readonly receivesMax: number;
  /**
   * Age of the oldest message at which the alarm rings. Above the 15 minutes for which a message may be delayed on
   * purpose.
   */
  readonly oldestMessageSecondsMax: number;
}

/**
 * The queue for messages of all queues that were received too often. Lambda polls each queue all month, so one for each
 * would double what an idle stack pays; a message says itself which queue gave it up (`DeadLetterQueueSourceArn`).
 */
export const deadLetterQueue = 'dead-letters';

export const queueNames = [
  'fetch-high',
  'fetch-normal',
  'render',
  'extract',
  'finish',
  'deliver',
  'ingest',
] as const;
export type QueueName = (typeof queueNames)[number];

/** Queues that move jobs forward; the others handle what jobs leave behind. */
export const jobQueueNames = [
  'fetch-high',
  'fetch-normal',
  'render',
  'extract',
  'finish',
  'deliver',
] as const satisfies readonly QueueName[];

const minute = 60;

/** Callers wait for these few pages, which must not stand behind a crawl, nor behind one another in one process. */
const awaited = { batchSize: 1, concurrencyMax: 50 } as const;

/**
 * Returns all possible queues; `fetchConcurrencyMax` is the deployment's limit for the queue of ordinary and scheduled
 * jobs.
 */
export const queueSpecs = (
  fetchConcurrencyMax = 50,
  accountConcurrency = Number.POSITIVE_INFINITY,
): readonly QueueSpec[] =>
  allQueues(fetchConcurrencyMax).map((spec) => ({
    ...spec,
    // No queue takes more than a quarter of the account's executions; SQS takes 2 at least.
    concurrencyMax: Math.max(2, Math.min(spec.concurrencyMax, Math.floor(accountConcurrency / 4))),
  }));

const allQueues = (fetchConcurrencyMax: number): readonly QueueSpec[] => {
  const fetch = { wakes: 'fetch-pages', batchSize: 5, receivesMax: 10 } as const;
  return [
    { ...fetch, ...awaited, name: 'fetch-high', oldestMessageSecondsMax: 30 * minute },
    {
      ...fetch,
      name: 'fetch-normal',
      concurrencyMax: fetchConcurrencyMax,
      oldestMessageSecondsMax: 60 * minute,
    },
    {
      // One bundle for each invocation: its pages are rendered one after the other, each in a browser of its own.
      name: 'render',
      wakes: 'render-pages',
      batchSize: 1,
      concurrencyMax: 20,
      // AWS recommends at least five: a receive whose invocation is throttled counts as well.
      receivesMax: 5,
      oldestMessageSecondsMax: 120 * minute,
    },
    {
      // An invocation mostly waits for a model, so it works on all of its messages at once.
      name: 'extract',
      wakes: 'extract-pages',
      batchSize: 5,
      concurrencyMax: 20,
      receivesMax: 5,
      oldestMessageSecondsMax: 120 * minute,
    },
    {
      name: 'finish',
      wakes: 'finish-job',
      batchSize: 1,
      concurrencyMax: 10,
      receivesMax: 5,
      oldestMessageSecondsMax: 60 * minute,
    },
    {
      // An invocation waits for receivers, so it works on all of its jobs at once.
      name: 'deliver',
      wakes: 'deliver-webhooks',
      batchSize: 5,
      concurrencyMax: 10,
      receivesMax: 5,
      oldestMessageSecondsMax: 60 * minute,
    },
    {
      // Pages that come together are put into the corpus by one commit, which writes all of it; the corpus accepts one
      // commit at a time. 500 events of S3 have less than a megabyte, of the 6 that an invocation may get.
      name: 'ingest',
      wakes: 'ingest-envelopes',
      batchSize: 500,
      windowSeconds: 5,
      concurrencyMax: 2,
      receivesMax: limits.ingestReceivesMax,
      oldestMessageSecondsMax: 120 * minute,
      onlyWith: 'corpus',
    },
  ];
};

/** Environment variable in which a function finds the queue's URL. */
export const queueVariable = {
  'fetch-high': 'FETCH_HIGH_QUEUE_URL',
  'fetch-normal': 'FETCH_NORMAL_QUEUE_URL',
  render: 'RENDER_QUEUE_URL',
  extract: 'EXTRACT_QUEUE_URL',
  finish: 'FINISH_QUEUE_URL',
  deliver: 'DELIVER_QUEUE_URL',
  ingest: 'INGEST_QUEUE_URL',
} as const satisfies Record<QueueName, string>;
