import {
  createCipheriv,
  createDecipheriv,
  createPrivateKey,
  createPublicKey,
  diffieHellman,
  generateKeyPairSync,
  hkdfSync,
  type KeyObject,
} from 'node:crypto';
import * as z from 'zod';
import type { JobSpec } from '../request/job-spec.ts';
import type { JobWebhook } from './webhook.ts';

/**
 * Stored headers of a caller: a sealed box (X25519, HKDF-SHA256, AES-256-GCM; the shape of RFC 9180's base mode). The
 * function that accepts a request has only the public key, so the table and the functions that write it cannot read the
 * headers. The private key is derived from a secret that only the functions that send the headers may read.
 */
export const sealUses = ['crawl', 'webhook'] as const;
export type SealUse = (typeof sealUses)[number];

/**
 * The public key of each use, base64url of 32 bytes. `webhookOf` is absent while the webhooks' key still belongs to the
 * secret of API keys, as it did in release 0.1.0.
 */
export const sealKeysSchema = z.object({
  crawl: z.string(),
  webhook: z.string(),
  webhookOf: z.literal('header-secret').optional(),
});
export type SealKeys = z.infer<typeof sealKeysSchema>;

type Headers = Readonly<Record<string, string>>;

/** What a box is bound to, such as team and origins: if it is copied elsewhere, it does not open. */
export type SealedFor = readonly string[];

/** Returns what a job's headers are sealed for: its team, and where they may be sent. */
export const crawlSealedFor = (team: string, { url, scrape }: JobSpec): SealedFor => [
  team,
  url,
  ...(scrape.headersFor ?? []),
];

/** Returns what a webhook's headers are sealed for: its team and its receiver. */
export const webhookSealedFor = ({ team, url }: Pick<JobWebhook, 'team' | 'url'>): SealedFor => [team, url];

const info = (use: SealUse): string => `gleaner ${use} headers v1`;
/** The bytes before the 32 bytes of a key (RFC 8410 sections 4 and 7). */
const privatePrefix = Buffer.from('302e020100300506032b656e04220420', 'hex');
const publicPrefix = Buffer.from('302a300506032b656e032100', 'hex');
const keyBytes = 32;
const nonceBytes = 12;
const tagBytes = 16;

const derive = (secret: Buffer | string, salt: Buffer, label: string): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, salt, label, keyBytes));

const privateKeyFrom = (secret: string, use: SealUse): KeyObject => {
  const seed = derive(secret, Buffer.alloc(0), info(use));
  return createPrivateKey({ key: Buffer.concat([privatePrefix, seed]), format: 'der', type: 'pkcs8' });
};

const rawPublic = (key: KeyObject): Buffer =>
  key.export({ format: 'der', type: 'spki' }).subarray(publicPrefix.length);

const readPublic = (raw: Buffer): KeyObject =>
  createPublicKey({ key: Buffer.concat([publicPrefix, raw]), format: 'der', type: 'spki' });

/** Derives the public key that belongs to a secret of the deployment. */
export const publicSealKey = (secret: string, use: SealUse): string =>
  rawPublic(createPublicKey(privateKeyFrom(secret, use))).toString('base64url');

/** Seals headers; base64url of ephemeral key, nonce, tag and text. */
export const sealHeaders = (
  publicKey: string,
  use: SealUse,
  headers: Headers,
  sealedFor: SealedFor,
): string => {
  const ephemeral = generateKeyPairSync('x25519');
  const theirs = readPublic(Buffer.from(publicKey, 'base64url'));
  const sender = rawPublic(ephemeral.publicKey);
  const shared = diffieHellman({ privateKey: ephemeral.privateKey, publicKey: theirs });
  const salt = Buffer.concat([sender, Buffer.from(publicKey, 'base64url')]);
  // The key is used once, so the nonce need not vary; it is derived as well.
  const key = derive(shared, salt, info(use));
  const nonce = derive(shared, salt, `${info(use)} nonce`).subarray(0, nonceBytes);
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(JSON.stringify(sealedFor)));
  const text = Buffer.concat([cipher.update(JSON.stringify(headers), 'utf8'), cipher.final()]);
  return Buffer.concat([sender, cipher.getAuthTag(), text]).toString('base64url');
};

/** Opens a box; null if it belongs to another deployment, use, team or site, or if it was changed. */
export const openHeaders = (
  secret: string,
  use: SealUse,
  sealed: string,
  sealedFor: SealedFor,
): Record<string, string> | null => {
  const box = Buffer.from(sealed, 'base64url');
  const sender = box.subarray(0, keyBytes);
  try {
    const privateKey = privateKeyFrom(secret, use);
    const shared = diffieHellman({ privateKey, publicKey: readPublic(sender) });
    const salt = Buffer.concat([sender, rawPublic(createPublicKey(privateKey))]);
    const key = derive(shared, salt, info(use));
    const nonce = derive(shared, salt, `${info(use)} nonce`).subarray(0, nonceBytes);
    const decipher = createDecipheriv('aes-256-gcm', key, nonce)
      .setAAD(Buffer.from(JSON.stringify(sealedFor)))
      .setAuthTag(box.subarray(keyBytes, keyBytes + tagBytes));
    const text = Buffer.concat([decipher.update(box.subarray(keyBytes + tagBytes)), decipher.final()]);
    return z.record(z.string(), z.string()).parse(JSON.parse(text.toString('utf8')));
  } catch {
    return null;
  }
};
