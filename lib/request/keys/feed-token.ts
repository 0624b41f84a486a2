import { createHmac } from 'node:crypto';
import { isSameHmac } from './api-key.ts';

/**
 * A feed token: it is part of the address of the change feed, because feed readers send no header. It names the key
 * with which it was made and when it ends: with the session, if one made it. It is valid for that feed only, and
 * revoking the key ends it.
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
  // A prefix of its own: this signature is not valid for a session, nor a session's for a feed token.
  createHmac('sha256', pepper).update(`feed ${text}`).digest('base64url');

/** Writes the token for use in an address. */
export const writeFeedToken = ({ keyId, until }: FeedToken, pepper: string): string => {
  const text = `gf_${keyId}.${until.toString(36)}`;
  return `${text}.${sign(text, pepper)}`;
};

/** Reads a token; null if it was not signed with this secret. The caller checks whether it has expired. */
export const readFeedToken = (token: string, pepper: string): FeedToken | null => {
  const [, text = '', keyId = '', until = '', signature = ''] = shape.exec(token) ?? [];
  if (!isSameHmac(signature, sign(text, pepper))) return null;
  return { keyId, until: Number.parseInt(until, 36) };
};
