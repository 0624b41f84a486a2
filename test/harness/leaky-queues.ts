import type { AlertDetail } from '../../lib/source/alerts/tell-alert.ts';
import type { SQSClient } from '@aws-sdk/client-sqs';
import type { Queues } from '../../lib/store/queues.ts';
import { noteSent } from './acting.ts';
import { Outage } from '../../lib/outage.ts';

/** What a test does to the deliveries and calls of a pipeline. All numbers are probabilities. */
export interface Disturbance {
  /** A message is delivered a second time. */
  readonly duplicate: number;
  /** A message is lost. */
  readonly lose: number;
  /** A call of the table fails before it has an effect, or after, so that only its answer is lost. */
  readonly breakBefore: number;
  readonly breakAfter: number;
  /** A worker dies before it sends what it has to. */
  readonly dieBeforeSend: number;
}

export const undisturbed: Disturbance = {
  duplicate: 0,
  lose: 0,
  breakBefore: 0,
  breakAfter: 0,
  dieBeforeSend: 0,
};

/** A message on its way. */
export interface LeakyDelivery {
  readonly queue: string;
  readonly body: string;
  readonly dueAt: number;
  receives: number;
}

/** Queues that keep messages in memory and deliver them out of order, twice, or not at all. */
export const leakyQueues = (
  deliveries: LeakyDelivery[],
  disturbance: Disturbance,
  random: () => number,
  now: () => number,
): Queues => {
  const send = (command: {
    input: { QueueUrl: string; Entries?: { Id: string; MessageBody: string; DelaySeconds?: number }[] };
  }) => {
    const { QueueUrl: queue, Entries: entries } = command.input;
    if (entries === undefined)
      return { Attributes: { ApproximateNumberOfMessages: String(deliveries.length) } };
    noteSent(queue);
    if (random() < disturbance.dieBeforeSend) throw new Outage('the worker died before it sent');
    for (const { MessageBody: body, DelaySeconds: delay = 0 } of entries) {
      if (random() < disturbance.lose) continue;
      const dueAt = now() + delay * 1_000;
      deliveries.push({ queue, body, dueAt, receives: 0 });
      // A copy of what is under way twice is not copied again: put off each minute, copies would grow without end.
      const copies = deliveries.filter((other) => other.queue === queue && other.body === body).length;
      if (random() < disturbance.duplicate && copies < 2)
        deliveries.push({ queue, body, dueAt, receives: 0 });
    }
    return { Failed: [] };
  };
  const client = {
    send: async (command: never) => await Promise.resolve(send(command)),
  } as unknown as SQSClient;
  return {
    client,
    fetch: { high: 'fetch', normal: 'fetch' },
    render: 'render',
    extract: 'extract',
    finish: 'finish',
    deliver: 'deliver',
  };
};

/** An event bus that keeps the alerts that it was told, and refuses as many as a test wants. */
export const testEventBus = () => {
  const alerts: Readonly<Record<string, unknown>>[] = [];
  let refusals = 0;
  return {
    alerts,
    refuseAlerts: (times: number): void => void (refusals = times),
    announceAlert: async (detail: AlertDetail): Promise<void> => {
      await Promise.resolve();
      refusals -= 1;
      if (refusals >= 0) throw new Error('The event bus refuses');
      alerts.push(detail);
    },
  };
};
