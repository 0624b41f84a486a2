import * as z from 'zod';
import { setTimeout as sleep } from 'node:timers/promises';
import { matchesEventPattern } from '../template/event-pattern.ts';
import { isTopic, type EventRulePlan } from '../template/event-rules.ts';
import type { AwsClient } from './aws-request.ts';
import type { Deliver } from './run-schedules.ts';

interface Message {
  readonly ReceiptHandle: string;
  readonly Body: string;
}

const detailSchema = z.looseObject({ message: z.string().optional(), source: z.string().optional() });
const mailSchema = z.object({ detail: detailSchema });

/** Returns the text that would be mailed about an event, as one line. */
const mailText = (event: unknown): string => {
  const { data } = mailSchema.safeParse(event);
  const { source = 'gleaner', message } = data?.detail ?? {};
  const text = message ?? JSON.stringify(event);
  // A site may have written part of it, and this is shown on a terminal.
  return `${source}: ${text}`.replaceAll(/\p{Cc}/gu, ' ');
};

/**
 * Delivers the events of the bus to the targets of the rules that they match, until the returned function is called. An
 * event is deleted from the bus's queue once every target has it; if one cannot be reached, the event is delivered
 * again, to all of them. `onMail` gets the text that a topic would mail.
 */
export const runEventRules = (
  rules: readonly EventRulePlan[],
  { client, queueUrl, deliver }: { client: AwsClient; queueUrl: string; deliver: Deliver },
  onNotice: (line: string) => void,
  onMail: (line: string) => void,
): (() => Promise<void>) => {
  const stopping = new AbortController();

  const handOn = async ({ Body, ReceiptHandle }: Message): Promise<void> => {
    const event: unknown = JSON.parse(Body);
    for (const rule of rules.filter(({ pattern }) => matchesEventPattern(pattern, event))) {
      for (const { arn, input } of rule.targets) {
        if (isTopic(arn)) {
          onMail(mailText(event));
          continue;
        }
        await deliver(arn, input === undefined ? event : (JSON.parse(input) as unknown));
      }
    }
    await client.call('AmazonSQS.DeleteMessage', { QueueUrl: queueUrl, ReceiptHandle });
  };

  const loop = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      try {
        const input = { QueueUrl: queueUrl, MaxNumberOfMessages: 10, WaitTimeSeconds: 20 };
        const answer = await client.call('AmazonSQS.ReceiveMessage', input, { signal: stopping.signal });
        for (const message of (answer['Messages'] ?? []) as Message[]) await handOn(message);
      } catch (error) {
        if (stopping.signal.aborted) return;
        onNotice((error as Error).message);
        await sleep(1_000, undefined, { signal: stopping.signal }).catch(() => {});
      }
    }
  };

  const looping = loop();
  return async () => {
    stopping.abort();
    await Promise.race([looping, sleep(500, undefined, { ref: false })]);
  };
};
