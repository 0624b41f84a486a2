import { createHmac } from 'node:crypto';

/**
 * Returns the secret that signs a team's webhooks. It is derived from the deployment's key, so that it need not be
 * stored, and no team can sign for another.
 *
 * It is written `whsec_<base64>` (Standard Webhooks). The signature of Standard Webhooks is keyed with the bytes behind
 * the prefix; Firecrawl's with the whole text, as its receivers take a secret.
 */
export const deriveWebhookSecret = (team: string, pepper: string): string =>
  `whsec_${createHmac('sha256', pepper).update(`webhook-secret 1 ${team}`).digest('base64')}`;

/**
 * Returns the headers that sign a body: Firecrawl's, over the body, and those of Standard Webhooks 1.0, over id, time
 * and body. https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md
 *
 * @param at When it is sent, in milliseconds since the epoch.
 */
export const signatureHeaders = (
  secret: string,
  id: string,
  at: number,
  body: string,
): Record<string, string> => {
  const seconds = String(Math.floor(at / 1_000));
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const standard = createHmac('sha256', key).update(`${id}.${seconds}.${body}`).digest('base64');
  return {
    'x-firecrawl-signature': `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`,
    'webhook-id': id,
    'webhook-timestamp': seconds,
    'webhook-signature': `v1,${standard}`,
  };
};
