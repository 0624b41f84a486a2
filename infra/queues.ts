/**
 * The queues, in one place: who is woken by each, and when its owner is told that something is wrong.
 */
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
  /** How long messages are gathered for one batch; none unless said. */
  readonly windowSeconds?: number;
  /** What a deployment must name for the queue to be in it. */
  readonly onlyWith?: 'corpus';
  /** Invocations at the same time; SQS takes 2 to 1,000. */
  readonly concurrencyMax: number;
  /**
   * Receives without success after which a message is a dead letter. Pages count their own attempts, so this counts
   * crashes.
   */
  readonly receivesMax: number;
  /**
   * Age of the oldest message at which somebody is told. Above the 15 minutes that a message may be delayed on
   * purpose.
   */
  readonly oldestMessageSecondsMax: number;
}

export const queueNames = [
  'fetch-high',
  'fetch-normal',
  'fetch-low',
  'render',
  'extract',
  'finish',
  'deliver',
  'ingest',
] as const;
export type QueueName = (typeof queueNames)[number];

/** Queues by which jobs go on; the others wait for what jobs leave. */
export const jobQueueNames = [
  'fetch-high',
  'fetch-normal',
  'fetch-low',
  'render',
  'extract',
  'finish',
  'deliver',
] as const satisfies readonly QueueName[];

const minute = 60;

/**
 * Somebody waits for these: few pages, which must not stand behind a crawl, nor one behind another's in one process.
 */
const awaited = { batchSize: 1, concurrencyMax: 50 } as const;

/**
 * All queues that there may be; `fetchConcurrencyMax` is what a deployment allows the queues of ordinary and scheduled
 * jobs.
 */
export const queueSpecs = (
  fetchConcurrencyMax = 50,
  accountConcurrency = Number.POSITIVE_INFINITY,
): readonly QueueSpec[] =>
  allQueues(fetchConcurrencyMax).map((spec) => ({
    ...spec,
    // No queue takes more than a quarter of what the account has; SQS takes 2 at least.
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
      ...fetch,
      name: 'fetch-low',
      concurrencyMax: fetchConcurrencyMax,
      oldestMessageSecondsMax: 360 * minute,
    },
    {
      // One bundle to an invocation: its pages are rendered one after the other, each in a browser of its own.
      name: 'render',
      wakes: 'render-pages',
      batchSize: 1,
      concurrencyMax: 20,
      // AWS asks for five at least: a receive whose invocation is throttled counts as well.
      receivesMax: 5,
      oldestMessageSecondsMax: 120 * minute,
    },
    {
      // Most of an invocation waits for a model, so it works on all of its messages at once.
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
      // An invocation waits for receivers: it works on all of its jobs at once.
      name: 'deliver',
      wakes: 'deliver-webhooks',
      batchSize: 5,
      concurrencyMax: 10,
      receivesMax: 5,
      oldestMessageSecondsMax: 60 * minute,
    },
    {
      // Pages that come together are put into the corpus by one commit, of which the corpus takes one after the
      // other.
      name: 'ingest',
      wakes: 'ingest-envelopes',
      batchSize: 50,
      windowSeconds: 5,
      concurrencyMax: 2,
      receivesMax: 5,
      oldestMessageSecondsMax: 120 * minute,
      onlyWith: 'corpus',
    },
  ];
};

/** Environment variable in which a function finds the queue's URL. */
export const queueVariable = {
  'fetch-high': 'FETCH_HIGH_QUEUE_URL',
  'fetch-normal': 'FETCH_NORMAL_QUEUE_URL',
  'fetch-low': 'FETCH_LOW_QUEUE_URL',
  render: 'RENDER_QUEUE_URL',
  extract: 'EXTRACT_QUEUE_URL',
  finish: 'FINISH_QUEUE_URL',
  deliver: 'DELIVER_QUEUE_URL',
  ingest: 'INGEST_QUEUE_URL',
} as const satisfies Record<QueueName, string>;
