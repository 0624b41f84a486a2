import type { Database } from '../database.ts';

/**
 * Long polls that found no messages. Each is in one of two states: waiting in its queue's line, or answered. The first
 * of these events ends the wait: a message that it can take (sent, moved, or visible again), the end of its time, its
 * caller going away. A caller that has gone is skipped before any message is taken for it, so that no message is lost
 * on it.
 */
export interface Waiter {
  /** Tries to take messages and answer; says whether it did. */
  tryAnswer(): boolean;
  isGone(): boolean;
}

export interface Waiters {
  add(queueId: number, waiter: Waiter): void;
  remove(queueId: number, waiter: Waiter): void;
  /** Handles messages that may have become visible, after all input that has arrived by now, including hang-ups. */
  wake(queueId: number): void;
  /** Returns the number of long polls waiting now, over all queues. */
  count(): number;
  close(): void;
}

export const makeWaiters = (db: Database, now: () => number): Waiters => {
  const lines = new Map<number, Set<Waiter>>();
  const timers = new Map<number, NodeJS.Timeout>();
  const waking = new Set<number>();
  let closed = false;

  /** Sets the timer for the queue's next delayed or in-flight message. */
  const schedule = (queueId: number): void => {
    clearTimeout(timers.get(queueId));
    timers.delete(queueId);
    if (closed || !lines.get(queueId)?.size) return;
    // A message visible for longer was examined and not taken: it is past its retention.
    const next = db.get<{ at: number | null }>(
      'SELECT min(visible_ms) AS at FROM messages WHERE queue = ? AND visible_ms > ?',
      queueId,
      now() - 1_000,
    )?.at;
    if (next === undefined || next === null) return;
    const delayMs = Math.min(20_000, Math.max(5, next - now() + 1));
    timers.set(
      queueId,
      setTimeout(() => serve(queueId), delayMs),
    );
  };

  const serve = (queueId: number): void => {
    const line = lines.get(queueId);
    if (closed || !line) return;
    for (const waiter of line) {
      if (waiter.isGone()) {
        line.delete(waiter);
        continue;
      }
      if (waiter.tryAnswer()) line.delete(waiter);
    }
    if (line.size === 0) lines.delete(queueId);
    schedule(queueId);
  };

  return {
    add: (queueId, waiter) => {
      const line = lines.get(queueId) ?? new Set();
      lines.set(queueId, line.add(waiter));
      schedule(queueId);
    },
    remove: (queueId, waiter) => {
      const line = lines.get(queueId);
      if (!line?.delete(waiter) || line.size > 0) return;
      lines.delete(queueId);
      schedule(queueId);
    },
    wake: (queueId) => {
      if (waking.has(queueId) || !lines.has(queueId)) return;
      waking.add(queueId);
      setImmediate(() => {
        waking.delete(queueId);
        serve(queueId);
      });
    },
    count: () => [...lines.values()].reduce((sum, line) => sum + line.size, 0),
    close: () => {
      closed = true;
      for (const timer of timers.values()) clearTimeout(timer);
      timers.clear();
      lines.clear();
    },
  };
};
