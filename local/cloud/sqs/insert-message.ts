import { randomUUID } from 'node:crypto';
import type { Database } from '../database.ts';
import type { MessageAttributes } from './message-attributes.ts';

export interface NewMessage {
  readonly body: string;
  readonly attributes?: MessageAttributes;
  readonly traceHeader?: string | undefined;
  readonly groupId?: string | undefined;
}

/**
 * Adds a message to a queue, within the caller's transaction if there is one. The caller wakes the waiters after the
 * commit.
 */
export const insertMessage = (
  db: Database,
  queueId: number,
  message: NewMessage,
  nowMs: number,
  delaySeconds: number,
): string => {
  const messageId = randomUUID();
  const attributes =
    message.attributes && Object.keys(message.attributes).length > 0 ? message.attributes : null;
  db.run(
    `INSERT INTO messages (queue, message_id, body, attributes, trace_header, group_id, sent_ms, visible_ms)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
    queueId,
    messageId,
    message.body,
    attributes && JSON.stringify(attributes),
    message.traceHeader ?? null,
    message.groupId ?? null,
    nowMs,
    nowMs + delaySeconds * 1_000,
  );
  return messageId;
};
