import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { insertMessage } from '../sqs/insert-message.ts';
import { findQueue, queueNameIn } from '../sqs/queue.ts';
import type { Checksum } from './checksum.ts';
import type { S3 } from './context.ts';
import type { FileWork } from './object-files.ts';
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

interface Committed {
  readonly work: readonly FileWork[];
  /** Queues that got an event. */
  readonly queues: readonly number[];
}

/** Within a transaction: checks the conditions, notes the work on files, and sends the events. */
const commitRow = (s3: S3, object: NewObject, modifiedMs: number): Committed => {
  const { db, files } = s3;
  const { bucket, key, size, etag } = object;
  const { notifications } = requireBucket(db, bucket);
  const before = findObject(db, bucket, key);
  checkConditions(object, before);
  const place =
    before && files.makeFolders(before.file) && !files.isFolder(before.file)
      ? before
      : placeObject(db, files, bucket, key);
  const work = [files.note(object.temp, place.file)];
  if (before && before.file !== place.file) work.push(files.note(null, before.file));
  db.run(
    // A conflict over `folded` would be with another key: it must fail, not remove that key's row.
    `INSERT INTO objects (bucket, key, file, folded, size, etag, modified_ms, headers, checksum)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (bucket, key) DO UPDATE SET file = excluded.file, folded = excluded.folded, size = excluded.size,
       etag = excluded.etag, modified_ms = excluded.modified_ms, headers = excluded.headers, checksum = ` +
      `excluded.checksum`,
    bucket,
    key,
    place.file,
    place.folded,
    size,
    etag,
    modifiedMs,
    JSON.stringify(object.headers),
    object.checksum && JSON.stringify(object.checksum),
  );
  const event = { name: object.event, bucket, key, size, etag, atMs: modifiedMs };
  return { work, queues: announce(s3, notifications, event) };
};

/**
 * Makes a temporary file the object: conditions, index and events in one transaction, then the rename. It does not
 * await, so no other request comes between.
 *
 * @throws {AwsError} NoSuchBucket, NoSuchKey, PreconditionFailed. The temporary file is removed then.
 * @throws {Error} when the rename fails: the object is committed, and the temporary file stays for the next start.
 */
export const commitObject = (s3: S3, object: NewObject): { readonly modifiedMs: number } => {
  const modifiedMs = s3.now();
  let committed: Committed;
  try {
    committed = s3.db.transaction(() => commitRow(s3, object, modifiedMs));
  } catch (error) {
    rmSync(join(s3.files.root, object.temp), { force: true });
    throw error;
  }
  s3.files.settle(committed.work);
  for (const queue of committed.queues) s3.wakeQueue(queue);
  return { modifiedMs };
};

/** Removes an object; a missing one is no error. An object that expires goes without the event of a removed one. */
export const removeObject = (s3: S3, bucketName: string, key: string, how?: 'silently'): void => {
  const { db, files } = s3;
  const done = db.transaction(() => {
    const bucket = requireBucket(db, bucketName);
    const before = findObject(db, bucketName, key);
    if (!before) return null;
    const work = [files.note(null, before.file)];
    db.run('DELETE FROM objects WHERE bucket = ? AND key = ?', bucketName, key);
    const event = {
      name: 'ObjectRemoved:Delete',
      bucket: bucketName,
      key,
      size: 0,
      etag: '',
      atMs: s3.now(),
    };
    return { work, queues: how === 'silently' ? [] : announce(s3, bucket.notifications, event) };
  });
  if (!done) return;
  files.settle(done.work);
  for (const queue of done.queues) s3.wakeQueue(queue);
};
