import type { DatabaseSync } from 'node:sqlite';

/** Bytes of a UUID, by which a vector that is in an index stands in the file. */
export const pointBytes = 16;

/** A point's id as it stands in the file. */
export const packPoint = (id: string): Uint8Array => Buffer.from(id.replaceAll('-', ''), 'hex');

/** A point's id as an index knows it: a UUID. */
export const pointId = (packed: Uint8Array): string =>
  Buffer.from(packed)
    .toString('hex')
    .replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');

/** Lets points be found by their ids: in files that have some. */
export const indexPoints = (db: DatabaseSync): void => {
  db.exec(`CREATE INDEX IF NOT EXISTS vectors_point ON vectors(vector) WHERE length(vector) = ${pointBytes}`);
};
