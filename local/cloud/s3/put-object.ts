import { AwsError } from '../aws-error.ts';
import { commitObject } from './commit-object.ts';
import { header, type S3Action, type S3Request } from './context.ts';
import { keptHeaders } from './object-headers.ts';
import { checksumHeaders, requireBucket } from './object-row.ts';
import { receiveBody } from './receive-body.ts';

/** Longest key, in bytes of UTF-8 (S3 user guide, "Naming Amazon S3 objects"). */
const keyBytesMax = 1_024;

/**
 * Checks the length of a key.
 *
 * @throws {AwsError} KeyTooLongError.
 */
export const checkKey = (request: S3Request): void => {
  if (Buffer.byteLength(request.key) > keyBytesMax)
    throw new AwsError('KeyTooLongError', 'Your key is too long');
};

export const storeObject: S3Action = async (s3, request) => {
  checkKey(request);
  requireBucket(s3.db, request.bucket);
  const headers = keptHeaders(request);
  const { file, size, md5, checksum } = await receiveBody(s3, request, s3.files.newTempFile());
  commitObject(s3, {
    bucket: request.bucket,
    key: request.key,
    temp: file,
    size,
    etag: md5,
    headers,
    checksum,
    event: 'ObjectCreated:Put',
    ifMatch: header(request, 'if-match'),
    ifNoneMatch: header(request, 'if-none-match'),
  });
  return { status: 200, headers: { etag: `"${md5}"`, ...checksumHeaders(checksum) } };
};
