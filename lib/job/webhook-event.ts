import { createHash } from 'node:crypto';
import * as z from 'zod';
import { webhookEvents, type WebhookEvent } from '../request/webhook-events.ts';
import { modelWaitSchema, type Job } from './job.ts';

/**
 * An event of a job. It is in the outbox until it is delivered or given up, then in the log:
 *
 *   outbox ──► log (delivered | failed) ──► outbox, when a client has it delivered again
 *
 * It is put in the transaction that makes it true: with the job, with a page's end, with the job's conclusion. So every
 * event happened, and everything that happened has an event. `place` orders a job's events: the start, pages by when
 * they ended, the end.
 */
export const storedEventSchema = z.object({
  place: z.string(),
  event: z.enum([...webhookEvents, 'alert']),
  /** For an alert: the body that is posted, and what became of the alert; an event of release 0.1.0 has no step. */
  body: z.string().optional(),
  step: z.enum(['opened', 'escalated', 'closed']).optional(),
  /** For a page: its hash. What became of the page is read when the event is delivered. */
  page: z.string().optional(),
  /** For pages that wait for a model: why, since when and until when. */
  waiting: modelWaitSchema.optional(),
  /** When it happened, and from when the time for its delivery counts (milliseconds since the epoch). */
  at: z.number(),
  since: z.number(),
  attempts: z.number().int(),
  /** The last try: when it was, the status of the receiver's answer, and what was wrong with it. */
  triedAt: z.number().optional(),
  status: z.number().int().optional(),
  error: z.string().optional(),
  /** In the log: how it ended, and when. */
  outcome: z.enum(['delivered', 'failed']).optional(),
  endedAt: z.number().optional(),
  ttl: z.number(),
});
export type StoredEvent = z.infer<typeof storedEventSchema>;

/** What places look like: a cursor of the log is one. */
export const placePattern = /^(?:[02]|1#\d{14,16}#(?:[0-9a-f]{32}|waiting))$/;

const fresh = (place: string, event: WebhookEvent, at: number, ttl: number): StoredEvent => ({
  place,
  event,
  at,
  since: at,
  attempts: 0,
  ttl,
});

/** What an event needs to know about its job. */
type JobFacts = Pick<Job, 'ttl'> & { readonly request: Pick<Job['request'], 'webhook'> };

const wants = (job: JobFacts, event: WebhookEvent): boolean =>
  job.request.webhook?.events.includes(event) === true;

/** Makes the event of a job's start; null if it is not wanted. */
export const startedEvent = (job: JobFacts & Pick<Job, 'createdAt'>): StoredEvent | null =>
  wants(job, 'started') ? fresh('0', 'started', job.createdAt, job.ttl) : null;

/** Makes the event of pages that begin to wait for a model, or wait for another reason; null if it is not wanted. */
export const waitingEvent = (
  job: JobFacts,
  waiting: z.infer<typeof modelWaitSchema>,
  at: number,
): StoredEvent | null =>
  wants(job, 'waiting')
    ? { ...fresh(`1#${String(at).padStart(14, '0')}#waiting`, 'waiting', at, job.ttl), waiting }
    : null;

/** Makes the event of a page's end; null if it is not wanted. */
export const pageEvent = (job: JobFacts, page: string, at: number): StoredEvent | null =>
  wants(job, 'page')
    ? { ...fresh(`1#${String(at).padStart(14, '0')}#${page}`, 'page', at, job.ttl), page }
    : null;

/** Makes the event of a job's end; null if it is not wanted. */
export const endEvent = (
  job: JobFacts,
  event: 'completed' | 'failed' | 'cancelled',
  at: number,
): StoredEvent | null => (wants(job, event) ? fresh('2', event, at, job.ttl) : null);

/**
 * Makes the id by which a receiver recognises an event that it already got: the same at every try, and when the event
 * is delivered again. A UUID of version 8 (RFC 9562 section 5.8) from job and place.
 */
export const makeWebhookId = (job: string, place: string): string => {
  const hex = createHash('sha256').update(`${job} ${place}`).digest('hex');
  const variant = '89ab'[Number.parseInt(hex[16] ?? '0', 16) % 4] ?? '8';
  return (
    `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-` +
    hex.slice(20, 32)
  );
};
