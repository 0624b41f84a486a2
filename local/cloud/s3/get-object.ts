import { closeSync, createReadStream, fstatSync, openSync, readSync } from 'node:fs';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { AwsError } from '../aws-error.ts';
import { parseRange } from './byte-range.ts';
import type { Checksum } from './checksum.ts';
import { header, type S3, type S3Action, type S3Response, type S3Request } from './context.ts';
import { tagsHeader, readTags } from './object-tags.ts';
import {
  checksumHeaders,
  noSuchKey,
  preconditionFailed,
  requireObject,
  type ObjectRow,
} from './object-row.ts';

/** Content up to this size is read at once; more is streamed. */
const readAtOnceMax = 1_048_576;

const lists = (value: string | undefined, etag: string): boolean =>
  value !== undefined &&
  value.split(',').some((it) => it.trim() === '*' || it.trim().replaceAll('"', '') === etag);

/** In whole seconds, because HTTP dates have no finer ones. */
const modifiedSince = (row: ObjectRow, value: string): boolean =>
  Math.floor(row.modified_ms / 1_000) * 1_000 > Date.parse(value);

/** RFC 9110, section 13.2.2: the ETag's condition decides if there is one, otherwise the date's. */
const isNotModified = (request: S3Request, row: ObjectRow): boolean => {
  const ifMatch = header(request, 'if-match');
  const unmodified = header(request, 'if-unmodified-since');
  if (ifMatch !== undefined && !lists(ifMatch, row.etag)) throw preconditionFailed('If-Match');
  if (ifMatch === undefined && unmodified !== undefined && modifiedSince(row, unmodified)) {
    throw preconditionFailed('If-Unmodified-Since');
  }
  const ifNoneMatch = header(request, 'if-none-match');
  if (ifNoneMatch !== undefined) return lists(ifNoneMatch, row.etag);
  const since = header(request, 'if-modified-since');
  return since !== undefined && !Number.isNaN(Date.parse(since)) && !modifiedSince(row, since);
};

const overrides = (request: S3Request): Record<string, string> =>
  Object.fromEntries(
    [...request.query]
      .filter(([name]) => name.startsWith('response-'))
      .map(([name, value]) => [name.slice('response-'.length), value]),
  );

/** Opens the file in the same turn in which the row was read, so that a later overwrite cannot mix with the content. */
const openContent = (s3: S3, row: ObjectRow, first: number, length: number): Buffer | Readable => {
  let fd: number;
  try {
    fd = openSync(join(s3.files.root, row.file), 'r');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') throw noSuchKey(row.key);
    throw error;
  }
  if (fstatSync(fd).size !== row.size) {
    closeSync(fd);
    throw new AwsError(
      'InternalError',
      `The file ${row.file} was changed by hand: it is not the object that was put.`,
      500,
    );
  }
  if (length > readAtOnceMax) return createReadStream('', { fd, start: first, end: first + length - 1 });
  const bytes = Buffer.allocUnsafe(length);
  const read = length === 0 ? 0 : readSync(fd, bytes, 0, length, first);
  closeSync(fd);
  return bytes.subarray(0, read);
};

const answer = (s3: S3, request: S3Request, withContent: boolean): S3Response => {
  const row = requireObject(s3.db, request.bucket, request.key);
  const validators = { etag: `"${row.etag}"`, 'last-modified': new Date(row.modified_ms).toUTCString() };
  if (isNotModified(request, row)) return { status: 304, headers: validators };
  const range = parseRange(header(request, 'range'), row.size);
  if (range === 'unsatisfiable') {
    throw new AwsError('InvalidRange', 'The requested range is not satisfiable', 416, {
      ActualObjectSize: String(row.size),
    });
  }
  const { first, last } = range ?? { first: 0, last: row.size - 1 };
  const wantsChecksum = range === null && header(request, 'x-amz-checksum-mode')?.toUpperCase() === 'ENABLED';
  const { [tagsHeader]: _tags, ...kept } = JSON.parse(row.headers) as Record<string, string>;
  const tagged = readTags(row).size;
  const headers = {
    ...kept,
    ...(tagged > 0 && { 'x-amz-tagging-count': String(tagged) }),
    ...overrides(request),
    ...validators,
    ...(wantsChecksum && row.checksum !== null && checksumHeaders(JSON.parse(row.checksum) as Checksum)),
    ...(range && { 'content-range': `bytes ${first}-${last}/${row.size}` }),
    'content-length': String(last - first + 1),
    'accept-ranges': 'bytes',
  };
  return {
    status: range ? 206 : 200,
    headers,
    ...(withContent && { body: openContent(s3, row, first, last - first + 1) }),
  };
};

export const serveObject: S3Action = (s3, request) => answer(s3, request, true);

export const headObject: S3Action = (s3, request) => answer(s3, request, false);
