import { randomUUID } from 'node:crypto';
import type { Dispatcher } from 'undici';
import { renewWebhook, releaseWebhook, acquireWebhook } from '../../store/webhooks/webhook-lease.ts';
import { listWebhookEvents, moveWebhookEvent, noteWebhookAttempt } from '../../store/webhooks/outbox.ts';
import { sendDeliver, type Queues } from '../../store/queues.ts';
import type { JobWebhook } from '../../job/webhook.ts';
import { makeWebhookId, type StoredEvent } from '../../job/webhook-event.ts';
import { openHeaders, webhookSealedFor } from '../../job/sealed-headers.ts';
import { limits } from '../../limits/limits.ts';
import { makeWebhookBody, type WebhookBodyDependencies } from './make-webhook-body.ts';
import { postWebhook, type WebhookReceipt } from '../../deliver/webhook/post-webhook.ts';
import { isOverdue, nextTryAt } from '../../deliver/webhook/webhook-retry.ts';
import { signatureHeaders, deriveWebhookSecret } from '../../deliver/webhook/webhook-signature.ts';
import type { Log } from '../../log.ts';
import type { SecretVersions } from '../../store/keys/secret-versions.ts';
import { openSealed } from '../protocol/open-sealed.ts';

/**
 * Delivers the events of one job's outbox, in order.
 *
 *   take the webhook ─► deliver what is there, one event after the other ─► give it back ─► look once more
 *
 * - Taken: no other worker delivers the job's events. A worker that is called meanwhile leaves at once. This is why the
 *   present worker looks once more after it has given the webhook back: an event is put before its message is sent.
 * - Delivered: the event moves to the log. If the worker dies before that, the event is delivered again, with the same
 *   id.
 * - No time: after one and a half seconds the worker gives the webhook back, and a message asks for the next turn. The
 *   queue hands out messages of other teams first, so a receiver that answers slowly only delays the events of its own
 *   team.
 * - Refused: the try is noted and the receiver gets nothing for a while. The job's other events wait too, so their
 *   order holds. An event that is given up moves to the log as failed, and the events after it continue.
 *
 * If the worker dies, the webhook's lease runs out and the heartbeat sends a message. The try counts as refused, and
 * the next worker delivers nothing beside it.
 */
export interface DeliverDependencies extends WebhookBodyDependencies {
  readonly queues: Pick<Queues, 'client' | 'deliver'>;
  /** Connects only to permitted addresses. */
  readonly dispatcher: Dispatcher;
  readonly pepper: () => Promise<string>;
  readonly headerSecret: SecretVersions;
  readonly userAgent: string;
  readonly random: () => number;
  readonly log: Log;
}

interface Work {
  readonly webhook: JobWebhook;
  readonly lease: string;
  /** Whether this worker begins another event of the job. Its first event is always begun: so each turn gets on. */
  readonly goesOn: () => boolean;
}

/** Makes the rule for when a turn ends, from its end and the worker's own (milliseconds since the epoch). */
const makeTurn = (now: () => number, until: number): Work['goesOn'] => {
  const turnUntil = now() + limits.webhookTurnMs;
  let begun = 0;
  return () => {
    begun += 1;
    return now() < (begun === 1 ? until : Math.min(until, turnUntil));
  };
};

/**
 * How a round over the outbox ended: it is empty; the receiver gets nothing until a moment; no time is left; another
 * worker has the webhook.
 */
type Round = 'empty' | { readonly notBefore: number } | 'no time' | 'lost';

/**
 * Opens the receiver's headers that the caller gave. Release 0.1.0 sealed them for the secret of API keys. That one is
 * tried first, because it is at hand: headers of the other are looked for in Parameter Store when they do not open.
 *
 * @returns the headers, or a sentence why they cannot be opened.
 */
const keptHeaders = async (
  { pepper, headerSecret }: DeliverDependencies,
  webhook: JobWebhook,
): Promise<Readonly<Record<string, string>> | string> => {
  const { sealedHeaders } = webhook;
  if (sealedHeaders === undefined) return webhook.headers;
  const sealedFor = webhookSealedFor(webhook);
  const older = openHeaders(await pepper(), 'webhook', sealedHeaders, sealedFor);
  if (older !== null) return older;
  const opened = await openSealed(headerSecret, 'webhook', sealedHeaders, sealedFor);
  if (opened.kind === 'open') return opened.headers;
  return opened.kind === 'shut'
    ? `The headers of the webhook are sealed, and the deployment may not open them now (${opened.cause.name})`
    : 'The headers of the webhook do not open with the secret of now';
};

/**
 * Tries to deliver an event. An event whose body cannot be made counts as a failed try too: it must not hold up the
 * events after it for ever.
 */
const tryEvent = async (
  dependencies: DeliverDependencies,
  webhook: JobWebhook,
  event: StoredEvent,
): Promise<WebhookReceipt> => {
  let body: string;
  try {
    body = await makeWebhookBody(dependencies, webhook, event);
  } catch (error) {
    return { ok: false, error: `The event could not be made: ${String(error)}`.slice(0, 500) };
  }
  const id = makeWebhookId(webhook.job, event.place);
  const secret = deriveWebhookSecret(webhook.team, await dependencies.pepper());
  const own = {
    'content-type': 'application/json',
    'user-agent': dependencies.userAgent,
    ...signatureHeaders(secret, id, dependencies.now(), body),
  };
  // The caller's headers come first: none of them may replace ours, whatever its letter case.
  const kept = await keptHeaders(dependencies, webhook);
  if (typeof kept === 'string') return { ok: false, error: kept };
  const given = Object.entries(kept).filter(([name]) => !Object.hasOwn(own, name.toLowerCase()));
  return await postWebhook(
    dependencies.dispatcher,
    webhook.url,
    { ...Object.fromEntries(given), ...own },
    body,
  );
};

const endEvent = async (
  dependencies: DeliverDependencies,
  { job }: JobWebhook,
  event: StoredEvent,
  outcome: 'delivered' | 'failed',
): Promise<void> => {
  const endedAt = dependencies.now();
  await moveWebhookEvent(dependencies.table, job, 'E', { ...event, outcome, endedAt });
  const { place, attempts, status, error } = event;
  dependencies.log('webhook', { job, event: event.event, place, outcome, attempts, status, error });
};

/** Makes the event after a try. The result of the earlier try is dropped. */
const triedEvent = (
  { status: _status, error: _error, ...event }: StoredEvent,
  receipt: WebhookReceipt,
  now: number,
): StoredEvent => ({
  ...event,
  attempts: event.attempts + 1,
  triedAt: now,
  ...(receipt.status === undefined ? {} : { status: receipt.status }),
  ...(receipt.ok ? {} : { error: receipt.error }),
});

const deliverRound = async (
  dependencies: DeliverDependencies,
  { webhook, lease, goesOn }: Work,
): Promise<Round> => {
  const { table, now, random } = dependencies;
  let leaseUntil = webhook.leaseUntil ?? 0;
  let givenUp = false;
  for (;;) {
    const events = await listWebhookEvents(table, webhook.job, 'E', { most: limits.webhookEventsAtOnce });
    if (events.length === 0) return 'empty';
    for (const event of events) {
      if (!goesOn()) return 'no time';
      if (leaseUntil - now() < limits.webhookLeaseMs / 2) {
        leaseUntil = now() + limits.webhookLeaseMs;
        if (!(await renewWebhook(table, webhook.job, lease, leaseUntil))) return 'lost';
      }
      if (givenUp && isOverdue(event, now())) {
        const error = 'Not tried: the receiver had refused the events before this one for a day';
        await endEvent(dependencies, webhook, { ...event, error }, 'failed');
        continue;
      }
      const receipt = await tryEvent(dependencies, webhook, event);
      const tried = triedEvent(event, receipt, now());
      if (receipt.ok) {
        await endEvent(dependencies, webhook, tried, 'delivered');
        continue;
      }
      const again = nextTryAt(tried, now(), random);
      if (again !== null) {
        await noteWebhookAttempt(table, webhook.job, tried);
        return { notBefore: again };
      }
      await endEvent(dependencies, webhook, tried, 'failed');
      givenUp = true;
    }
  }
};

/**
 * Counts a try from which no worker came back as one that the receiver refused: its event is the first in the outbox.
 * If it has no more tries, it is given up, so an event that ends its workers does not do so for ever.
 */
const countLost = async (dependencies: DeliverDependencies, webhook: JobWebhook): Promise<void> => {
  const { table, now, random } = dependencies;
  const [event] = await listWebhookEvents(table, webhook.job, 'E', { most: 1 });
  if (event === undefined) return;
  const tried = triedEvent(event, { ok: false, error: 'No worker came back from this try' }, now());
  if (nextTryAt(tried, now(), random) === null) await endEvent(dependencies, webhook, tried, 'failed');
  else await noteWebhookAttempt(table, webhook.job, tried);
};

/** Gives the webhook back. Returns whether a worker has to look once more. */
const releaseLease = async (
  { table, queues, now }: DeliverDependencies,
  { webhook, lease }: Work,
  round: Exclude<Round, 'lost'>,
): Promise<boolean> => {
  const addressee = { id: webhook.job, team: webhook.team };
  if (typeof round === 'object') {
    const { notBefore } = round;
    const seconds = Math.max(1, Math.ceil((notBefore - now()) / 1_000));
    const isNear = seconds <= limits.messageDelaySecondsMax;
    // If the moment is farther off than SQS keeps a message, or if the message is lost, the heartbeat sends one.
    const lookAt = notBefore + (isNear ? limits.webhookLookMs : 0);
    if (!(await releaseWebhook(table, webhook.job, lease, { lookAt, notBefore }))) return false;
    if (isNear) await sendDeliver(queues, addressee, seconds);
    return false;
  }
  if (round === 'no time') {
    if (await releaseWebhook(table, webhook.job, lease, { lookAt: now() + limits.webhookLookMs }))
      await sendDeliver(queues, addressee);
    return false;
  }
  const rest = webhook.ended === true ? 'closed' : { lookAt: now() + limits.webhookLookMs };
  return await releaseWebhook(table, webhook.job, lease, rest);
};

/**
 * Delivers the events of a job until none is left, its receiver refuses, or the turn is over. Harmless to repeat. If
 * the worker before did not come back, and this one has `company`, the job is left to a worker that has none.
 *
 * @param until When the worker itself runs out of time (milliseconds since the epoch).
 */
export const deliverWebhooks = async (
  dependencies: DeliverDependencies,
  job: string,
  until: number,
  company = false,
): Promise<void> => {
  const { table, now, queues } = dependencies;
  const goesOn = makeTurn(now, until);
  for (;;) {
    const lease = randomUUID();
    const webhook = await acquireWebhook(table, job, {
      lease,
      now: now(),
      until: now() + limits.webhookLeaseMs,
    });
    if (webhook === null) return;
    if (webhook.wasLost) {
      await countLost(dependencies, webhook);
      if (company) {
        await releaseWebhook(table, job, lease, { lookAt: now() + limits.webhookLookMs });
        return await sendDeliver(queues, { id: job, team: webhook.team }, 0, true);
      }
    }
    const work: Work = { webhook, lease, goesOn };
    const round = await deliverRound(dependencies, work);
    if (round === 'lost' || !(await releaseLease(dependencies, work, round))) return;
    const [unseen] = await listWebhookEvents(table, job, 'E', { most: 1 });
    if (unseen === undefined) return;
  }
};
