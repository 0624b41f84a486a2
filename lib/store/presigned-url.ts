import { createHash, createHmac } from 'node:crypto';

/** The credentials that sign a request. */
export interface SigningKey {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken?: string | undefined;
}

const hmac = (key: string | Uint8Array, text: string): Buffer =>
  createHmac('sha256', key).update(text).digest();

/**
 * Encodes a text for a URL. RFC 3986's unreserved characters stay as they are (S3 API reference, "Signature
 * calculations", UriEncode).
 */
const encode = (text: string): string =>
  encodeURIComponent(text).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );

/**
 * Makes a URL by which anybody can read one object of S3 for a while (S3 API reference, "Authenticating requests: using
 * query parameters", AWS Signature Version 4).
 *
 * @param url of the object, without a query.
 * @param options `now` in milliseconds since the epoch; `seconds` at most 604,800.
 */
export const presignedUrl = (
  url: string,
  key: SigningKey,
  { region, now, seconds }: { readonly region: string; readonly now: number; readonly seconds: number },
): string => {
  const { host, origin, pathname } = new URL(url);
  const time = new Date(now).toISOString().replaceAll(/[-:]|\.\d+/g, '');
  const day = time.slice(0, 8);
  const scope = `${day}/${region}/s3/aws4_request`;
  const parameters: Record<string, string> = {
    'X-Amz-Algorithm': 'AWS4-HMAC-SHA256',
    'X-Amz-Credential': `${key.accessKeyId}/${scope}`,
    'X-Amz-Date': time,
    'X-Amz-Expires': String(seconds),
    ...(key.sessionToken === undefined ? {} : { 'X-Amz-Security-Token': key.sessionToken }),
    'X-Amz-SignedHeaders': 'host',
  };
  const query = Object.entries(parameters)
    .map(([name, value]) => `${name}=${encode(value)}`)
    .join('&');
  const request = ['GET', pathname, query, `host:${host}\n`, 'host', 'UNSIGNED-PAYLOAD'].join('\n');
  const hash = createHash('sha256').update(request).digest('hex');
  const signed = ['AWS4-HMAC-SHA256', time, scope, hash].join('\n');
  const signingKey = [day, region, 's3', 'aws4_request'].reduce<string | Buffer>(
    (previous, part) => hmac(previous, part),
    `AWS4${key.secretAccessKey}`,
  );
  return `${origin}${pathname}?${query}&X-Amz-Signature=${hmac(signingKey, signed).toString('hex')}`;
};
