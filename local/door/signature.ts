import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { isOwnKeyId, type LocalCredentials } from './local-credentials.ts';

/** A request as it arrived. */
export interface SignedRequest {
  readonly method: string;
  /** Path and query. */
  readonly target: string;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
}

const hmac = (key: string | Uint8Array, text: string): Buffer =>
  createHmac('sha256', key).update(text).digest();
const sha256 = (text: string | Uint8Array): string => createHash('sha256').update(text).digest('hex');

/** How far the time of a signature may be off (AWS General Reference, "Signature Version 4": 15 minutes). */
const skewMs = 15 * 60_000;

const headerPattern =
  /^AWS4-HMAC-SHA256 Credential=([^/,\s]+)\/(\d{8})\/([\w-]+)\/([\w-]+)\/aws4_request,\s*SignedHeaders=([\w;-]+),\s*Signature=([0-9a-f]{64})$/;
const timePattern = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/;

const parseTime = (text: string): number => {
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] =
    timePattern.exec(text)?.slice(1).map(Number) ?? [];
  return year === 0 ? Number.NaN : Date.UTC(year, month - 1, day, hour, minute, second);
};

const encode = (text: string): string =>
  encodeURIComponent(text).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );

const decode = (text: string): string => {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
};

const canonicalQuery = (query: string, without: string): string =>
  query
    .split('&')
    .filter((pair) => pair !== '')
    .map((pair) => {
      const at = pair.indexOf('=');
      const [name, value] = at === -1 ? [pair, ''] : [pair.slice(0, at), pair.slice(at + 1)];
      return [encode(decode(name)), encode(decode(value))] as const;
    })
    .filter(([name]) => name !== without)
    .toSorted(([a, x], [b, y]) => (a < b ? -1 : a > b ? 1 : x < y ? -1 : 1))
    .map(([name, value]) => `${name}=${value}`)
    .join('&');

const canonicalHeader = (value: string | readonly string[] | undefined): string =>
  (typeof value === 'string' ? value : (value ?? []).join(',')).trim().replaceAll(/ +/g, ' ');

interface Claim {
  readonly scope: readonly [day: string, region: string, service: string];
  readonly time: string;
  readonly signedHeaders: string;
  readonly payloadHash: string;
  readonly signature: string;
  /** The parameter that holds the signature itself. */
  readonly leftOut: string;
}

const keys = new Map<string, Buffer>();

/** Returns the signing key of a day, region and service; a process uses a handful of them. */
const signingKey = (secret: string, scope: Claim['scope']): Buffer => {
  const name = [secret, ...scope].join('/');
  const known = keys.get(name);
  if (known !== undefined) return known;
  if (keys.size > 100) keys.clear();
  const made = [...scope, 'aws4_request'].reduce<string | Buffer>(
    (key, part) => hmac(key, part),
    `AWS4${secret}`,
  ) as Buffer;
  keys.set(name, made);
  return made;
};

const isRight = (request: SignedRequest, claim: Claim, secret: string): boolean => {
  const [path = '', query = ''] = request.target.split(/\?(.*)/s);
  const [, , service] = claim.scope;
  // S3's paths are encoded once; those of all other services are encoded again (SigV4, "Create a canonical request").
  const canonicalPath = service === 's3' ? path : path.split('/').map(encode).join('/');
  const names = claim.signedHeaders.split(';');
  // The host has to be signed, or a signature could be used with another service.
  if (!names.includes('host')) return false;
  const canonical = [
    request.method,
    canonicalPath === '' ? '/' : canonicalPath,
    canonicalQuery(query, claim.leftOut),
    ...names.map((name) => `${name}:${canonicalHeader(request.headers[name])}`),
    '',
    claim.signedHeaders,
    claim.payloadHash,
  ].join('\n');
  const text = [
    'AWS4-HMAC-SHA256',
    claim.time,
    `${claim.scope.join('/')}/aws4_request`,
    sha256(canonical),
  ].join('\n');
  const right = hmac(signingKey(secret, claim.scope), text);
  return timingSafeEqual(right, Buffer.from(claim.signature, 'hex'));
};

/**
 * Says whether a request's body is needed to judge it: its signature covers the body's hash, but the request does not
 * name it.
 */
export const needsBody = ({ headers }: SignedRequest): boolean =>
  headers['authorization'] !== undefined && headers['x-amz-content-sha256'] === undefined;

/** Says whether the credentials signed the request in its `Authorization`; give `body` if `needsBody` says so. */
export const isSigned = (
  request: SignedRequest,
  credentials: LocalCredentials,
  now: number,
  body?: Uint8Array,
): boolean => {
  const match = headerPattern.exec(canonicalHeader(request.headers['authorization']));
  if (match === null) return false;
  const [, id = '', day = '', region = '', service = '', signedHeaders = '', signature = ''] = match;
  const time = canonicalHeader(request.headers['x-amz-date']);
  // Written so that an invalid time is refused.
  if (!isOwnKeyId(credentials, id) || !(Math.abs(parseTime(time) - now) <= skewMs)) return false;
  const named = request.headers['x-amz-content-sha256'];
  const payloadHash = named === undefined ? sha256(body ?? new Uint8Array()) : canonicalHeader(named);
  const claim: Claim = {
    scope: [day, region, service],
    time,
    signedHeaders,
    payloadHash,
    signature,
    leftOut: '',
  };
  return isRight(request, claim, credentials.secretAccessKey);
};

/** Says whether the credentials signed the request's URL, for reading one object of S3; S3 itself checks its expiry. */
export const isPresigned = (request: SignedRequest, credentials: LocalCredentials): boolean => {
  if (request.method !== 'GET' && request.method !== 'HEAD') return false;
  const query = new URLSearchParams(request.target.split(/\?(.*)/s)[1] ?? '');
  const signature = query.get('X-Amz-Signature') ?? '';
  const [id = '', day = '', region = '', service = ''] = (query.get('X-Amz-Credential') ?? '').split('/');
  if (!/^[0-9a-f]{64}$/.test(signature) || !isOwnKeyId(credentials, id) || service !== 's3') return false;
  const claim: Claim = {
    scope: [day, region, service],
    time: query.get('X-Amz-Date') ?? '',
    signedHeaders: query.get('X-Amz-SignedHeaders') ?? '',
    payloadHash: 'UNSIGNED-PAYLOAD',
    signature,
    leftOut: 'X-Amz-Signature',
  };
  return isRight(request, claim, credentials.secretAccessKey);
};
