import { GetObjectCommand, NoSuchKey, PutObjectCommand, S3ServiceException } from '@aws-sdk/client-s3';
import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { Objects } from '../objects.ts';

/** How long a writer respects the lease of another, and how often it looks whether it is free. */
export interface LeaseTiming {
  /** Milliseconds: a lease that stands for longer is taken over, because its holder may have died. */
  readonly leaseMs: number;
  readonly pollMs: number;
  /** Tests do not wait. */
  readonly pause?: (ms: number) => Promise<unknown>;
}

/** Returns the key of the lease of a corpus. */
export const leaseKey = (name: string): string => `corpora/${name}.lease`;

/** What the object says: nobody writes. The text after it makes each ETag another one. */
const free = 'free';

interface Lease {
  readonly isFree: boolean;
  /** Null if there is no object yet. */
  readonly etag: string | null;
}

const isRefused = (error: unknown, ...statuses: readonly number[]): boolean =>
  error instanceof S3ServiceException && statuses.includes(error.$metadata.httpStatusCode ?? 0);

const readLease = async ({ client, bucket }: Objects, name: string): Promise<Lease> => {
  try {
    const answer = await client.send(new GetObjectCommand({ Bucket: bucket, Key: leaseKey(name) }));
    const text = (await answer.Body?.transformToString()) ?? '';
    return { isFree: text.startsWith(free), etag: answer.ETag ?? null };
  } catch (error) {
    if (error instanceof NoSuchKey || isRefused(error, 404)) return { isFree: true, etag: null };
    throw error;
  }
};

/** Replaces the lease that was read. Returns the new ETag, or null if another writer was first. */
export const writeLease = async (
  { client, bucket }: Objects,
  name: string,
  text: string,
  read: string | null,
): Promise<string | null> => {
  const condition = read === null ? { IfNoneMatch: '*' } : { IfMatch: read };
  try {
    const answer = await client.send(
      new PutObjectCommand({ Bucket: bucket, Key: leaseKey(name), Body: text, ...condition }),
    );
    return answer.ETag ?? null;
  } catch (error) {
    if (isRefused(error, 404, 409, 412)) return null;
    throw error;
  }
};

/**
 * Waits until no other writer works on a corpus, and takes its lease. A corpus is read and written whole, so a writer
 * that begins while another one works does its work in vain; and the slower of the two would lose each time.
 *
 * The lease saves work and decides nothing: a writer may lose it while it works, and the condition on the write of the
 * corpus (`putCorpus`) alone says whose change stands. So no clocks are compared. A writer that has seen the same lease
 * for `leaseMs` takes it over, and after three times that long it begins without one.
 *
 * @returns what gives the lease back; it does nothing if another writer has taken the lease over.
 */
export const leaseCorpus = async (
  objects: Objects,
  name: string,
  { leaseMs, pollMs, pause = wait }: LeaseTiming,
): Promise<() => Promise<void>> => {
  const holder = randomUUID();
  const pollsMax = Math.ceil(leaseMs / pollMs);
  let seen: string | null = null;
  let polls = 0;
  for (let all = 0; all < 3 * pollsMax; all += 1) {
    const { isFree, etag } = await readLease(objects, name);
    if (etag !== seen) polls = 0;
    seen = etag;
    if (isFree || polls >= pollsMax) {
      const taken = await writeLease(objects, name, holder, etag);
      if (taken !== null)
        return async () => {
          // What is not given back is taken over. The commit stands, and its messages need not come again.
          await writeLease(objects, name, `${free} ${holder}`, taken).catch(() => null);
        };
    }
    polls += 1;
    await pause(pollMs);
  }
  return async () => {};
};
