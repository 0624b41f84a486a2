import { AwsError } from '../aws-error.ts';
import { missing, optionalInteger, textInput, type Input } from '../input.ts';
import { runBatch } from './batch.ts';
import type { Sqs, SqsAction } from './context.ts';
import { queueOfInput, type EmulatedQueue } from './queue.ts';
import { parseReceiptHandle } from './receipt-handle.ts';

/**
 * Deletes a message. A handle that a later receive made stale deletes nothing, which is no error (SQS API reference,
 * DeleteMessage).
 */
const remove = ({ db }: Sqs, queue: EmulatedQueue, entry: Input): object => {
  const { id, receive } = parseReceiptHandle(textInput(entry, 'ReceiptHandle'));
  db.run('DELETE FROM messages WHERE id = ? AND queue = ? AND receipt = ?', id, queue.id, receive);
  return {};
};

export const deleteMessage: SqsAction = (sqs, { input }) => remove(sqs, queueOfInput(sqs.db, input), input);

export const deleteMessageBatch: SqsAction = (sqs, { input }) => {
  const queue = queueOfInput(sqs.db, input);
  return sqs.db.transaction(() => runBatch(input, (entry) => remove(sqs, queue, entry)));
};

const changeVisibility = ({ db, now }: Sqs, queue: EmulatedQueue, entry: Input): object => {
  const { id, receive } = parseReceiptHandle(textInput(entry, 'ReceiptHandle'));
  const seconds = optionalInteger(entry, 'VisibilityTimeout', 0, 43_200);
  if (seconds === undefined) throw missing('VisibilityTimeout');
  const { changes } = db.run(
    `UPDATE messages SET visible_ms = ?, in_flight = ?
     WHERE id = ? AND queue = ? AND receipt = ? AND in_flight = 1 AND visible_ms > ?`,
    now() + seconds * 1_000,
    seconds === 0 ? 0 : 1,
    id,
    queue.id,
    receive,
    now(),
  );
  if (changes === 0) {
    throw new AwsError('MessageNotInflight', 'The specified message is not in flight.');
  }
  return {};
};

export const changeMessageVisibility: SqsAction = (sqs, { input }) => {
  const queue = queueOfInput(sqs.db, input);
  const output = changeVisibility(sqs, queue, input);
  sqs.waiters.wake(queue.id);
  return output;
};

export const changeMessageVisibilityBatch: SqsAction = (sqs, { input }) => {
  const queue = queueOfInput(sqs.db, input);
  const output = sqs.db.transaction(() => runBatch(input, (entry) => changeVisibility(sqs, queue, entry)));
  sqs.waiters.wake(queue.id);
  return output;
};
