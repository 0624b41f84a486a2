import * as z from 'zod';
import { webhookEvents } from '../request/webhook-events.ts';
import type { WebhookSpec } from '../request/webhook-spec.ts';
import type { Job } from './job.ts';
import type { JobKind } from './job-kind.ts';
import type { StoredEvent } from './webhook-event.ts';

/**
 * Where a job's events are sent. The item is beside the job's outbox, and holds the lease under which one worker at a
 * time delivers the job's events, in order.
 *
 * It is in the index of open webhooks while its outbox may hold something. `lookAt` says when the heartbeat sends its
 * message, in case a message was lost or a worker died. It leaves the index when the job has ended and its outbox is
 * empty.
 */
export const jobWebhookSchema = z.object({
  job: z.string(),
  team: z.string(),
  kind: z.string(),
  url: z.string(),
  headers: z.record(z.string(), z.string()),
  /** The headers as they are stored; then `headers` is empty. */
  sealedHeaders: z.string().optional(),
  /** As JSON: DynamoDB's numbers differ from JSON's. */
  metadata: z.string(),
  events: z.array(z.enum(webhookEvents)),
  /** The job is over: no more events will come. */
  ended: z.literal(true).optional(),
  /** The worker that delivers, and until when no other worker does (milliseconds since the epoch). */
  lease: z.string().optional(),
  leaseUntil: z.number().optional(),
  /** The receiver gets nothing before this moment. */
  notBefore: z.number().optional(),
  ttl: z.number(),
});
export type JobWebhook = z.infer<typeof jobWebhookSchema>;

/** Makes the webhook of a new job. */
export const newWebhook = (
  job: Pick<Job, 'id' | 'team' | 'kind' | 'ttl'>,
  spec: WebhookSpec,
): JobWebhook => ({
  job: job.id,
  team: job.team,
  kind: job.kind,
  url: spec.url,
  headers: spec.headers,
  metadata: JSON.stringify(spec.metadata),
  events: spec.events,
  ttl: job.ttl,
});

/** Returns the webhook's spec, for a job that continues another one. */
export const respecifyWebhook = ({ url, headers, metadata, events }: JobWebhook): WebhookSpec => ({
  url,
  headers,
  metadata: JSON.parse(metadata) as WebhookSpec['metadata'],
  events,
});

const prefixes: Readonly<Record<JobKind, string>> = {
  crawl: 'crawl',
  batch: 'batch_scrape',
  scrape: 'scrape',
  extract: 'extract',
  map: 'map',
};

/** Returns the type of an event as receivers know it: `batch_scrape.page`, `alert.opened`. */
export const eventType = (kind: string, { event, step }: Pick<StoredEvent, 'event' | 'step'>): string =>
  event === 'alert'
    ? [event, ...(step === undefined ? [] : [step])].join('.')
    : `${prefixes[kind as JobKind] ?? kind}.${event}`;
