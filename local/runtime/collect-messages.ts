import { setTimeout as sleep } from 'node:timers/promises';
import type { EventSourcePlan } from '../template/event-sources.ts';
import type { AwsClient } from './aws-request.ts';
import type { Turns } from '../sharing/turns.ts';

/** A message in an answer of SQS. */
export interface SqsMessage {
  readonly MessageId: string;
  readonly ReceiptHandle: string;
  readonly Body: string;
  readonly MD5OfBody?: string;
  readonly Attributes?: Readonly<Record<string, string>>;
  readonly MessageAttributes?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

const longPollSeconds = 20;
/**
 * While every sandbox is taken, how long to wait for messages of teams that hold none; then the teams may have changed.
 */
const exceptPollSeconds = 1;
/** While no turn is left, a returned turn is noticed at once; this interval only covers missed events. */
const lookMs = 250;

interface CollectOptions {
  readonly source: EventSourcePlan;
  readonly queueUrl: string;
  readonly client: AwsClient;
  readonly turns: Pick<Turns, 'open' | 'changed'>;
  readonly signal: AbortSignal;
}

const receive = async (
  { queueUrl, client, signal }: CollectOptions,
  count: number,
  waitSeconds: number,
  except: readonly string[] = [],
): Promise<SqsMessage[]> => {
  const answer = await client.call(
    'AmazonSQS.ReceiveMessage',
    {
      QueueUrl: queueUrl,
      MaxNumberOfMessages: Math.min(10, count),
      WaitTimeSeconds: waitSeconds,
      AttributeNames: ['All'],
      MessageSystemAttributeNames: ['All'],
      MessageAttributeNames: ['All'],
      ...(except.length === 0 ? {} : { GleanerExceptGroups: except }),
    },
    { signal },
  );
  return (answer['Messages'] ?? []) as SqsMessage[];
};

/**
 * Collects the batches of a queue, one in each call, as Lambda's event source mapping does: long polls, up to its size
 * or window. An empty batch means that there are no messages now.
 */
export const openCollector = (options: CollectOptions): (() => Promise<SqsMessage[]>) => {
  const { source, turns } = options;
  /**
   * Receives in progress, by the groups that they leave out. None is aborted: messages that SQS has given out by then
   * would be hidden for minutes.
   */
  const underway = new Map<string, Promise<void>>();
  const arrived: SqsMessage[][] = [];
  /** Returns the next batch of any receive in progress; an empty one if a turn is given back before. */
  const collectNext = async (waitSeconds: number, except: readonly string[]): Promise<SqsMessage[]> => {
    const name = JSON.stringify(except.toSorted());
    if (!underway.has(name)) {
      const receiving = receive(options, source.batchSize, waitSeconds, except)
        .then((batch) => void (batch.length > 0 && arrived.push(batch)))
        .finally(() => underway.delete(name));
      // A waiting caller gets the error; without one the receive fails silently, and is started again.
      receiving.catch(() => undefined);
      underway.set(name, receiving);
    }
    const changed = except.length === 0 ? [] : [turns.changed()];
    if (arrived.length === 0) await Promise.race([...underway.values(), ...changed]);
    return arrived.shift() ?? [];
  };

  const collect = async (): Promise<SqsMessage[]> => {
    const open = turns.open();
    if (open === 'nobody') {
      await Promise.race([turns.changed(), sleep(lookMs)]);
      return [];
    }
    if (open !== 'everybody') return await collectNext(exceptPollSeconds, open.except);
    const batch = await collectNext(longPollSeconds, []);
    const closesAt = Date.now() + source.windowSeconds * 1_000;
    while (batch.length > 0 && batch.length < source.batchSize) {
      const leftMs = closesAt - Date.now();
      if (leftMs <= 0) break;
      const more = await receive(
        options,
        source.batchSize - batch.length,
        Math.min(longPollSeconds, Math.ceil(leftMs / 1_000)),
      );
      batch.push(...more);
    }
    return batch;
  };

  return collect;
};
