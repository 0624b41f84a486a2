import type { Database } from '../database.ts';

/**
 * Long polls that found nothing. Each is in one of two states: waiting in its queue's line, or answered. It is
 * answered
 * by the first of: a message that it can take (sent, moved, or visible again), the end of its wait, its caller going
 * away. A caller that has gone is skipped before anything is taken for it, so that no message is spent on it.
 */
export interface Waiter {
  /** Tries to take messages and answer; says whether it did. */
  tryAnswer(): boolean;
  isGone(): boolean;
}

export interface Waiters {
  add(queueId: number, waiter: Waiter): void;
  remove(queueId: number, waiter: Waiter): void;
  /** Messages may have become visible. Acts after the input that has arrived by now was seen, hang-ups included. */
  wake(queueId: number): void;
  /** Long polls that wait now, over all queues. */
  count(): number;
  close(): void;
}

export const makeWaiters = (db: Database, now: () => number): Waiters => {
  const lines = new Map<number, Set<Waiter>>();
  const timers = new Map<number, NodeJS.Timeout>();
  const waking = new Set<number>();
  let closed = false;

  /** Sets the clock for the queue's next delayed or in-flight message. */
  const schedule = (queueId: number): void => {
    clearTimeout(timers.get(queueId));
    timers.delete(queueId);
    if (closed || !lines.get(queueId)?.size) return;
    // What has been visible for longer was looked at and not taken: it is past its retention.
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
