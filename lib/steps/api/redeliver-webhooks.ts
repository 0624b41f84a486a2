import { getWebhook, reopenWebhook } from '../../store/webhooks/webhook-lease.ts';
import { listWebhookEvents, moveWebhookEvent } from '../../store/webhooks/outbox.ts';
import { sendDeliver, type Queues } from '../../store/queues.ts';
import type { Table } from '../../store/table.ts';
import { makeWebhookId } from '../../job/webhook-event.ts';
import { limits } from '../../limits/limits.ts';

/** Which events are delivered again: the failed ones, all, or the given ones. */
export type Redelivery = 'failed' | 'all' | { readonly webhookIds: readonly string[] };

const atOnce = 100;

/**
 * Moves events of a job's log back into its outbox, each with a day of new tries, and starts delivery at once. Returns
 * how many were moved; null if the job has no webhook. Harmless to repeat.
 */
export const redeliverWebhooks = async (
  dependencies: {
    readonly table: Table;
    readonly queues: Pick<Queues, 'client' | 'deliver'>;
    readonly now: () => number;
  },
  job: string,
  which: Redelivery,
): Promise<number | null> => {
  const { table, queues, now } = dependencies;
  const webhook = await getWebhook(table, job);
  if (webhook === null) return null;
  let moved = 0;
  let after = '';
  // One call has a time limit. A repeated call continues.
  for (const until = now() + limits.seedingMs; now() < until;) {
    const events = await listWebhookEvents(table, job, 'L', { after, most: atOnce });
    for (const { outcome, endedAt: _endedAt, error: _error, status: _status, ...event } of events) {
      const isMeant =
        which === 'all' ||
        (which === 'failed'
          ? outcome === 'failed'
          : which.webhookIds.includes(makeWebhookId(job, event.place)));
      if (isMeant && (await moveWebhookEvent(table, job, 'L', { ...event, since: now(), attempts: 0 })))
        moved += 1;
    }
    after = events.at(-1)?.place ?? after;
    if (events.length < atOnce) break;
  }
  await reopenWebhook(table, job, now());
  await sendDeliver(queues, { id: job, team: webhook.team });
  return moved;
};
