import type { DatabaseSync } from 'node:sqlite';
import type { CorpusPage, CorpusPassage } from '../../ingest/corpus-page.ts';
import type { StoredVector } from '../../ingest/embed/vector.ts';
import { indexedText } from '../../ingest/index-words.ts';
import { embedderId, putVector, vectorRow } from './vectors.ts';
import { versionValues } from './version-values.ts';

/** From when a version is valid, and until when: milliseconds; null means that it still is. */
export interface ValidTime {
  readonly since: number;
  readonly until: number | null;
}

/** Puts the row of a version. It replaces one that begins at the same time. */
export const putVersion = (
  db: DatabaseSync,
  page: CorpusPage,
  shape: string,
  { since, until }: ValidTime,
): void => {
  db.prepare(
    `INSERT OR REPLACE INTO versions(url, since, until, at, envelope_key, deleted, content_hash, shape, ` +
      `title, metadata,
       language, host, source, page_group, agency, weight, passages) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ` +
      `?, ?, ?, ?, ?, ?, ?)`,
  ).run(page.url, since, until, ...versionValues(page, shape), page.passages.length);
};

/** Deletes a passage and its words in the index. */
export const removePassage = (db: DatabaseSync, row: number): void => {
  db.prepare('DELETE FROM words WHERE rowid = ?').run(row);
  db.prepare('DELETE FROM passages WHERE row = ?').run(row);
};

/** Returns the row of a passage's vector, and stores the vector if needed; null if it was left out. */
export type VectorRows = (passage: CorpusPassage) => number | null;

/** Opens the vectors of an embedder (null: of none), of which those that the corpus lacks are given by their keys. */
export const openVectorRows = (
  db: DatabaseSync,
  {
    embedder,
    vectors,
  }: { readonly embedder: string | null; readonly vectors: ReadonlyMap<string, StoredVector | null> },
): VectorRows => {
  if (embedder === null) return () => null;
  const id = embedderId(db, embedder);
  return ({ vectorKey }) => {
    const vector = vectors.get(vectorKey);
    return vectorRow(db, id, vectorKey) ?? (vector ? putVector(db, id, vectorKey, vector) : null);
  };
};

/** Puts words of a passage into the index. The page's own heading is its title, which has a field of its own. */
const indexWords = (
  db: DatabaseSync,
  row: number | bigint,
  {
    title,
    language,
    sectionPath,
    text,
  }: Pick<CorpusPage, 'title' | 'language'> & Pick<CorpusPassage, 'sectionPath' | 'text'>,
): void => {
  db.prepare('INSERT INTO words(rowid, title, section, text) VALUES (?, ?, ?, ?)').run(
    row,
    indexedText(title, language),
    indexedText(sectionPath.slice(1).join(' '), language),
    indexedText(text, language),
  );
};

/** Adds passages of a page, each at its place in it. */
export const addPassages = (
  db: DatabaseSync,
  page: CorpusPage,
  added: Iterable<{ readonly passage: CorpusPassage; readonly place: number }>,
  { since, until }: ValidTime,
  vectorOf: VectorRows,
): void => {
  const insert = db.prepare(
    `INSERT INTO passages(id, url, hash, since, until, place, section_path, heading_level, text, tokens, vector)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  for (const { passage, place } of added) {
    const { id, hash, sectionPath, headingLevel, text, tokens } = passage;
    const path = JSON.stringify(sectionPath);
    const vector = vectorOf(passage);
    const { lastInsertRowid: row } = insert.run(
      ...([id, page.url, hash, since, until, place, path, headingLevel, text, tokens, vector] as const),
    );
    indexWords(db, row, { title: page.title, language: page.language, sectionPath, text });
  }
};

/** Adds a passage again, as it was until a time. */
export const copyPassage = (
  db: DatabaseSync,
  row: number,
  page: Pick<CorpusPage, 'title' | 'language'>,
  until: number,
): void => {
  const { lastInsertRowid } = db
    .prepare(
      `INSERT INTO passages(id, url, hash, since, until, place, section_path, heading_level, text, tokens, vector)
       SELECT id, url, hash, since, ?, place, section_path, heading_level, text, tokens, vector
       FROM passages WHERE row = ?`,
    )
    .run(until, row);
  const copied = db.prepare('SELECT section_path AS path, text FROM passages WHERE row = ?').get(row);
  const { path, text } = copied as { path: string; text: string };
  indexWords(db, lastInsertRowid, { ...page, sectionPath: JSON.parse(path) as string[], text });
};
