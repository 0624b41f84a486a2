import { GetObjectCommand, NoSuchKey, PutObjectCommand, S3ServiceException } from '@aws-sdk/client-s3';
import type { Objects } from './objects.ts';

/**
 * Has an object kept as long as one that is written now: buckets count the days until it expires from when it was
 * written. Its bytes, key and metadata stay. Does nothing if the object is younger than `olderThanMs`, is gone, or was
 * written meanwhile by another writer (`If-Match`), which has renewed it.
 *
 * @returns whether it was written.
 */
export const renewObject = async (
  { client, bucket }: Objects,
  key: string,
  now: number,
  olderThanMs: number,
  /** Tags that it gets, as `name=value`; it has none if missing. */
  tagging?: string,
): Promise<boolean> => {
  try {
    const found = await client.send(new GetObjectCommand({ Bucket: bucket, Key: key }));
    const written = found.LastModified?.getTime() ?? now;
    const body = await found.Body?.transformToByteArray();
    if (body === undefined || found.ETag === undefined || now - written <= olderThanMs) return false;
    await client.send(
      new PutObjectCommand({
        Bucket: bucket,
        Key: key,
        Body: body,
        ContentType: found.ContentType,
        Metadata: found.Metadata,
        Tagging: tagging,
        IfMatch: found.ETag,
      }),
    );
    return true;
  } catch (error) {
    if (error instanceof NoSuchKey) return false;
    const status = error instanceof S3ServiceException ? error.$metadata.httpStatusCode : undefined;
    if (status === 404 || status === 409 || status === 412) return false;
    throw error;
  }
};
