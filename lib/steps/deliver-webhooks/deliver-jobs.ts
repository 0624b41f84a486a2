import { jobMessageSchema } from '../../job/job-message.ts';
import { limits } from '../../limits/limits.ts';
import { sendDeliver } from '../../store/queues.ts';
import { getWebhook } from '../../store/webhooks/webhook-lease.ts';
import { orAgain, type QueuedMessage } from '../protocol/message-again.ts';
import { deliverWebhooks, type DeliverDependencies } from './deliver-webhooks.ts';

/** A job whose webhook is due, with the id of its message. */
interface DueJob {
  readonly id: string;
  readonly job: string;
  /** A worker that had the message before may not have come back. */
  readonly isSuspect: boolean;
}

const readMessage = ({ id, body, receives }: QueuedMessage): DueJob => {
  const { job, alone = false } = jobMessageSchema.parse(JSON.parse(body));
  return { id, job, isSuspect: alone || receives > 1 };
};

/** Sends the message on as a new one, for another invocation. A webhook that is gone needs none. */
const sendOn = async ({ table, queues }: DeliverDependencies, { job, isSuspect }: DueJob): Promise<void> => {
  const webhook = await getWebhook(table, job);
  if (webhook !== null) await sendDeliver(queues, { id: job, team: webhook.team }, 0, isSuspect);
};

/**
 * Delivers the webhooks of the jobs that an invocation has messages of: of all at the same time, since it waits for
 * receivers. Returns the ids of messages that must come again. If a message comes again, its worker may have died over
 * it: then that job is alone, and the messages of the others are sent on to other invocations.
 */
export const deliverJobs = async (
  dependencies: DeliverDependencies,
  messages: readonly QueuedMessage[],
  remainingMs: number,
): Promise<string[]> => {
  const { now, log } = dependencies;
  // Time is kept for the last event, and for giving the webhook back.
  const until = now() + remainingMs - 3 * limits.webhookMs;
  const jobs: DueJob[] = [];
  const again: string[] = [];
  for (const message of messages) {
    try {
      jobs.push(readMessage(message));
    } catch (error) {
      log('message unreadable', { messageId: message.id, error: String(error) });
      again.push(message.id);
    }
  }
  const lone = jobs.find(({ isSuspect }) => isSuspect);
  const others = jobs
    .filter((one) => one !== lone)
    .map((one) =>
      orAgain(dependencies, one.id, () =>
        lone === undefined
          ? deliverWebhooks(dependencies, one.job, until, jobs.length > 1)
          : sendOn(dependencies, one),
      ),
    );
  again.push(...(await Promise.all(others)).flat());
  if (lone !== undefined)
    again.push(
      ...(await orAgain(dependencies, lone.id, () => deliverWebhooks(dependencies, lone.job, until))),
    );
  return again;
};
