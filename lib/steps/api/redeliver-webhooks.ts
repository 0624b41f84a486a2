import { getWebhook, reopenWebhook } from '../../store/webhooks/webhook-lease.ts';
import { listWebhookEvents, moveWebhookEvent } from '../../store/webhooks/outbox.ts';
import { sendDeliver, type Queues } from '../../store/queues.ts';
import type { Table } from '../../store/table.ts';
import { makeWebhookId, type StoredEvent } from '../../job/webhook-event.ts';
import { limits } from '../../limits/limits.ts';

/** Which events are delivered again: the failed ones, all, or the given ones. */
export type Redelivery = 'failed' | 'all' | { readonly webhookIds: readonly string[] };

/** What became of a redelivery. */
export interface Redelivered {
  /** How many events were moved. */
  readonly events: number;
  /** Given ids that are of no event of the job; none is named if the call ended before it had read all events. */
  readonly unknown: readonly string[];
}

interface RedeliverDependencies {
  readonly table: Table;
  readonly queues: Pick<Queues, 'client' | 'deliver'>;
  readonly now: () => number;
}

const atOnce = 100;

/** Hands each event of one side to `see`, in order. Returns false if the time was over before the last. */
const eachEvent = async (
  { table, now }: RedeliverDependencies,
  job: string,
  { side, until }: { readonly side: 'E' | 'L'; readonly until: number },
  see: (event: StoredEvent) => Promise<void> | void,
): Promise<boolean> => {
  for (let after = ''; now() < until;) {
    const events = await listWebhookEvents(table, job, side, { after, most: atOnce });
    for (const event of events) await see(event);
    after = events.at(-1)?.place ?? after;
    if (events.length < atOnce) return true;
  }
  return false;
};

/**
 * Moves events of a job's log back into its outbox, each with a day of new tries, and starts delivery at once. Returns
 * null if the job has no webhook. Harmless to repeat.
 */
export const redeliverWebhooks = async (
  dependencies: RedeliverDependencies,
  job: string,
  which: Redelivery,
): Promise<Redelivered | null> => {
  const { table, queues, now } = dependencies;
  const webhook = await getWebhook(table, job);
  if (webhook === null) return null;
  const meant = new Set(typeof which === 'string' ? [] : which.webhookIds);
  const unknown = new Set(meant);
  // One call has a time limit. A repeated call continues.
  const until = now() + limits.seedingMs;
  let moved = 0;
  const isLogRead = await eachEvent(dependencies, job, { side: 'L', until }, async (logged) => {
    const { outcome, endedAt: _endedAt, error: _error, status: _status, ...event } = logged;
    const id = makeWebhookId(job, event.place);
    unknown.delete(id);
    const isMeant = which === 'all' || (which === 'failed' ? outcome === 'failed' : meant.has(id));
    if (isMeant && (await moveWebhookEvent(table, job, 'L', { ...event, since: now(), attempts: 0 })))
      moved += 1;
  });
  // Events that wait to be delivered are tried at once anyway. One may have moved into the log since that was read.
  let isRead = isLogRead;
  for (const side of ['E', 'L'] as const) {
    if (unknown.size === 0 || !isRead) break;
    isRead = await eachEvent(dependencies, job, { side, until }, ({ place }) => {
      unknown.delete(makeWebhookId(job, place));
    });
  }
  await reopenWebhook(table, job, now());
  await sendDeliver(queues, { id: job, team: webhook.team });
  return { events: moved, unknown: isRead ? [...unknown] : [] };
};
