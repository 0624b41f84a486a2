import { getHook } from '../../store/webhooks/hooks.ts';
import { listHookEvents } from '../../store/webhooks/outbox.ts';
import type { Table } from '../../store/table.ts';
import { eventType, type Hook } from '../../job/hook.ts';
import { webhookIdOf, type HookEvent } from '../../job/hook-event.ts';

/** An event and how its delivery stands, as the log shows it. Times are ISO 8601. */
export interface Delivery {
  readonly webhookId: string;
  readonly type: string;
  readonly status: 'pending' | 'delivered' | 'failed';
  readonly createdAt: string;
  readonly attempts: number;
  readonly lastAttemptAt: string | null;
  /** What the receiver answered last; null where it did not. */
  readonly lastStatusCode: number | null;
  readonly error: string | null;
  /** When it is tried again; null where it is not, or only waits for those before it. */
  readonly nextAttemptAt: string | null;
}

export interface DeliveryLog {
  readonly url: string;
  readonly deliveries: readonly Delivery[];
  /** Where the next part begins; null behind the last. */
  readonly nextCursor: string | null;
}

const time = (ms: number | undefined): string | null =>
  ms === undefined ? null : new Date(ms).toISOString();

const deliveryOf = (hook: Hook, event: HookEvent, isFirst: boolean): Delivery => ({
  webhookId: webhookIdOf(hook.job, event.place),
  type: eventType(hook.kind, event.event),
  status: event.outcome ?? 'pending',
  createdAt: new Date(event.at).toISOString(),
  attempts: event.attempts,
  lastAttemptAt: time(event.triedAt),
  lastStatusCode: event.status || null,
  error: event.error || null,
  nextAttemptAt: isFirst && event.attempts > 0 ? time(hook.notBefore) : null,
});

/** The delivery log of a job, in the order of its events: `count` from behind a cursor on. Null where it has no webhook. */
export const readDeliveries = async (
  table: Table,
  job: string,
  window: { readonly after: string; readonly count: number },
): Promise<DeliveryLog | null> => {
  const hook = await getHook(table, job);
  if (hook === null) return null;
  const most = window.count + 1;
  const [ended, open, [first]] = await Promise.all([
    listHookEvents(table, job, 'L', { after: window.after, most }),
    listHookEvents(table, job, 'E', { after: window.after, most }),
    listHookEvents(table, job, 'E', { most: 1 }),
  ]);
  // An event that moved between the two readings may stand in both: the log knows more.
  const byPlace = new Map([...open, ...ended].map((event) => [event.place, event]));
  const all = [...byPlace.values()].sort((a, b) => (a.place < b.place ? -1 : 1));
  const shown = all.slice(0, window.count);
  return {
    url: hook.url,
    deliveries: shown.map((event) =>
      deliveryOf(hook, event, event.outcome === undefined && event.place === first?.place),
    ),
    nextCursor: all.length > window.count ? (shown.at(-1)?.place ?? null) : null,
  };
};
