import { setTimeout as sleep } from 'node:timers/promises';
import type { EventSourcePlan } from '../template/event-sources.ts';
import type { AwsClient } from './aws-request.ts';
import type { Turns } from '../sharing/turns.ts';

/** A message as SQS answers it. */
export interface SqsMessage {
  readonly MessageId: string;
  readonly ReceiptHandle: string;
  readonly Body: string;
  readonly MD5OfBody?: string;
  readonly Attributes?: Readonly<Record<string, string>>;
  readonly MessageAttributes?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

const longPollSeconds = 20;
/** While every sandbox is taken, messages of teams that have none are looked for this often. */
const lookMs = 250;

/**
 * Collects the batches of a queue, one a call, as Lambda's event source mapping does: long polls, up to its size or
 * window. An
 * empty one means that there is nothing now.
 */
export const openCollector = ({
  source,
  queueUrl,
  client,
  turns,
  signal,
}: {
  readonly source: EventSourcePlan;
  readonly queueUrl: string;
  readonly client: AwsClient;
  readonly turns: Pick<Turns, 'open' | 'changed'>;
  readonly signal: AbortSignal;
}): (() => Promise<SqsMessage[]>) => {
  const receive = async (
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
      { signal: signal },
    );
    return (answer['Messages'] ?? []) as SqsMessage[];
  };

  /** What of other teams waits while some hold every sandbox. */
  const collectExcept = async (except: readonly string[]): Promise<SqsMessage[]> => {
    const batch = await receive(source.batchSize, 0, except);
    if (batch.length === 0) await Promise.race([turns.changed(), sleep(lookMs)]);
    return batch;
  };

  const collect = async (): Promise<SqsMessage[]> => {
    const open = turns.open();
    if (open === 'nobody') {
      await Promise.race([turns.changed(), sleep(lookMs)]);
      return [];
    }
    if (open !== 'everybody') return await collectExcept(open.except);
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

  return collect;
};
