/** What a job tells of itself, in the order in which it can happen. */
export const webhookEvents = ['started', 'page', 'completed', 'failed', 'cancelled'] as const;
export type WebhookEvent = (typeof webhookEvents)[number];
