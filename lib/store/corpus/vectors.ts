import type { DatabaseSync } from 'node:sqlite';
import type { StoredVector } from '../../ingest/embed/vector.ts';

/** Number under which vectors of an embedder stand in this corpus; it gets one with its first. */
export const embedderId = (db: DatabaseSync, name: string): number => {
  db.prepare('INSERT OR IGNORE INTO embedders(name) VALUES (?)').run(name);
  return (db.prepare('SELECT id FROM embedders WHERE name = ?').get(name) as { id: number }).id;
};

const bytes = (key: string): Uint8Array => Buffer.from(key, 'hex');

/** Where the vector of a text stands; null where there is none of this embedder. */
export const vectorRow = (db: DatabaseSync, embedder: number, key: string): number | null => {
  const found = db
    .prepare('SELECT row FROM vectors WHERE key = ? AND embedder = ?')
    .get(bytes(key), embedder) as { row: number } | undefined;
  return found?.row ?? null;
};

/** Puts the vector of a text that has none yet, and answers where. */
export const putVector = (db: DatabaseSync, embedder: number, key: string, vector: StoredVector): number =>
  Number(
    db
      .prepare('INSERT INTO vectors(embedder, key, vector) VALUES (?, ?, ?)')
      .run(embedder, bytes(key), vector).lastInsertRowid,
  );

/** Forgets vectors that no passage has any more. */
export const forgetVectors = (db: DatabaseSync): void => {
  db.exec('DELETE FROM vectors WHERE row NOT IN (SELECT vector FROM passages WHERE vector IS NOT NULL)');
};
