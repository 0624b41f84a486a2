import { claimWebhook, getWebhook, listDueWebhooks } from '../../store/webhooks/webhook-lease.ts';
import { sendDeliver, type Queues } from '../../store/queues.ts';
import type { Table } from '../../store/table.ts';
import type { Job } from '../../job/job.ts';
import { limits } from '../../limits/limits.ts';

/** Sends the message to deliver a job's outbox, if the job has a webhook. */
export const enqueueWebhook = async (
  queues: Pick<Queues, 'client' | 'deliver'>,
  job: Pick<Job, 'id' | 'team' | 'request'>,
): Promise<void> => {
  if (job.request.webhook !== undefined) await sendDeliver(queues, job);
};

/**
 * Sends the message to deliver a job's outbox after pages may have ended, if the job's webhook wants events of pages.
 */
export const enqueuePageWebhook: typeof enqueueWebhook = async (queues, job) => {
  if (job.request.webhook?.events.includes('page') === true) await enqueueWebhook(queues, job);
};

/**
 * Sends a message for every webhook that is due: its receiver is to be tried again, its worker died, or its message was
 * lost. Returns how many.
 */
export const enqueueDueWebhooks = async ({
  table,
  queues,
  now,
}: {
  readonly table: Table;
  readonly queues: Pick<Queues, 'client' | 'deliver'>;
  readonly now: () => number;
}): Promise<number> => {
  const at = now();
  let rung = 0;
  for (const due of await listDueWebhooks(table, at, limits.heartbeatWebhooksMax)) {
    if (!(await claimWebhook(table, due, at + limits.webhookLookMs))) continue;
    const webhook = await getWebhook(table, due.job);
    if (webhook === null) continue;
    await sendDeliver(queues, { id: due.job, team: webhook.team });
    rung += 1;
  }
  return rung;
};
