import type { Database } from '../database.ts';
import type { MessageRow } from './message-row.ts';
import { nextMessages } from './next-messages.ts';
import { findQueue, queueArn, queueNameIn, type EmulatedQueue } from './queue.ts';

export interface TakenMessages {
  readonly messages: readonly MessageRow[];
  /** A dead-letter queue that got messages meanwhile, whose waiters have to be woken. */
  readonly deadLetterQueue: number | undefined;
}

/**
 * Receives up to `count` messages: they are invisible for `visibilityMs` and their receive count grows. A message
 * received as often as the redrive policy allows goes to the dead-letter queue instead, with the time it was first sent
 * (the retention of a dead letter counts from then: SQS developer guide, "dead-letter queues").
 *
 * @param exceptGroups Message groups that get none.
 */
export const takeMessages = (
  db: Database,
  queue: EmulatedQueue,
  count: number,
  visibilityMs: number,
  nowMs: number,
  exceptGroups: readonly string[] = [],
): TakenMessages =>
  db.transaction(() => {
    const { redrive, retention } = queue.settings;
    const target = redrive && findQueue(db, queueNameIn(redrive.deadLetterArn));
    const dead = target?.id === queue.id ? undefined : target;
    const messages: MessageRow[] = [];
    let deadLetters = 0;
    const span = { queue: queue.id, nowMs, sentAfterMs: nowMs - retention * 1_000 };
    while (messages.length < count) {
      const candidates = nextMessages(db, span, count - messages.length, exceptGroups);
      if (candidates.length === 0) break;
      for (const row of candidates) {
        if (redrive && dead && row.receives >= redrive.receivesMax) {
          deadLetters += 1;
          db.run(
            'UPDATE messages SET queue = ?, visible_ms = ?, in_flight = 0, source_arn = ?, receipt = ' +
              'receipt + 1 WHERE id = ?',
            dead.id,
            nowMs,
            queueArn(queue.name),
            row.id,
          );
          continue;
        }
        const taken = {
          ...row,
          receives: row.receives + 1,
          receipt: row.receipt + 1,
          first_received_ms: row.first_received_ms ?? nowMs,
        };
        db.run(
          'UPDATE messages SET visible_ms = ?, in_flight = 1, receives = ?, first_received_ms = ?, ' +
            'receipt = ? WHERE id = ?',
          nowMs + visibilityMs,
          taken.receives,
          taken.first_received_ms,
          taken.receipt,
          row.id,
        );
        messages.push(taken);
      }
      // With no time of invisibility they would be candidates again at once.
      if (visibilityMs === 0 && messages.length > 0) break;
    }
    return { messages, deadLetterQueue: deadLetters > 0 ? dead?.id : undefined };
  });

/** Undoes a receive completely if its caller went away before the answer. */
export const returnMessages = (db: Database, messages: readonly MessageRow[], nowMs: number): void =>
  db.transaction(() => {
    for (const { id, receives, receipt } of messages) {
      db.run(
        `UPDATE messages SET visible_ms = ?, in_flight = 0, receives = receives - 1,
           first_received_ms = CASE WHEN ? = 1 THEN NULL ELSE first_received_ms END WHERE id = ? AND receipt = ?`,
        nowMs,
        receives,
        id,
        receipt,
      );
    }
  });
