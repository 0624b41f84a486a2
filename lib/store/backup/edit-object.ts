import {
  DeleteObjectCommand,
  GetObjectCommand,
  NoSuchKey,
  PutObjectCommand,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import type { BackupStores } from './backup-stores.ts';

/** Identifies an object. */
export interface BackupObject {
  readonly bucket: string;
  readonly key: string;
}

/** Reads a whole object, with the ETag that identifies its content. Null if there is none. */
export const readWhole = async (
  { objects }: Pick<BackupStores, 'objects'>,
  { bucket, key }: BackupObject,
): Promise<{
  readonly bytes: Uint8Array;
  readonly etag: string | undefined;
  readonly type: string | undefined;
} | null> => {
  try {
    const answer = await objects.send(new GetObjectCommand({ Bucket: bucket, Key: key }));
    const bytes = (await answer.Body?.transformToByteArray()) ?? new Uint8Array();
    return { bytes, etag: answer.ETag, type: answer.ContentType };
  } catch (error) {
    if (error instanceof NoSuchKey) return null;
    throw error;
  }
};

/**
 * Replaces an object that was read, on condition that it is still the same, so a write meanwhile is not lost. Returns
 * false if it has changed.
 *
 * @param etag undefined writes it whatever is there.
 */
export const writeWhole = async (
  { objects }: Pick<BackupStores, 'objects'>,
  { bucket, key }: BackupObject,
  bytes: Uint8Array | string,
  { etag, type }: { readonly etag?: string | undefined; readonly type?: string | undefined },
): Promise<boolean> => {
  try {
    const input = { Bucket: bucket, Key: key, Body: bytes, ContentType: type, IfMatch: etag };
    await objects.send(new PutObjectCommand(input));
    return true;
  } catch (error) {
    if (error instanceof S3ServiceException && [404, 409, 412].includes(error.$metadata.httpStatusCode ?? 0))
      return false;
    throw error;
  }
};

/** Deletes an object; does nothing if there is none. */
export const deleteWhole = async (
  { objects }: Pick<BackupStores, 'objects'>,
  { bucket, key }: BackupObject,
): Promise<void> => {
  await objects.send(new DeleteObjectCommand({ Bucket: bucket, Key: key }));
};
