/** The events of a job, in the order in which they can happen. */
export const webhookEvents = ['started', 'waiting', 'page', 'completed', 'failed', 'cancelled'] as const;
export type WebhookEvent = (typeof webhookEvents)[number];

/** The events that are sent by default: those of Firecrawl. A receiver that was made for these knows no others. */
export const usualEvents: readonly WebhookEvent[] = webhookEvents.filter((event) => event !== 'waiting');
