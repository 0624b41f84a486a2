import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import * as z from 'zod';
import { limits } from '../../limits/limits.ts';
import { scopes, usualScopes } from './scopes.ts';

/** A key's own limits; for a missing one, the deployment's limit applies. */
export const keyLimitsSchema = z.object({
  requestsPerMinute: z.number().int().min(1).max(limits.keyRequestsPerMinuteMax).optional().meta({
    description: "Requests in one minute that begin work; the deployment's bound unless told.",
  }),
  openJobs: z.number().int().min(1).max(limits.keyOpenJobsMax).optional().meta({
    description:
      "Crawls, batches and extractions that run at the same time; the deployment's bound unless told.",
  }),
});

/**
 * A key with limits that made this one, or made its maker. What this key begins counts for that key as well, so that
 * many keys together do not pass the limits of the one that made them.
 */
const makerSchema = keyLimitsSchema.extend({ id: z.string() });
export type KeyMaker = z.infer<typeof makerSchema>;

/**
 * API keys. A key is shown once and stored as an HMAC under a secret that only Parameter Store holds, so a copy of the
 * table gives nobody access.
 */
export const apiKeySchema = z.object({
  id: z.string(),
  hmac: z.string(),
  name: z.string(),
  team: z.string(),
  scopes: z.array(z.enum(scopes)).default([...usualScopes]),
  limits: keyLimitsSchema.default({}),
  makers: z.array(makerSchema).default([]),
  createdAt: z.number(),
  revokedAt: z.number().optional(),
});
export type ApiKey = z.infer<typeof apiKeySchema>;

/** A key as its team lists it, without anything that gives access. */
export const listedKeySchema = apiKeySchema
  .omit({ hmac: true })
  .extend({ lastUsedAt: z.number().optional() });
export type ListedKey = z.infer<typeof listedKeySchema>;

/**
 * Makes a new key: `fc-<id>:<secret>`. Firecrawl's clients expect the prefix. The colon makes their watcher poll: a key
 * that is not an HTTP token cannot be sent as a WebSocket sub-protocol.
 */
export const newApiKey = (
  id = randomBytes(6).toString('hex'),
  secret = randomBytes(24).toString('base64url'),
): string => `fc-${id}:${secret}`;

/**
 * Computes the id under which a key is stored: the first 80 bits of its SHA-256, so that keys of any form can be looked
 * up.
 */
export const apiKeyId = (key: string): string => createHash('sha256').update(key).digest('hex').slice(0, 20);

export const computeHmac = (key: string, pepper: string): string =>
  createHmac('sha256', pepper).update(key).digest('hex');

/** Compares in constant time. */
export const isSameHmac = (a: string, b: string): boolean => {
  const left = Buffer.from(a);
  const right = Buffer.from(b);
  return left.length === right.length && timingSafeEqual(left, right);
};
