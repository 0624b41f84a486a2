import { createHash } from 'node:crypto';
import { functionSpecs } from '../../infra/functions.ts';
import { deadLetterQueue, queueSpecs } from '../../infra/queues.ts';
import type { CallAnswer } from './calls.ts';

/** Queues as SQS has them, in memory, where a message can also be doubled, held up or lost. */
export interface SimulatedMessage {
  readonly id: string;
  readonly body: string;
  visibleAt: number;
  receives: number;
  firstReceivedAt: number;
  /** Taken by a sandbox, and neither deleted nor given up. */
  inFlight: boolean;
  /** The queue that gave it up, if it is a dead letter. */
  readonly from?: string;
}

export interface Queue {
  readonly name: string;
  readonly wakes: string;
  readonly batchSize: number;
  readonly visibilityMs: number;
  readonly receivesMax: number;
  readonly dead: string | undefined;
  readonly messages: SimulatedMessage[];
}

/** What becomes of a message on its way: how many copies arrive, each after how long. */
export type Carry = (body: string) => readonly number[];

export interface SimulatedQueues {
  readonly all: ReadonlyMap<string, Queue>;
  readonly answer: (action: string, body: string) => CallAnswer;
  /** Takes up to a batch of visible messages; those received too often go to the dead letters instead. */
  take(queue: Queue, pick: (count: number) => number): SimulatedMessage[];
  remove(queue: Queue, message: SimulatedMessage): void;
  /** Moment after now at which a message becomes visible, or infinity. */
  nextVisibleAt(): number;
}

const timeoutMs = (name: string): number =>
  1_000 * (functionSpecs.find((spec) => spec.name === name)?.timeoutSeconds ?? 60);

/**
 * Six times the timeout in the stack; less here, where nobody holds messages back, so that less time passes with
 * nothing to see.
 */
const visibilityMs = (name: string): number => 2 * timeoutMs(name);

/** The queues that the stack makes, and the one for dead letters (infra/make-queues.ts). */
const makeQueues = (receivesMax: number): Map<string, Queue> => {
  const queues = queueSpecs().map((spec): Queue => ({
    name: spec.name,
    wakes: spec.wakes,
    batchSize: spec.batchSize,
    visibilityMs: visibilityMs(spec.wakes),
    receivesMax: Math.min(receivesMax, spec.receivesMax),
    dead: deadLetterQueue,
    messages: [],
  }));
  const dead: Queue = {
    name: deadLetterQueue,
    wakes: 'bury-dead-letters',
    batchSize: 10,
    visibilityMs: visibilityMs('bury-dead-letters'),
    receivesMax: Number.POSITIVE_INFINITY,
    dead: undefined,
    messages: [],
  };
  return new Map([...queues, dead].map((queue) => [queue.name, queue]));
};

const json = (value: unknown): CallAnswer => ({
  status: 200,
  headers: { 'content-type': 'application/x-amz-json-1.0' },
  body: Buffer.from(JSON.stringify(value)),
});

interface Entry {
  readonly Id: string;
  readonly MessageBody: string;
  readonly DelaySeconds?: number;
}

export const openSimulatedQueues = (
  now: () => number,
  carry: Carry,
  receivesMax: number,
): SimulatedQueues => {
  const all = makeQueues(receivesMax);
  let sent = 0;
  const queueOf = (url: string): Queue => {
    const queue = all.get(url.split('/').at(-1) ?? '');
    if (queue === undefined) throw new Error(`There is no queue ${url}`);
    return queue;
  };
  const put = (queue: Queue, body: string, visibleAt: number): void => {
    sent += 1;
    queue.messages.push({
      id: `m${sent}`,
      body,
      visibleAt,
      receives: 0,
      firstReceivedAt: 0,
      inFlight: false,
    });
  };
  const send = (queue: Queue, entries: readonly Entry[]): CallAnswer => {
    for (const { MessageBody: body, DelaySeconds: delay = 0 } of entries) {
      for (const late of carry(body)) put(queue, body, now() + delay * 1_000 + late);
    }
    return json({
      Successful: entries.map(({ Id, MessageBody }) => ({
        Id,
        MessageId: `sent-${Id}`,
        MD5OfMessageBody: createHash('md5').update(MessageBody).digest('hex'),
      })),
      Failed: [],
    });
  };
  return {
    all,
    answer: (action, body) => {
      const input = JSON.parse(body) as { QueueUrl: string; Entries?: Entry[] };
      const queue = queueOf(input.QueueUrl);
      if (action === 'SendMessageBatch') return send(queue, input.Entries ?? []);
      if (action !== 'GetQueueAttributes') throw new Error(`The simulated queues do not know ${action}`);
      const inFlight = queue.messages.filter((message) => message.inFlight).length;
      return json({
        Attributes: {
          ApproximateNumberOfMessages: String(queue.messages.length - inFlight),
          ApproximateNumberOfMessagesNotVisible: String(inFlight),
          ApproximateNumberOfMessagesDelayed: '0',
        },
      });
    },
    take: (queue, pick) => {
      const taken: SimulatedMessage[] = [];
      const visible = queue.messages.filter(({ visibleAt }) => visibleAt <= now());
      while (visible.length > 0 && taken.length < queue.batchSize) {
        const [message] = visible.splice(pick(visible.length), 1);
        if (message === undefined) break;
        message.inFlight = false;
        if (message.receives >= queue.receivesMax && queue.dead !== undefined) {
          queue.messages.splice(queue.messages.indexOf(message), 1);
          all.get(queue.dead)?.messages.push({ ...message, visibleAt: now(), receives: 0, from: queue.name });
          continue;
        }
        message.receives += 1;
        message.firstReceivedAt ||= now();
        message.visibleAt = now() + queue.visibilityMs;
        message.inFlight = true;
        taken.push(message);
      }
      return taken;
    },
    remove: (queue, message) => {
      const index = queue.messages.indexOf(message);
      if (index !== -1) queue.messages.splice(index, 1);
    },
    nextVisibleAt: () =>
      Math.min(
        Number.POSITIVE_INFINITY,
        ...[...all.values()].flatMap(({ messages }) =>
          messages.flatMap(({ visibleAt }) => (visibleAt > now() ? [visibleAt] : [])),
        ),
      ),
  };
};
