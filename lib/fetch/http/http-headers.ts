import { isUtf8 } from 'node:buffer';
import { acceptEncoding } from './content-coding.ts';

/** Lower-case names; several fields with one name are joined. */
export type Headers = Readonly<Record<string, string>>;

/**
 * Headers that the connection decides, and no caller (RFC 9110 section 7.6.1); `host` would decide which site is asked.
 */
const ours = new Set([
  'accept-encoding',
  'connection',
  'content-length',
  'expect',
  'host',
  'http2-settings',
  'keep-alive',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

const isToken = (name: string): boolean => /^[!#$%&'*+.^_`|~0-9a-z-]+$/.test(name);
const isFieldValue = (value: string): boolean => /^[\t\x20-\x7e\x80-\xff]*$/.test(value);

export interface RequestHeaders {
  readonly userAgent: string;
  readonly headers?: Headers | undefined;
  readonly ifNoneMatch?: string | undefined;
  readonly ifModifiedSince?: string | undefined;
}

/** Says whether the caller's headers are sent to the origin of `url`. */
export const isBound = (
  request: { readonly url: string; readonly headersFor?: readonly string[] | undefined },
  url: URL,
): boolean => (request.headersFor ?? [new URL(request.url).origin]).includes(url.origin);

/**
 * Returns the headers of one request. Leaves out names and values that HTTP cannot carry, and headers that a caller may
 * not set.
 *
 * @param isBound Whether the caller gave the headers for this request's origin; no other origin gets them.
 * @param cookies What the site itself set on the way here.
 */
export const requestHeaders = (
  wanted: RequestHeaders,
  isBound: boolean,
  cookies?: string,
): Record<string, string> => {
  const headers: Record<string, string> = {
    'user-agent': wanted.userAgent,
    accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
    'accept-language': 'en,*;q=0.5',
  };
  for (const [given, value] of Object.entries(isBound ? (wanted.headers ?? {}) : {})) {
    const name = given.toLowerCase();
    // HTTP/2 takes no blanks around a value (RFC 9113 section 8.2.1).
    if (!ours.has(name)) headers[name] = value.trim();
  }
  // Behind the caller's own cookies, which the site has set for a person.
  if (cookies !== undefined) headers['cookie'] = [headers['cookie'] ?? [], cookies].flat().join('; ');
  if (wanted.ifNoneMatch !== undefined) headers['if-none-match'] = wanted.ifNoneMatch;
  if (wanted.ifModifiedSince !== undefined) headers['if-modified-since'] = wanted.ifModifiedSince;
  headers['accept-encoding'] = acceptEncoding;
  return Object.fromEntries(
    Object.entries(headers).filter(([name, value]) => isToken(name) && isFieldValue(value)),
  );
};

/** Fields with one value: if there are several, browsers take the last `content-type` and the first of the others. */
const single = new Set(['location', 'retry-after', 'etag', 'last-modified', 'content-length', 'date', 'age']);

/** Fields that are kept apart: a cookie's date holds a comma, and a robots field may apply to one crawler alone. */
const byLine = new Set(['set-cookie', 'x-robots-tag']);

const joined = (name: string, values: readonly string[]): string => {
  if (name === 'content-type') return values.at(-1) ?? '';
  if (single.has(name)) return values[0] ?? '';
  // A field cannot hold a line break.
  return values.join(byLine.has(name) ? '\n' : ', ');
};

/** Decodes header bytes as UTF-8 if they are valid UTF-8, as browsers read `Location`. */
const asText = (latin1: string): string => {
  if (/^[\0-\x7f]*$/.test(latin1)) return latin1;
  const bytes = Buffer.from(latin1, 'latin1');
  return isUtf8(bytes) ? bytes.toString('utf8') : latin1;
};

/** Returns the headers of a response, each name once. */
export const responseHeaders = (
  received: Readonly<Record<string, string | readonly string[] | undefined>>,
): Headers => {
  // No prototype: a site may send a field called "__proto__".
  const headers = Object.create(null) as Record<string, string>;
  for (const [name, value] of Object.entries(received)) {
    if (value !== undefined) headers[name] = asText(typeof value === 'string' ? value : joined(name, value));
  }
  return headers;
};
