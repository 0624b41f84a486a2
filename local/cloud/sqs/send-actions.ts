import { isPlainObject } from '../../../lib/plain-object.ts';
import { createHash } from 'node:crypto';
import { AwsError } from '../aws-error.ts';
import { invalid, missing, optionalInteger, optionalText, type Input } from '../input.ts';
import { batchEntries, runBatch } from './batch.ts';
import type { Sqs, SqsAction } from './context.ts';
import { insertMessage, type NewMessage } from './insert-message.ts';
import { attributesMd5, attributesSize, parseMessageAttributes } from './message-attributes.ts';
import { queueOfInput, type EmulatedQueue } from './queue.ts';
import { messageBytesMax } from './queue-attributes.ts';

/** Characters that XML 1.0 cannot carry (SQS API reference, SendMessage). */
// oxlint-disable-next-line no-control-regex
const forbidden = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]|\p{Surrogate}/u;

const parseMessage = (entry: Input): NewMessage & { readonly size: number } => {
  const body = optionalText(entry, 'MessageBody');
  if (body === undefined || body === '') throw missing('MessageBody');
  if (forbidden.test(body)) {
    throw new AwsError(
      'InvalidMessageContents',
      'Message was invalid for the request: it holds a character that is not allowed.',
    );
  }
  if (optionalText(entry, 'MessageDeduplicationId') !== undefined) {
    throw invalid(
      'The request includes parameter MessageDeduplicationId, which is not valid for this queue type.',
    );
  }
  const attributes = parseMessageAttributes(entry['MessageAttributes']);
  const system = entry['MessageSystemAttributes'];
  const trace = isPlainObject(system)
    ? parseMessageAttributes(system)['AWSTraceHeader']?.StringValue
    : undefined;
  return {
    body,
    attributes,
    traceHeader: trace,
    groupId: optionalText(entry, 'MessageGroupId'),
    size: Buffer.byteLength(body) + attributesSize(attributes),
  };
};

const send = ({ db, now }: Sqs, queue: EmulatedQueue, entry: Input): object => {
  const message = parseMessage(entry);
  const { messageBytesMax, delay } = queue.settings;
  if (message.size > messageBytesMax) {
    throw invalid(
      `One or more parameters are invalid. Reason: Message must be shorter than ${messageBytesMax} bytes.`,
    );
  }
  const delaySeconds = optionalInteger(entry, 'DelaySeconds', 0, 900) ?? delay;
  const messageId = insertMessage(db, queue.id, message, now(), delaySeconds);
  const { attributes = {}, traceHeader } = message;
  return {
    MessageId: messageId,
    MD5OfMessageBody: createHash('md5').update(message.body).digest('hex'),
    ...(Object.keys(attributes).length > 0 && { MD5OfMessageAttributes: attributesMd5(attributes) }),
    ...(traceHeader !== undefined && {
      MD5OfMessageSystemAttributes: attributesMd5({
        AWSTraceHeader: { DataType: 'String', StringValue: traceHeader },
      }),
    }),
  };
};

export const sendMessage: SqsAction = (sqs, { input }) => {
  const queue = queueOfInput(sqs.db, input);
  const output = send(sqs, queue, input);
  sqs.waiters.wake(queue.id);
  return output;
};

/** Returns what an entry adds to its batch. An entry that cannot be read adds 0; it is refused by itself later. */
const sizeOf = (entry: Input): number => {
  try {
    return parseMessage(entry).size;
  } catch (error) {
    if (error instanceof AwsError) return 0;
    throw error;
  }
};

export const sendMessageBatch: SqsAction = (sqs, { input }) => {
  const queue = queueOfInput(sqs.db, input);
  const bytes = batchEntries(input).reduce((sum, { entry }) => sum + sizeOf(entry), 0);
  if (bytes > messageBytesMax) {
    throw new AwsError(
      'BatchRequestTooLong',
      `Batch requests cannot be longer than ${messageBytesMax} bytes. You have sent ${bytes} bytes.`,
    );
  }
  const output = sqs.db.transaction(() => runBatch(input, (entry) => send(sqs, queue, entry)));
  sqs.waiters.wake(queue.id);
  return output;
};
