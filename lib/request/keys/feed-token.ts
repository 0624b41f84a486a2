import { createHmac } from 'node:crypto';
import { isSameHmac } from './api-key.ts';

/**
 * A feed token: what stands in the address of the change feed, since readers of feeds send no header. It names the key
 * that it was made with and when it ends; nothing but that feed takes it, and revoking the key ends it.
 *
 *   gf_<key id>.<end, milliseconds since the epoch, base 36>.<signature>
 */
export interface FeedToken {
  readonly keyId: string;
  /** Milliseconds since the epoch. */
  readonly until: number;
}

const shape = /^(gf_([0-9a-f]{20})\.([0-9a-z]{1,12}))\.([\w-]{43})$/;

const sign = (text: string, pepper: string): string =>
  // A name of its own: it signs no session, and a session's signature makes no feed token.
  createHmac('sha256', pepper).update(`feed ${text}`).digest('base64url');

/** The token as it stands in an address. */
export const writeFeedToken = ({ keyId, until }: FeedToken, pepper: string): string => {
  const text = `gf_${keyId}.${until.toString(36)}`;
  return `${text}.${sign(text, pepper)}`;
};

/** What a token names; null for one that was not signed with this secret. Whether it is over is the caller's to ask. */
export const readFeedToken = (token: string, pepper: string): FeedToken | null => {
  const [, text = '', keyId = '', until = '', signature = ''] = shape.exec(token) ?? [];
  if (!isSameHmac(signature, sign(text, pepper))) return null;
  return { keyId, until: Number.parseInt(until, 36) };
};
