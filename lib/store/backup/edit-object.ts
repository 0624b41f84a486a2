import {
  DeleteObjectCommand,
  GetObjectCommand,
  NoSuchKey,
  PutObjectCommand,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import type { BackupStores } from './backup-stores.ts';

/** Which object. */
export interface BackupObject {
  readonly bucket: string;
  readonly key: string;
}

/** An object whole, with what says that it is still that one. Null where there is none. */
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
 * Writes an object in the place of the one that was read, on condition that it still is that one: whoever writes it
 * meanwhile is not overwritten. Answers false then.
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

/** Deletes an object; nothing where there is none. */
export const deleteWhole = async (
  { objects }: Pick<BackupStores, 'objects'>,
  { bucket, key }: BackupObject,
): Promise<void> => {
  await objects.send(new DeleteObjectCommand({ Bucket: bucket, Key: key }));
};
