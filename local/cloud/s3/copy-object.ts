import { constants, copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { AwsError, notImplemented } from '../aws-error.ts';
import type { Checksum } from './checksum.ts';
import { commitObject } from './commit-object.ts';
import { header, type S3Action, type S3Request } from './context.ts';
import { keptHeaders } from './object-headers.ts';
import { tagsHeader, readTags } from './object-tags.ts';
import { preconditionFailed, requireBucket, requireObject, type ObjectRow } from './object-row.ts';
import { checkKey } from './put-object.ts';
import { document, leaf } from './xml.ts';

const parseSource = (value: string): { bucket: string; key: string } => {
  if (value.includes('?versionId=')) throw notImplemented('s3', 'CopyObject of a version');
  const match = /^\/?([^/]+)\/(.+)$/s.exec(decodeURIComponent(value));
  if (!match)
    throw new AwsError(
      'InvalidArgument',
      'Copy Source must mention the source bucket and key: sourcebucket/sourcekey',
    );
  return { bucket: match[1] ?? '', key: match[2] ?? '' };
};

/** The headers of a copy, and its tags: each is the source's unless its own directive says `REPLACE`. */
const copiedHeaders = (request: S3Request, source: ObjectRow): Record<string, string> => {
  const says = (name: string): boolean => header(request, name)?.toUpperCase() === 'REPLACE';
  const wanted = keptHeaders(request);
  const chosen = says('x-amz-metadata-directive')
    ? wanted
    : (JSON.parse(source.headers) as Record<string, string>);
  const tags = says('x-amz-tagging-directive') ? (wanted[tagsHeader] ?? '') : readTags(source).toString();
  const { [tagsHeader]: _tags, ...headers } = chosen;
  return tags === '' ? headers : { ...headers, [tagsHeader]: tags };
};

/** Copies an object. */
export const copyObject: S3Action = (s3, request) => {
  checkKey(request);
  requireBucket(s3.db, request.bucket);
  const from = parseSource(header(request, 'x-amz-copy-source') ?? '');
  const source = requireObject(s3.db, from.bucket, from.key);
  const wanted = header(request, 'x-amz-copy-source-if-match');
  if (wanted !== undefined && wanted.replaceAll('"', '') !== source.etag) {
    throw preconditionFailed('x-amz-copy-source-If-Match');
  }
  const temp = s3.files.newTempFile();
  copyFileSync(join(s3.files.root, source.file), join(s3.files.root, temp), constants.COPYFILE_FICLONE);
  const { modifiedMs } = commitObject(s3, {
    bucket: request.bucket,
    key: request.key,
    temp,
    size: source.size,
    etag: source.etag,
    headers: copiedHeaders(request, source),
    checksum: source.checksum === null ? null : (JSON.parse(source.checksum) as Checksum),
    event: 'ObjectCreated:Copy',
    ifMatch: header(request, 'if-match'),
    ifNoneMatch: header(request, 'if-none-match'),
  });
  const result = leaf('LastModified', new Date(modifiedMs).toISOString()) + leaf('ETag', `"${source.etag}"`);
  return { status: 200, body: document('CopyObjectResult', result) };
};
