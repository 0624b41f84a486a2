import { AwsError } from '../aws-error.ts';
import type { Database } from '../database.ts';
import type { Checksum } from './checksum.ts';

/** An object as the index has it. */
export interface ObjectRow {
  bucket: string;
  key: string;
  /** Below the data directory. */
  file: string;
  folded: string | null;
  size: number;
  /** Without quotes. */
  etag: string;
  modified_ms: number;
  /** JSON: content headers and `x-amz-meta-*`. */
  headers: string;
  /** JSON of a `Checksum` of the whole object. */
  checksum: string | null;
}

const noSuchBucket = (bucket: string): AwsError =>
  new AwsError('NoSuchBucket', 'The specified bucket does not exist', 404, { BucketName: bucket });

export const noSuchKey = (key: string): AwsError =>
  new AwsError('NoSuchKey', 'The specified key does not exist.', 404, { Key: key });

export const preconditionFailed = (condition: string): AwsError =>
  new AwsError('PreconditionFailed', 'At least one of the pre-conditions you specified did not hold', 412, {
    Condition: condition,
  });

/**
 * Throws unless the bucket exists.
 *
 * @throws {AwsError} NoSuchBucket.
 */
export const requireBucket = (
  db: Database,
  bucket: string,
): { readonly name: string; readonly notifications: string } => {
  const row = db.get<{ name: string; notifications: string }>(
    'SELECT name, notifications FROM buckets WHERE name = ?',
    bucket,
  );
  if (!row) throw noSuchBucket(bucket);
  return row;
};

export const findObject = (db: Database, bucket: string, key: string): ObjectRow | undefined =>
  db.get<ObjectRow>('SELECT * FROM objects WHERE bucket = ? AND key = ?', bucket, key);

/**
 * Returns the row of an object.
 *
 * @throws {AwsError} NoSuchBucket, NoSuchKey.
 */
export const requireObject = (db: Database, bucket: string, key: string): ObjectRow => {
  requireBucket(db, bucket);
  const row = findObject(db, bucket, key);
  if (!row) throw noSuchKey(key);
  return row;
};

/** Returns the headers with an object's checksum. */
export const checksumHeaders = (checksum: Checksum | null | undefined): Record<string, string> =>
  checksum
    ? { [`x-amz-checksum-${checksum.name}`]: checksum.value, 'x-amz-checksum-type': 'FULL_OBJECT' }
    : {};
