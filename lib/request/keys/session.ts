import { createHmac } from 'node:crypto';
import { isSameHmac } from './api-key.ts';
import { scopes, type KeyScope } from './scopes.ts';

/**
 * A session: what a page in a browser holds in place of an API key. It names the key, ends by itself, and may do no
 * more than its scopes say. It is signed with the deployment's secret, so nothing is stored for it, and revoking the
 * key ends it.
 *
 *   gs_<key id>.<end, milliseconds since the epoch, base 36>.<first letters of its scopes>.<signature>
 */
export interface Session {
  readonly keyId: string;
  /** Milliseconds since the epoch. */
  readonly until: number;
  readonly scopes: readonly KeyScope[];
}

const prefix = 'gs_';
const shape = /^gs_([0-9a-f]{20})\.([0-9a-z]{1,12})\.([a-z]{1,8})\.([\w-]{43})$/;

const sign = (text: string, pepper: string): string =>
  // A prefix of its own: no other signature under the same secret opens a session.
  createHmac('sha256', pepper).update(`session ${text}`).digest('base64url');

/** True for text that has the form of a session. */
export const looksLikeSession = (token: string): boolean => token.startsWith(prefix);

/** Writes the token of a session. */
export const writeSession = ({ keyId, until, scopes: granted }: Session, pepper: string): string => {
  const letters = scopes.filter((scope) => granted.includes(scope)).map((scope) => scope[0]);
  const text = `${prefix}${keyId}.${until.toString(36)}.${letters.join('')}`;
  return `${text}.${sign(text, pepper)}`;
};

/**
 * Reads the session of a token; null if it was not signed with this secret. The caller checks whether it has expired.
 */
export const readSession = (token: string, pepper: string): Session | null => {
  const [, keyId = '', until = '', letters = '', signature = ''] = shape.exec(token) ?? [];
  if (!isSameHmac(signature, sign(token.slice(0, -signature.length - 1), pepper))) return null;
  const granted = scopes.filter((scope) => letters.includes(scope[0] ?? ''));
  return { keyId, until: Number.parseInt(until, 36), scopes: granted };
};
