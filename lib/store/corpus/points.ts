import type { DatabaseSync } from 'node:sqlite';

/** Bytes of a UUID: the file holds this id for a vector that is in an index. */
export const pointBytes = 16;

/** Packs a point's id as the file stores it. */
export const packPoint = (id: string): Uint8Array => Buffer.from(id.replaceAll('-', ''), 'hex');

/** Unpacks a point's id as an index knows it: a UUID. */
export const pointId = (packed: Uint8Array): string =>
  Buffer.from(packed)
    .toString('hex')
    .replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');

/** Adds the database index by which points are found by their ids; only files with points need it. */
export const indexPoints = (db: DatabaseSync): void => {
  db.exec(`CREATE INDEX IF NOT EXISTS vectors_point ON vectors(vector) WHERE length(vector) = ${pointBytes}`);
};
