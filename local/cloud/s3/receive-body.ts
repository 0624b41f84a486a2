import { createHash } from 'node:crypto';
import { closeSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { AwsError } from '../aws-error.ts';
import { makeChunkedDecoder } from './aws-chunked.ts';
import { announcedChecksum, makeDigest, type Checksum } from './checksum.ts';
import { header, type S3, type S3Request } from './context.ts';

export interface ReceivedBody {
  /** Below the data directory. */
  readonly file: string;
  readonly size: number;
  /** In hexadecimal. */
  readonly md5: string;
  readonly checksum: Checksum | null;
}

/** Bytes that are gathered before they are written: most objects are one write. */
const bufferBytesMax = 1_048_576;

const badDigest = (what: string): AwsError =>
  new AwsError('BadDigest', `The ${what} you specified did not match what we received.`);

const isChunked = (request: S3Request): boolean =>
  (header(request, 'content-encoding') ?? '').includes('aws-chunked') ||
  (header(request, 'x-amz-content-sha256') ?? '').startsWith('STREAMING-');

const checkIntegrity = (
  request: S3Request,
  trailers: Readonly<Record<string, string>>,
  got: { size: number; md5: Buffer; sha256: string | undefined; checksum: Checksum | null },
): void => {
  const md5 = header(request, 'content-md5');
  if (md5 !== undefined && md5 !== got.md5.toString('base64')) throw badDigest('Content-MD5');
  const wanted =
    got.checksum &&
    (header(request, `x-amz-checksum-${got.checksum.name}`) ??
      trailers[`x-amz-checksum-${got.checksum.name}`]);
  if (got.checksum && wanted !== got.checksum.value)
    throw badDigest(`${got.checksum.name.toUpperCase()} checksum`);
  if (got.sha256 !== undefined && got.sha256 !== header(request, 'x-amz-content-sha256')) {
    throw new AwsError(
      'XAmzContentSHA256Mismatch',
      'The provided x-amz-content-sha256 header does not match what was computed.',
    );
  }
  const length = header(request, 'x-amz-decoded-content-length');
  if (length !== undefined && Number(length) !== got.size) {
    throw new AwsError(
      'IncompleteBody',
      'You did not provide the number of bytes specified by the Content-Length HTTP header',
    );
  }
};

/**
 * Writes a request's body to a new file and checks it against every checksum that came with it: `Content-MD5`,
 * `x-amz-checksum-*` as header or trailer, `x-amz-content-sha256`. Leaves no file when it fails.
 *
 * @throws {AwsError} BadDigest, XAmzContentSHA256Mismatch, IncompleteBody.
 */
export const receiveBody = async (s3: S3, request: S3Request, file: string): Promise<ReceivedBody> => {
  const path = join(s3.files.root, file);
  const name = announcedChecksum(request.headers);
  const digest = name && makeDigest(name);
  const md5 = createHash('md5');
  const sha256 = /^[\da-f]{64}$/.test(header(request, 'x-amz-content-sha256') ?? '')
    ? createHash('sha256')
    : undefined;
  const decoder = isChunked(request) ? makeChunkedDecoder() : undefined;
  const fd = openSync(path, 'wx');
  try {
    let size = 0;
    let pending: Buffer[] = [];
    let pendingBytes = 0;
    const flush = (): void => {
      const bytes = pending.length === 1 ? (pending[0] as Buffer) : Buffer.concat(pending);
      md5.update(bytes);
      digest?.update(bytes);
      sha256?.update(bytes);
      for (let at = 0; at < bytes.length;) at += writeSync(fd, bytes, at);
      size += bytes.length;
      pending = [];
      pendingBytes = 0;
    };
    for await (const chunk of request.body as AsyncIterable<Buffer>) {
      for (const data of decoder ? decoder.push(chunk) : [chunk]) {
        pending.push(data);
        pendingBytes += data.length;
      }
      if (pendingBytes >= bufferBytesMax) flush();
    }
    flush();
    const checksum = name && digest ? { name, value: digest.digest() } : null;
    const digestOfAll = md5.digest();
    checkIntegrity(request, decoder?.end() ?? {}, {
      size,
      md5: digestOfAll,
      sha256: sha256?.digest('hex'),
      checksum,
    });
    closeSync(fd);
    return { file, size, md5: digestOfAll.toString('hex'), checksum };
  } catch (error) {
    closeSync(fd);
    rmSync(path, { force: true });
    throw error;
  }
};
