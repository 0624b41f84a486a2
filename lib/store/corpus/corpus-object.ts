import {
  DeleteObjectCommand,
  GetObjectCommand,
  NoSuchKey,
  PutObjectCommand,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import type { Objects } from '../objects.ts';
import { leaseKey } from './corpus-lease.ts';

/** Returns the key of a corpus, which is one object. */
export const corpusKey = (name: string): string => `corpora/${name}.sqlite`;

const statusOf = (error: unknown): number | undefined =>
  error instanceof S3ServiceException ? error.$metadata.httpStatusCode : undefined;

/** The state of a corpus: the same as with that `etag`, newer, or absent. */
export type CorpusRead =
  | { readonly kind: 'same' }
  | { readonly kind: 'newer'; readonly bytes: Uint8Array; readonly etag: string }
  | { readonly kind: 'none' };

/** Reads a corpus unless it is still the one that the reader holds. */
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
 * Writes a corpus on condition that it is still the one that the writer changed: `held` is its ETag, null if there was
 * none. This is the commit. If another writer was first, the answer is null, and the caller repeats its change on the
 * new corpus. Otherwise returns the new ETag.
 *
 * Without the condition, if two writers began with the same corpus, the second would undo the first one's change.
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

/** Deletes a corpus and the lease of its writers; does nothing if there is none. Its envelopes stay. */
export const deleteCorpus = async (objects: Objects, name: string): Promise<void> => {
  for (const key of [corpusKey(name), leaseKey(name)])
    await objects.client.send(new DeleteObjectCommand({ Bucket: objects.bucket, Key: key }));
};
