import * as z from 'zod';
import { limits } from '../limits/limits.ts';
import { headersSchema } from './scrape-options.ts';
import { urlField } from './url-field.ts';
import { usualEvents, webhookEvents } from './webhook-events.ts';

/** Removes the prefix of an event: `crawl.page` is `page`. Clients write both. */
const withoutPrefix = (name: unknown): unknown =>
  typeof name === 'string' ? name.replace(/^(?:crawl|batch_scrape|extract)\./, '') : name;

const webhookObject = z
  .object({
    url: urlField.meta({ description: 'Where events are posted.' }),
    headers: headersSchema.default({}).meta({ description: 'Headers that are sent with each event.' }),
    metadata: z
      .record(z.string(), z.unknown())
      .default({})
      .meta({ description: 'Comes back with every event.' }),
    events: z
      .array(
        z
          .preprocess(
            withoutPrefix,
            z.enum(webhookEvents, { error: `expected one of ${webhookEvents.join(', ')}` }),
          )
          .meta({
            shorthand: {
              type: 'string',
              pattern: `^(?:crawl|batch_scrape|extract)\\.(?:${webhookEvents.join('|')})$`,
              description: 'The same with its prefix, such as `crawl.page`.',
            },
          }),
      )
      .min(1, { error: 'expected at least one event' })
      .default([...usualEvents])
      .meta({
        description: 'Which events; all but `waiting` unless told.',
      }),
  })
  .refine((webhook) => Buffer.byteLength(JSON.stringify(webhook)) <= limits.webhookSpecBytesMax, {
    error: `expected at most ${limits.webhookSpecBytesMax} bytes of URL, headers and metadata together`,
  });

/**
 * Where a job's events are sent: a URL, or an object with one (Firecrawl's `webhook`). Whether its address is permitted
 * is judged at each delivery.
 */
export const webhookField = z
  .preprocess((value) => (typeof value === 'string' ? { url: value } : value), webhookObject)
  .meta({
    shorthand: { type: 'string', description: 'The URL alone.' },
    description: "Where a job's events are posted: a URL, or an object with one.",
  });
export type WebhookSpec = z.output<typeof webhookObject>;

/** Reads the webhook of an accepted body; null if it names none. */
export const readWebhook = (body: unknown): WebhookSpec | null => {
  const given = typeof body === 'object' && body !== null && 'webhook' in body ? body.webhook : undefined;
  if (given === undefined || given === null) return null;
  const { events, ...rest } = webhookField.parse(given);
  return { ...rest, events: webhookEvents.filter((event) => events.includes(event)) };
};
