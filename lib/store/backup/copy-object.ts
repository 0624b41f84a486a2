import { GetObjectCommand, NoSuchKey, paginateListObjectsV2, PutObjectCommand } from '@aws-sdk/client-s3';
import { createReadStream, createWriteStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { Readable, type Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { BackupStores } from './backup-stores.ts';

/** Lists the keys of a bucket that begin with a prefix, in the order of S3, up to a thousand at a time. */
export async function* listWholeBucket(
  { objects }: BackupStores,
  bucket: string,
  prefix = '',
): AsyncGenerator<readonly string[]> {
  const wanted = { Bucket: bucket, Prefix: prefix };
  for await (const { Contents: found = [] } of paginateListObjectsV2({ client: objects }, wanted))
    yield found.flatMap(({ Key }) => Key ?? []);
}

/** Writes an object into a file, whatever its size, through a stream that measures it. Null when it is gone. */
export const saveObject = async (
  { objects }: BackupStores,
  { bucket, key }: { readonly bucket: string; readonly key: string },
  file: string,
  through: Transform,
): Promise<{ readonly contentType: string | undefined } | null> => {
  try {
    const answer = await objects.send(new GetObjectCommand({ Bucket: bucket, Key: key }));
    const body = answer.Body instanceof Readable ? answer.Body : Readable.from([]);
    await pipeline(body, through, createWriteStream(file, { mode: 0o600 }));
    return { contentType: answer.ContentType };
  } catch (error) {
    if (error instanceof NoSuchKey) return null;
    throw error;
  }
};

/** Smaller objects are sent from memory: if a stream is lost on the way, the SDK does not send it again. */
const streamedBytesMin = 16 * 1_048_576;

/** Writes an object from a file, and replaces what is there. */
export const restoreObject = async (
  { objects }: BackupStores,
  { bucket, key }: { readonly bucket: string; readonly key: string },
  file: string,
  { size, contentType }: { readonly size: number; readonly contentType: string | undefined },
): Promise<void> => {
  await objects.send(
    new PutObjectCommand({
      Bucket: bucket,
      Key: key,
      Body: size < streamedBytesMin ? await readFile(file) : createReadStream(file),
      ContentLength: size,
      ContentType: contentType,
    }),
  );
};
