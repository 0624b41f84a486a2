import { createHash } from 'node:crypto';
import type { Call, CallAnswer } from './calls.ts';
import type { Sandbox } from './sandbox.ts';

interface Entry {
  readonly Id: string;
  readonly MessageBody: string;
}

/** What the SDK compares with what it sent. */
const withSums = (answer: CallAnswer, sent: readonly Entry[]): CallAnswer => {
  const output = JSON.parse(answer.body.toString()) as { Successful: { Id: string }[] };
  const sums = new Map(
    sent.map(({ Id, MessageBody }) => [Id, createHash('md5').update(MessageBody).digest('hex')]),
  );
  const Successful = output.Successful.map((one) => ({ ...one, MD5OfMessageBody: sums.get(one.Id) }));
  return { ...answer, body: Buffer.from(JSON.stringify({ ...output, Successful })) };
};

/** Has messages that sandboxes of this release send arrive with another text in them. */
export const sendAs =
  (from: string, to: string) =>
  (call: Call): void => {
    if (call.action !== 'SendMessageBatch' || call.sandbox.release !== 'this') return;
    const input = JSON.parse(call.body) as { Entries: readonly Entry[] };
    const Entries = input.Entries.map((entry) => ({
      ...entry,
      MessageBody: entry.MessageBody.replaceAll(from, to),
    }));
    call.body = JSON.stringify({ ...input, Entries });
    const { perform } = call;
    Object.assign(call, { perform: async () => withSums(await perform(), input.Entries) });
  };

const isQueueEvent = (event: unknown): event is { readonly Records: readonly { readonly body: string }[] } =>
  typeof event === 'object' && event !== null && 'Records' in event;

/** Has sandboxes of this release read another text in messages. */
export const readAs =
  (read: (body: string) => string) =>
  (sandbox: Sandbox, event: unknown): unknown =>
    sandbox.release === 'this' && isQueueEvent(event)
      ? { Records: event.Records.map((record) => ({ ...record, body: read(record.body) })) }
      : event;
