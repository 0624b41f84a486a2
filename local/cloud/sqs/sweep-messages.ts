import type { Database } from '../database.ts';
import { allQueues } from './queue.ts';

/** Makes every received message visible again; its receive count stays. */
export const releaseInFlight = (db: Database, nowMs: number): void => {
  db.run(
    'UPDATE messages SET visible_ms = ?, in_flight = 0 WHERE in_flight = 1 AND visible_ms > ?',
    nowMs,
    nowMs,
  );
};

/** Removes messages that are past their queue's retention. Receives and counts leave them out before that. */
export const sweepExpiredMessages = (db: Database, nowMs: number): void => {
  for (const { id, settings } of allQueues(db)) {
    db.run('DELETE FROM messages WHERE queue = ? AND sent_ms <= ?', id, nowMs - settings.retention * 1_000);
  }
};
