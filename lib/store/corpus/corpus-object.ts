import {
  DeleteObjectCommand,
  GetObjectCommand,
  NoSuchKey,
  PutObjectCommand,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import type { Objects } from '../objects.ts';

/** A corpus is one object. */
export const corpusKey = (name: string): string => `corpora/${name}.sqlite`;

const statusOf = (error: unknown): number | undefined =>
  error instanceof S3ServiceException ? error.$metadata.httpStatusCode : undefined;

/** What a corpus is now: as it was when it had that `etag`, newer, or not there. */
export type CorpusRead =
  | { readonly kind: 'same' }
  | { readonly kind: 'newer'; readonly bytes: Uint8Array; readonly etag: string }
  | { readonly kind: 'none' };

/** Reads a corpus unless it still is what the reader holds. */
export const getCorpus = async (objects: Objects, name: string, held: string | null): Promise<CorpusRead> => {
  try {
    const answer = await objects.client.send(
      new GetObjectCommand({
        Bucket: objects.bucket,
        Key: corpusKey(name),
        ...(held === null ? {} : { IfNoneMatch: held }),
      }),
    );
    const bytes = await answer.Body?.transformToByteArray();
    if (bytes === undefined || answer.ETag === undefined)
      throw new Error(`Cannot read the corpus ${name}: S3 answered without a body or an ETag`);
    return { kind: 'newer', bytes, etag: answer.ETag };
  } catch (error) {
    if (statusOf(error) === 304) return { kind: 'same' };
    if (error instanceof NoSuchKey || statusOf(error) === 404) return { kind: 'none' };
    throw error;
  }
};

/**
 * Writes a corpus on condition that it still is what the writer changed: `held` is its ETag, null where there
 * was none. This is the commit. Whoever comes second is told so (null), and changes what the first one wrote.
 * Answers the new ETag.
 *
 * Without the condition, of two writers that began with the same corpus the second would take back what the
 * first one wrote.
 */
export const putCorpus = async (
  objects: Objects,
  name: string,
  bytes: Uint8Array,
  held: string | null,
): Promise<string | null> => {
  try {
    const answer = await objects.client.send(
      new PutObjectCommand({
        Bucket: objects.bucket,
        Key: corpusKey(name),
        Body: bytes,
        ContentType: 'application/vnd.sqlite3',
        ...(held === null ? { IfNoneMatch: '*' } : { IfMatch: held }),
      }),
    );
    return answer.ETag ?? null;
  } catch (error) {
    // 412: another was first. 409: another conditional write is under way. 404: it was deleted meanwhile.
    if ([404, 409, 412].includes(statusOf(error) ?? 0)) return null;
    throw error;
  }
};

/** Deletes a corpus; nothing where there is none. Its envelopes stay. */
export const deleteCorpus = async (objects: Objects, name: string): Promise<void> => {
  await objects.client.send(new DeleteObjectCommand({ Bucket: objects.bucket, Key: corpusKey(name) }));
};
