import { readFile } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { parseOpenRange } from '../../lib/fetch/http/address.ts';
import { fetchHttp } from '../../lib/fetch/http/fetch-http.ts';
import { guardedDispatcher } from '../../lib/fetch/http/guarded-connect.ts';
import { userAgent } from '../../lib/fetch/politeness/user-agent.ts';
import { limits } from '../../lib/limits/limits.ts';
import { version } from '../../lib/version.ts';
import { whyUnreadable } from './read-file-text.ts';

/** A document that the user named, as it was read. */
export interface Source {
  readonly kind: 'source';
  readonly body: Uint8Array;
  readonly contentType: string | undefined;
  /** Its URL; null for a file, which does not tell the page's address. */
  readonly url: string | null;
}

export interface NoSource {
  readonly kind: 'none';
  readonly code: string;
  readonly message: string;
}

/**
 * Every address is allowed, because users may read from their own machine; it is closed where others choose the URL.
 */
const everywhere = ['0.0.0.0/0', '::/0'].flatMap((text) => {
  const range = parseOpenRange(text);
  return range === null ? [] : [range];
});

const fetchSource = async (url: string): Promise<Source | NoSource> => {
  const dispatcher = guardedDispatcher({ open: everywhere });
  try {
    const outcome = await fetchHttp(
      { url, userAgent: userAgent(version, '') },
      { dispatcher, checkHop: async () => ({ ok: true }) },
    );
    if (outcome.kind !== 'response')
      return { kind: 'none', code: outcome.failure.code, message: outcome.failure.message };
    const { headers, body } = outcome;
    return { kind: 'source', body, contentType: headers['content-type'], url: outcome.url };
  } finally {
    await dispatcher.close();
  }
};

const unpacked = async (name: string, bytes: Buffer): Promise<Source | NoSource> => {
  const isGzip = bytes[0] === 0x1f && bytes[1] === 0x8b;
  try {
    const body = isGzip ? await promisify(gunzip)(bytes, { maxOutputLength: limits.pageBytesMax }) : bytes;
    if (body.length > limits.pageBytesMax) throw new RangeError('too large');
    const contentType = /\.x?html?(?:\.gz)?$/i.test(name) ? 'text/html' : undefined;
    return { kind: 'source', body, contentType, url: null };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { kind: 'none', code: 'UNREADABLE', message: `Cannot read ${name}: ${reason}` };
  }
};

/** Reads a web address, a file, or `-`, which is standard input. Files may be gzipped. */
export const readSource = async (name: string): Promise<Source | NoSource> => {
  if (/^https?:\/\//i.test(name)) return fetchSource(name);
  try {
    return await unpacked(name, name === '-' ? await buffer(process.stdin) : await readFile(name));
  } catch (error) {
    const why = whyUnreadable(error);
    if (why === null) throw error;
    return { kind: 'none', code: 'UNREADABLE', message: `Cannot read ${name}: ${why}` };
  }
};
