import { createHash } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { optionalInteger, texts, type Input } from '../input.ts';
import type { Sqs, SqsAction } from './context.ts';
import { attributesMd5, selectAttributes, type MessageAttributes } from './message-attributes.ts';
import { findQueue, queueOfInput } from './queue.ts';
import { makeReceiptHandle } from './receipt-handle.ts';
import type { MessageRow } from './message-row.ts';
import { returnMessages, takeMessages } from './take-messages.ts';
import type { Waiter } from './waiters.ts';

const systemAttributes = (row: MessageRow, wanted: readonly string[]): Record<string, string> => {
  const everything: Record<string, string | null> = {
    SenderId: 'local',
    SentTimestamp: String(row.sent_ms),
    ApproximateReceiveCount: String(row.receives),
    ApproximateFirstReceiveTimestamp: String(row.first_received_ms),
    AWSTraceHeader: row.trace_header,
    MessageGroupId: row.group_id,
    DeadLetterQueueSourceArn: row.source_arn,
  };
  return Object.fromEntries(
    Object.entries(everything).filter(
      (entry): entry is [string, string] =>
        entry[1] !== null && (wanted.includes('All') || wanted.includes(entry[0])),
    ),
  );
};

const messageOf = (row: MessageRow, input: Input): object => {
  const wanted = [...texts(input, 'AttributeNames'), ...texts(input, 'MessageSystemAttributeNames')];
  const system = systemAttributes(row, wanted);
  const own = selectAttributes(
    row.attributes === null ? {} : (JSON.parse(row.attributes) as MessageAttributes),
    texts(input, 'MessageAttributeNames'),
  );
  return {
    MessageId: row.message_id,
    ReceiptHandle: makeReceiptHandle({ id: row.id, receive: row.receipt }),
    MD5OfBody: createHash('md5').update(row.body).digest('hex'),
    Body: row.body,
    ...(Object.keys(system).length > 0 && { Attributes: system }),
    ...(Object.keys(own).length > 0 && {
      MessageAttributes: own,
      MD5OfMessageAttributes: attributesMd5(own),
    }),
  };
};

/** Says whether the caller hung up, so that an answer would not be read. */
const hasGone = ({ destroyed, socket }: ServerResponse): boolean =>
  destroyed || socket === null || socket.destroyed || socket.readableEnded;

const giveBackUnlessSent = (
  sqs: Sqs,
  queueId: number,
  response: ServerResponse,
  rows: readonly MessageRow[],
): void => {
  response.once('close', () => {
    if (response.writableFinished) return;
    returnMessages(sqs.db, rows, sqs.now());
    sqs.waiters.wake(queueId);
  });
};

/**
 * Receives messages, at once or when some become visible within `WaitTimeSeconds`. A caller that hangs up before the
 * answer has received nothing: messages taken for it are given back.
 */
export const receiveMessage: SqsAction = (sqs, { input, response }) => {
  const queue = queueOfInput(sqs.db, input);
  const count = optionalInteger(input, 'MaxNumberOfMessages', 1, 10) ?? 1;
  const waitSeconds = optionalInteger(input, 'WaitTimeSeconds', 0, 20) ?? queue.settings.wait;
  const visibility = optionalInteger(input, 'VisibilityTimeout', 0, 43_200);
  // SQS has no such parameter: the runtime keeps a sandbox for teams that hold none (`local/sandbox/function-pool.ts`).
  const exceptGroups = texts(input, 'GleanerExceptGroups');

  const take = (): object | null => {
    // Since the wait began, settings may have changed, and the queue may have been deleted.
    const current = findQueue(sqs.db, queue.name);
    if (current?.id !== queue.id) return null;
    const visibilityMs = (visibility ?? current.settings.visibility) * 1_000;
    const { messages, deadLetterQueue } = takeMessages(
      sqs.db,
      current,
      count,
      visibilityMs,
      sqs.now(),
      exceptGroups,
    );
    if (deadLetterQueue !== undefined) sqs.waiters.wake(deadLetterQueue);
    if (messages.length === 0) return null;
    giveBackUnlessSent(sqs, queue.id, response, messages);
    return { Messages: messages.map((row) => messageOf(row, input)) };
  };

  if (hasGone(response)) return {};
  const first = take();
  if (first || waitSeconds === 0) return first ?? {};
  return new Promise<object>((resolve, reject) => {
    const settle = (output: object): void => {
      clearTimeout(timer);
      response.off('close', leave);
      sqs.waiters.remove(queue.id, waiter);
      resolve(output);
    };
    const waiter: Waiter = {
      isGone: () => hasGone(response),
      tryAnswer: () => {
        try {
          const output = take();
          if (output) settle(output);
          return output !== null;
        } catch (error) {
          clearTimeout(timer);
          reject(error);
          return true;
        }
      },
    };
    const leave = (): void => settle({});
    const timer = setTimeout(leave, waitSeconds * 1_000);
    response.once('close', leave);
    sqs.waiters.add(queue.id, waiter);
  });
};
