import type { DatabaseSync } from 'node:sqlite';
import type { StoredVector } from '../../ingest/embed/vector.ts';

/** Returns the number of an embedder in this corpus; it is assigned with the embedder's first vector. */
export const embedderId = (db: DatabaseSync, name: string): number => {
  db.prepare('INSERT OR IGNORE INTO embedders(name) VALUES (?)').run(name);
  return (db.prepare('SELECT id FROM embedders WHERE name = ?').get(name) as { id: number }).id;
};

const bytes = (key: string): Uint8Array => Buffer.from(key, 'hex');

/** Finds the row of a text's vector; null if there is none of this embedder. */
export const vectorRow = (db: DatabaseSync, embedder: number, key: string): number | null => {
  const found = db
    .prepare('SELECT row FROM vectors WHERE key = ? AND embedder = ?')
    .get(bytes(key), embedder) as { row: number } | undefined;
  return found?.row ?? null;
};

/** Stores the vector of a text that has none yet, and returns its row. */
export const putVector = (db: DatabaseSync, embedder: number, key: string, vector: StoredVector): number =>
  Number(
    db
      .prepare('INSERT INTO vectors(embedder, key, vector) VALUES (?, ?, ?)')
      .run(embedder, bytes(key), vector).lastInsertRowid,
  );

/** What the corpus holds of a vector: the vector itself, or its id in an index. */
export interface ForgottenVector {
  readonly embedder: string;
  readonly vector: Uint8Array;
}

/** Deletes vectors that no passage has any more, and returns them. */
export const forgetVectors = (db: DatabaseSync): ForgottenVector[] => {
  const forgotten = db
    .prepare(
      'SELECT e.name AS embedder, x.vector FROM vectors x JOIN embedders e ON e.id = x.embedder ' +
        'WHERE x.row NOT IN (SELECT vector FROM passages WHERE vector IS NOT NULL)',
    )
    .all() as unknown as ForgottenVector[];
  db.exec('DELETE FROM vectors WHERE row NOT IN (SELECT vector FROM passages WHERE vector IS NOT NULL)');
  return forgotten;
};

/** Reads what the corpus holds of a text's vector; null if there is none. */
export const heldVector = (db: DatabaseSync, embedder: number, key: string): Uint8Array | null => {
  const found = db
    .prepare('SELECT vector FROM vectors WHERE key = ? AND embedder = ?')
    .get(bytes(key), embedder) as { vector: Uint8Array } | undefined;
  return found?.vector ?? null;
};
