import * as z from 'zod';
import { jobId, next, success, warning } from './common.ts';

/** An event, and the state of its delivery. */
export const deliverySchema = z.object({
  webhookId: z.string().meta({ description: 'Id of the event, the same at every try.' }),
  type: z.string().meta({ description: 'What happened, such as `crawl.page`.' }),
  status: z.enum(['pending', 'delivered', 'failed']).meta({ description: 'How its delivery stands.' }),
  createdAt: z.iso.datetime().meta({ description: 'When it happened.' }),
  attempts: z.int().meta({ description: 'How often it was tried.' }),
  lastAttemptAt: z.iso.datetime().nullable().meta({ description: 'When, for the last time.' }),
  lastStatusCode: z
    .int()
    .nullable()
    .meta({ description: 'What the receiver answered last; null where it did not.' }),
  error: z.string().nullable().meta({ description: 'What was wrong with that.' }),
  nextAttemptAt: z.iso.datetime().nullable().meta({
    description: 'When it is tried again; null where it is not, or waits for those before.',
  }),
});

/** The log of a job's webhook (`lib/steps/api/read-deliveries.ts`). */
export const deliveriesSchema = z
  .object({
    success,
    id: jobId,
    url: z.string().meta({ description: 'Where events are posted.' }),
    deliveries: z.array(deliverySchema).meta({ description: 'In the order in which the events happened.' }),
    next,
  })
  .meta({ description: "What a job's webhook was told." });

/** POST …/redeliver. */
export const redeliveredSchema = z.object({
  success,
  id: jobId,
  events: z.int().meta({ description: 'How many events are delivered again.' }),
  warning,
});

/** GET /v2/team/webhook-secret. */
export const webhookSecretSchema = z.object({
  success,
  secret: z
    .string()
    .meta({ description: 'With which `X-Firecrawl-Signature` and `webhook-signature` are made.' }),
});

/** The body that is posted to a webhook (`lib/steps/deliver-webhooks/make-webhook-body.ts`). */
export const webhookEventSchema = z
  .object({
    success: z.boolean().meta({ description: 'Of a page: whether it has content.' }),
    type: z.string().meta({ description: 'What happened, such as `crawl.page` or `extract.completed`.' }),
    id: jobId,
    webhookId: z.string().meta({ description: 'The same at every try: remember those that you have had.' }),
    data: z.array(z.unknown()).meta({
      description:
        'Of a page: its document; of an extraction that is completed: its answer; of pages that wait for ' +
        'a model: why, since when and until when.',
    }),
    error: z.string().nullable().meta({ description: 'Why not.' }),
    metadata: z.record(z.string(), z.unknown()).meta({ description: 'What the request gave.' }),
  })
  .meta({ description: 'An event of a job, as it is posted to its webhook.' });
