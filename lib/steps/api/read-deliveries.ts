import { getWebhook } from '../../store/webhooks/webhook-lease.ts';
import { listWebhookEvents } from '../../store/webhooks/outbox.ts';
import type { Table } from '../../store/table.ts';
import { eventType, type JobWebhook } from '../../job/webhook.ts';
import { makeWebhookId, type StoredEvent } from '../../job/webhook-event.ts';

/** An event and the state of its delivery, as the log shows it. Times are ISO 8601. */
export interface WebhookDelivery {
  readonly webhookId: string;
  readonly type: string;
  readonly status: 'pending' | 'delivered' | 'failed';
  readonly createdAt: string;
  readonly attempts: number;
  readonly lastAttemptAt: string | null;
  /** The last status with which the receiver answered; null if it never did. */
  readonly lastStatusCode: number | null;
  readonly error: string | null;
  /** When it is tried again; null if it is not, or if it only waits for earlier events. */
  readonly nextAttemptAt: string | null;
}

export interface DeliveryLog {
  readonly url: string;
  readonly deliveries: readonly WebhookDelivery[];
  /** Where the next part begins; null at the end. */
  readonly nextCursor: string | null;
}

const time = (ms: number | undefined): string | null =>
  ms === undefined ? null : new Date(ms).toISOString();

const deliveryOf = (webhook: JobWebhook, event: StoredEvent, isFirst: boolean): WebhookDelivery => ({
  webhookId: makeWebhookId(webhook.job, event.place),
  type: eventType(webhook.kind, event),
  status: event.outcome ?? 'pending',
  createdAt: new Date(event.at).toISOString(),
  attempts: event.attempts,
  lastAttemptAt: time(event.triedAt),
  lastStatusCode: event.status || null,
  error: event.error || null,
  nextAttemptAt: isFirst && event.attempts > 0 ? time(webhook.notBefore) : null,
});

/**
 * Reads the delivery log of a job, in the order of its events: `count` entries after a cursor. Null if the job has no
 * webhook.
 */
export const readDeliveries = async (
  table: Table,
  job: string,
  slice: { readonly after: string; readonly count: number },
): Promise<DeliveryLog | null> => {
  const webhook = await getWebhook(table, job);
  if (webhook === null) return null;
  const most = slice.count + 1;
  const [ended, open, [first]] = await Promise.all([
    listWebhookEvents(table, job, 'L', { after: slice.after, most }),
    listWebhookEvents(table, job, 'E', { after: slice.after, most }),
    listWebhookEvents(table, job, 'E', { most: 1 }),
  ]);
  // An event that moved between the two reads may be in both. The log's entry is newer.
  const byPlace = new Map([...open, ...ended].map((event) => [event.place, event]));
  const all = [...byPlace.values()].sort((a, b) => (a.place < b.place ? -1 : 1));
  const shown = all.slice(0, slice.count);
  return {
    url: webhook.url,
    deliveries: shown.map((event) =>
      deliveryOf(webhook, event, event.outcome === undefined && event.place === first?.place),
    ),
    nextCursor: all.length > slice.count ? (shown.at(-1)?.place ?? null) : null,
  };
};
