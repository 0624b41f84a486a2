/** What a job tells of itself, in the order in which it can happen. */
export const webhookEvents = ['started', 'waiting', 'page', 'completed', 'failed', 'cancelled'] as const;
export type WebhookEvent = (typeof webhookEvents)[number];

/** What is told unless a request says: the events of Firecrawl. A receiver that was made for those knows no others. */
export const usualEvents: readonly WebhookEvent[] = webhookEvents.filter((event) => event !== 'waiting');
