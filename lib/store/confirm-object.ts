import {
  GetObjectTaggingCommand,
  NoSuchKey,
  PutObjectTaggingCommand,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import type { Objects } from './objects.ts';
import { renewObject } from './renew-object.ts';

/** What a call about an object is for, and when. */
export interface Confirmation {
  readonly tag: { readonly name: string; readonly value: string };
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** An object that is older is written again, so that its days count from now. */
  readonly olderThanMs: number;
}

/**
 * Confirms an object with a tag, by which its bucket lets it expire: its days count from when it was written, so an
 * older object is written again as it is, with the tag. An object that has the tag stays as it is: its days run. If two
 * confirm at the same time, both write the same; a repetition after a crash finds the tag, or sets it.
 *
 * @returns whether the object exists.
 */
export const confirmObject = async (
  objects: Objects,
  key: string,
  { tag, now, olderThanMs }: Confirmation,
): Promise<boolean> => {
  const at = { Bucket: objects.bucket, Key: key };
  try {
    const { TagSet: tags = [] } = await objects.client.send(new GetObjectTaggingCommand(at));
    if (tags.some(({ Key: name, Value: value }) => name === tag.name && value === tag.value)) return true;
    if (await renewObject(objects, key, now, olderThanMs, `${tag.name}=${tag.value}`)) return true;
    await objects.client.send(
      new PutObjectTaggingCommand({ ...at, Tagging: { TagSet: [{ Key: tag.name, Value: tag.value }] } }),
    );
    return true;
  } catch (error) {
    if (error instanceof NoSuchKey) return false;
    if (error instanceof S3ServiceException && error.$metadata.httpStatusCode === 404) return false;
    throw error;
  }
};
