import {
  GetObjectCommand,
  NoSuchKey,
  PutObjectCommand,
  S3ServiceException,
  type S3Client,
} from '@aws-sdk/client-s3';

/** A bucket, with the client that reaches it. */
export interface Objects {
  readonly client: S3Client;
  readonly bucket: string;
}

/** Writes an object and replaces what is there: for results, whose bytes are the same whoever writes them. */
export const putObject = async (
  objects: Objects,
  key: string,
  body: string | Uint8Array,
  contentType: string,
): Promise<void> => {
  await objects.client.send(
    new PutObjectCommand({ Bucket: objects.bucket, Key: key, Body: body, ContentType: contentType }),
  );
};

/**
 * Writes an object that must never be replaced (`If-None-Match: *`). Returns `exists` when the key is taken; with
 * content-addressed keys it then holds the same content.
 */
export const putObjectOnce = async (
  objects: Objects,
  key: string,
  body: string | Uint8Array,
  contentType: string,
): Promise<'written' | 'exists'> => {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await objects.client.send(
        new PutObjectCommand({
          Bucket: objects.bucket,
          Key: key,
          Body: body,
          ContentType: contentType,
          IfNoneMatch: '*',
        }),
      );
      return 'written';
    } catch (error) {
      const status = error instanceof S3ServiceException ? error.$metadata.httpStatusCode : undefined;
      if (status === 412) return 'exists';
      // 409: another conditional write of the same key is under way; S3 asks to try again.
      if (status !== 409 || attempt === 4) throw error;
    }
  }
};

/** Reads an object; null when there is none. */
export const getObjectBytes = async (objects: Objects, key: string): Promise<Uint8Array | null> => {
  try {
    const answer = await objects.client.send(new GetObjectCommand({ Bucket: objects.bucket, Key: key }));
    return (await answer.Body?.transformToByteArray()) ?? null;
  } catch (error) {
    if (error instanceof NoSuchKey) return null;
    if (error instanceof S3ServiceException && error.$metadata.httpStatusCode === 404) return null;
    throw error;
  }
};

/** Reads an object as text; null when there is none. */
export const getObject = async (objects: Objects, key: string): Promise<string | null> => {
  const bytes = await getObjectBytes(objects, key);
  return bytes === null ? null : new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
};
