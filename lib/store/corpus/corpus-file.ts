import { closeSync, fstatSync, openSync, readSync, unlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { randomUUID } from 'node:crypto';

/**
 * A corpus as one SQLite file. `versions` holds a row for each version of a page, `passages` one for each passage. Both
 * hold the time from which and until which they were valid (milliseconds; `until` null: they still are). `words` is the
 * index of FTS5, whose rows are those of `passages`; it holds no text of its own.
 */
const schema =
  `
CREATE TABLE versions(
  url TEXT NOT NULL, since INTEGER NOT NULL, until INTEGER, at INTEGER NOT NULL, envelope_key TEXT NOT NULL,
  deleted INTEGER NOT NULL, content_hash TEXT NOT NULL, shape TEXT NOT NULL, title TEXT NOT NULL, metadata ` +
  `TEXT NOT NULL,
  language TEXT NOT NULL, host TEXT NOT NULL, source TEXT NOT NULL, page_group TEXT NOT NULL, agency TEXT NOT NULL,
  weight REAL NOT NULL, passages INTEGER NOT NULL,
  PRIMARY KEY (url, since)
) WITHOUT ROWID;
CREATE INDEX versions_until ON versions(until) WHERE until IS NOT NULL;
CREATE TABLE passages(
  row INTEGER PRIMARY KEY, id TEXT NOT NULL, url TEXT NOT NULL, hash TEXT NOT NULL, since INTEGER NOT NULL, ` +
  `until INTEGER,
  place INTEGER NOT NULL, section_path TEXT NOT NULL, heading_level INTEGER NOT NULL, text TEXT NOT NULL,
  tokens INTEGER NOT NULL
);
CREATE INDEX passages_url ON passages(url);
CREATE INDEX passages_until ON passages(until) WHERE until IS NOT NULL;
CREATE VIRTUAL TABLE words USING fts5(
  title, section, text, content='', contentless_delete=1, tokenize='porter unicode61 remove_diacritics 2'
);
`;

/**
 * Vectors of passages: one for each embedder and text (`key`, 16 bytes), however many passages have the text. `vector`
 * of a passage is the row of its vector.
 */
const vectorSchema = `
CREATE TABLE embedders(id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE);
CREATE TABLE vectors(row INTEGER PRIMARY KEY, embedder INTEGER NOT NULL, key BLOB NOT NULL, vector BLOB NOT NULL);
CREATE UNIQUE INDEX vectors_key ON vectors(key, embedder);
ALTER TABLE passages ADD COLUMN vector INTEGER;
`;

/** Each entry makes its version of the schema from the version before. A corpus of a later version is refused. */
const steps = [schema, vectorSchema] as const;
const corpusSchemaVersion = steps.length;

/**
 * A corpus on this machine. Its file is already unlinked, so it disappears with the process that has it open, however
 * that ends.
 */
export interface CorpusFile {
  readonly db: DatabaseSync;
  /** The present content of the file. */
  bytes(): Buffer;
  close(): void;
}

/** Opens a file with this content, or without any, and makes of it a corpus of the present schema. */
const openFile = (content: Uint8Array | null): CorpusFile => {
  const path = join(tmpdir(), `gleaner-corpus-${randomUUID()}.sqlite`);
  writeFileSync(path, content ?? new Uint8Array(), { mode: 0o600 });
  const file = openSync(path, 'r');
  const close = (db?: DatabaseSync): void => {
    db?.close();
    closeSync(file);
  };
  let db: DatabaseSync | undefined;
  try {
    db = new DatabaseSync(path);
    // The journal is in memory: an incomplete copy is thrown away, and a file without a name could have no journal
    // file.
    db.exec(
      'PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF; PRAGMA temp_store = MEMORY; PRAGMA cache_size = -32000',
    );
    const found = (db.prepare('PRAGMA user_version').get() as { user_version: number }).user_version;
    if (content !== null && (found < 1 || found > corpusSchemaVersion))
      throw new Error(
        `Cannot read the corpus: expected schema ${corpusSchemaVersion}, found ${found}. Delete it and ` +
          `index it again (docs/corpus.md)`,
      );
    if (found < corpusSchemaVersion) {
      // As one transaction: each statement by itself would write the file again.
      const version = `PRAGMA user_version = ${corpusSchemaVersion};`;
      db.exec(`BEGIN; ${steps.slice(found).join('')} ${version} COMMIT`);
    }
  } catch (error) {
    close(db);
    throw error;
  } finally {
    unlinkSync(path);
  }
  const opened = db;
  return {
    db: opened,
    bytes: () => {
      const { size } = fstatSync(file);
      const buffer = Buffer.allocUnsafe(size);
      for (let at = 0; at < size;) at += readSync(file, buffer, at, size - at, at);
      return buffer;
    },
    close: () => close(opened),
  };
};

/** The bytes of a corpus without pages: the tables of the index take four times as long to make as to read. */
let emptyCorpus: Uint8Array | undefined;

const makeEmpty = (): Uint8Array => {
  const file = openFile(null);
  try {
    return file.bytes();
  } finally {
    file.close();
  }
};

/**
 * Opens a copy of a corpus.
 *
 * @param content null makes an empty one.
 * @throws {Error} when it has another schema, or is not a corpus.
 */
export const openCorpusFile = (content: Uint8Array | null): CorpusFile =>
  openFile(content ?? (emptyCorpus ??= makeEmpty()));
