import * as z from 'zod';
import { webhookEvents, type WebhookEvent } from '../request/webhook-events.ts';
import type { WebhookSpec } from '../request/webhook-spec.ts';
import type { Job } from './job.ts';
import type { JobKind } from './job-kind.ts';

/**
 * Where a job's webhooks go. The item stands beside the job's outbox, and is the lease under which one worker
 * at a time delivers the job's events, in order.
 *
 * It is in the index of open webhooks while its outbox may hold something: `lookAt` says when the heartbeat
 * rings for it, which covers rings that were lost and workers that died. It leaves the index when the job has
 * ended and its outbox is empty.
 */
export const jobWebhookSchema = z.object({
  job: z.string(),
  team: z.string(),
  kind: z.string(),
  url: z.string(),
  headers: z.record(z.string(), z.string()),
  /** The headers as they are kept; then `headers` is empty. */
  sealedHeaders: z.string().optional(),
  /** As JSON: DynamoDB's numbers are not quite JSON's. */
  metadata: z.string(),
  events: z.array(z.enum(webhookEvents)),
  /** The job is over: no event comes any more. */
  ended: z.literal(true).optional(),
  /** Who delivers, and until when nobody else does (milliseconds since the epoch). */
  lease: z.string().optional(),
  leaseUntil: z.number().optional(),
  /** The receiver is left alone until then. */
  notBefore: z.number().optional(),
  ttl: z.number(),
});
export type JobWebhook = z.infer<typeof jobWebhookSchema>;

/** The webhook of a new job. */
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

/** What was ordered, for a job that carries on another one's. */
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

/** Type of an event as receivers know it: `batch_scrape.page`. */
export const eventType = (kind: string, event: WebhookEvent | 'alert'): string =>
  `${prefixes[kind as JobKind] ?? kind}.${event}`;
