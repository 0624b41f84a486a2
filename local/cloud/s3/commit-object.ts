import { insertMessage } from '../sqs/insert-message.ts';
import { findQueue, queueNameIn } from '../sqs/queue.ts';
import type { Checksum } from './checksum.ts';
import type { S3 } from './context.ts';
import { eventMessage, wantsEvent, type Notification, type ObjectEvent } from './object-event.ts';
import { findObject, noSuchKey, preconditionFailed, requireBucket, type ObjectRow } from './object-row.ts';
import { placeObject } from './place-object.ts';

/** An object whose bytes are in a temporary file. */
export interface NewObject {
  readonly bucket: string;
  readonly key: string;
  readonly temp: string;
  readonly size: number;
  readonly etag: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly checksum: Checksum | null;
  readonly event: 'ObjectCreated:Put' | 'ObjectCreated:Copy' | 'ObjectCreated:CompleteMultipartUpload';
  /** `If-Match` and `If-None-Match` of the request. */
  readonly ifMatch: string | undefined;
  readonly ifNoneMatch: string | undefined;
}

let lastSequence = 0;

const sequencer = (nowMs: number): string => {
  lastSequence = Math.max(lastSequence + 1, nowMs * 1_000);
  return lastSequence.toString(16).toUpperCase().padStart(18, '0');
};

/** Within the transaction of the object's row: sends the events that the bucket's configuration asks for. */
const announce = (s3: S3, notifications: string, event: Omit<ObjectEvent, 'sequencer'>): number[] => {
  if (notifications === '[]') return [];
  const full: ObjectEvent = { ...event, sequencer: sequencer(event.atMs) };
  return (JSON.parse(notifications) as Notification[]).flatMap((it) => {
    const queue = wantsEvent(it, full) ? findQueue(s3.db, queueNameIn(it.queueArn)) : undefined;
    if (!queue) return [];
    insertMessage(s3.db, queue.id, { body: eventMessage(it, full) }, s3.now(), queue.settings.delay);
    return [queue.id];
  });
};

const unquoted = (etag: string): string => etag.trim().replaceAll('"', '');

const checkConditions = (object: NewObject, before: ObjectRow | undefined): void => {
  if (object.ifNoneMatch?.trim() === '*' && before) throw preconditionFailed('If-None-Match');
  if (object.ifMatch === undefined) return;
  if (!before) throw noSuchKey(object.key);
  if (object.ifMatch.trim() !== '*' && unquoted(object.ifMatch) !== before.etag)
    throw preconditionFailed('If-Match');
};

/**
 * Makes a temporary file the object: conditions, index and events in one transaction, then the rename. Nothing awaits,
 * so no other request comes between.
 *
 * @throws {AwsError} NoSuchBucket, NoSuchKey, PreconditionFailed. The temporary file is the caller's to remove then.
 */
export const commitObject = (s3: S3, object: NewObject): { readonly modifiedMs: number } => {
  const { db, files } = s3;
  const modifiedMs = s3.now();
  const { file, queues } = db.transaction(() => {
    const bucket = requireBucket(db, object.bucket);
    const before = findObject(db, object.bucket, object.key);
    checkConditions(object, before);
    const place =
      before && files.makeFolders(before.file) && !files.isFolder(before.file)
        ? before
        : placeObject(db, files, object.bucket, object.key);
    db.run('DELETE FROM file_work');
    files.note(object.temp, place.file);
    db.run(
      `INSERT OR REPLACE INTO objects (bucket, key, file, folded, size, etag, modified_ms, headers, checksum)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      object.bucket,
      object.key,
      place.file,
      place.folded,
      object.size,
      object.etag,
      modifiedMs,
      JSON.stringify(object.headers),
      object.checksum && JSON.stringify(object.checksum),
    );
    const { key, size, etag } = object;
    return {
      file: place.file,
      queues: announce(s3, bucket.notifications, {
        name: object.event,
        bucket: object.bucket,
        key,
        size,
        etag,
        atMs: modifiedMs,
      }),
    };
  });
  files.settle(object.temp, file);
  for (const queue of queues) s3.wakeQueue(queue);
  return { modifiedMs };
};

/** Removes an object; that there is none is no error. */
export const removeObject = (s3: S3, bucketName: string, key: string): void => {
  const { db, files } = s3;
  const done = db.transaction(() => {
    const bucket = requireBucket(db, bucketName);
    const before = findObject(db, bucketName, key);
    if (!before) return null;
    db.run('DELETE FROM file_work');
    files.note(null, before.file);
    db.run('DELETE FROM objects WHERE bucket = ? AND key = ?', bucketName, key);
    const event = {
      name: 'ObjectRemoved:Delete',
      bucket: bucketName,
      key,
      size: 0,
      etag: '',
      atMs: s3.now(),
    };
    return { file: before.file, queues: announce(s3, bucket.notifications, event) };
  });
  if (!done) return;
  files.settle(null, done.file);
  for (const queue of done.queues) s3.wakeQueue(queue);
};
