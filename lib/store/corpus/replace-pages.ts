import type { DatabaseSync } from 'node:sqlite';
import type { CorpusPage } from '../../ingest/corpus-page.ts';
import { isNewer } from '../../ingest/newer-version.ts';
import type { StoredVector } from '../../ingest/embed/vector.ts';
import { limits } from '../../limits/limits.ts';
import { addPassages, openVectorRows, putVersion, removePassage, type VectorRows } from './put-rows.ts';
import { embedderId, forgetVectors, vectorRow, type ForgottenVector } from './vectors.ts';
import { factColumns, hasFacts, type VersionFacts } from './version-values.ts';

/** What became of a page that was handed in. */
export type Replaced =
  | 'replaced'
  | 'unchanged'
  /** A later version stands, and this one is now among those before it. */
  | 'past'
  /** A later version stands, and nothing was added. */
  | 'older'
  /** Nothing was added: the corpus has no room for this version. What it has of the page stays as it is. */
  | 'full';

/** Says whether pages changed what the corpus holds. */
export const changes = (outcomes: readonly Replaced[]): boolean =>
  outcomes.some((outcome) => outcome === 'replaced' || outcome === 'past');

/** How pages are put into the corpus. */
export interface Replacement {
  /** How their passages were made. */
  readonly shape: string;
  /** The shape of a page with a missing vector. It differs, so that indexing again makes the page again. */
  readonly shapeWithoutVectors: string;
  /** The embedder of the passages' vectors (`embedderName`); null for none. */
  readonly embedder: string | null;
  /** Vectors by their keys, for passages whose vectors the corpus lacks; null if the vector was left out. */
  readonly vectors: ReadonlyMap<string, StoredVector | null>;
}

interface Version extends VersionFacts {
  readonly since: number;
  readonly at: number;
  readonly envelope_key: string;
  readonly content_hash: string;
  readonly shape: string;
  readonly title: string;
  readonly deleted: number;
}

/** Reads the current version of a page: the ledger's entry, written in the same commit as the page's passages. */
const standing = (db: DatabaseSync, url: string): Version | undefined =>
  db
    .prepare(
      `SELECT since, at, envelope_key, content_hash, shape, title, deleted, ${factColumns} FROM versions ` +
        'WHERE url = ? AND until IS NULL',
    )
    .get(url) as Version | undefined;

/** Replaces passages: those that the new version has too stay as they are, the others end, and new ones begin. */
const replacePassages = (db: DatabaseSync, page: CorpusPage, vectorOf: VectorRows): void => {
  const held = db
    .prepare('SELECT row, hash, place, since, vector FROM passages WHERE url = ? AND until IS NULL')
    .all(page.url) as { row: number; hash: string; place: number; since: number; vector: number | null }[];
  const wanted = new Map(page.passages.map((passage, place) => [passage.hash, { passage, place }]));
  for (const { row, hash, place, since, vector } of held) {
    const kept = wanted.get(hash);
    wanted.delete(hash);
    if (kept === undefined) {
      // Passages that are made again from the same version were never another state of the page.
      if (since >= page.at) removePassage(db, row);
      else db.prepare('UPDATE passages SET until = ? WHERE row = ?').run(page.at, row);
      continue;
    }
    const now = vectorOf(kept.passage) ?? vector;
    if (kept.place !== place || now !== vector)
      db.prepare('UPDATE passages SET place = ?, vector = ? WHERE row = ?').run(kept.place, now, row);
  }
  addPassages(db, page, wanted.values(), { since: page.at, until: null }, vectorOf);
};

/** How a version compares with the current one. `same`: the same content, at a later time or with other facts. */
type Standing =
  | { readonly kind: 'older' }
  | { readonly kind: 'unchanged' }
  | { readonly kind: 'same'; readonly since: number }
  | { readonly kind: 'new'; readonly since: number | null };

const comparePage = (db: DatabaseSync, page: CorpusPage, { shape }: Pick<Replacement, 'shape'>): Standing => {
  const held = standing(db, page.url);
  if (held === undefined) return { kind: 'new', since: null };
  const isSame = held.at === page.at && held.envelope_key === page.envelopeKey;
  if (!isSame && !isNewer(page, { at: held.at, envelopeKey: held.envelope_key })) return { kind: 'older' };
  if (isSame && held.shape === shape && hasFacts(held, page)) return { kind: 'unchanged' };
  const isAsBefore =
    held.content_hash === page.contentHash &&
    held.title === page.title &&
    held.shape === shape &&
    held.deleted === (page.isDeleted ? 1 : 0);
  return isAsBefore ? { kind: 'same', since: held.since } : { kind: 'new', since: held.since };
};

/**
 * Returns by how many passages a version makes the corpus larger, less than 0 if it makes it smaller, and whether the
 * corpus shows its page already. Of a version older than the one that is shown, it returns the most that may be added.
 */
export const addedPassages = (
  db: DatabaseSync,
  page: CorpusPage,
  replacement: Replacement,
): { readonly added: number; readonly isShown: boolean } => {
  const found = comparePage(db, page, replacement);
  const isShown = found.kind !== 'new' || found.since !== null;
  if (found.kind === 'older') return { added: page.passages.length, isShown };
  if (found.kind !== 'new') return { added: 0, isShown };
  const held = db
    .prepare('SELECT hash, since FROM passages WHERE url = ? AND until IS NULL')
    .all(page.url) as { hash: string; since: number }[];
  const wanted = new Set(page.passages.map(({ hash }) => hash));
  const removed = held.filter(({ hash, since }) => !wanted.has(hash) && since >= page.at);
  for (const { hash } of held) wanted.delete(hash);
  return { added: wanted.size - removed.length, isShown };
};

/** Lists keys of the vectors that a page needs and that neither the corpus nor the caller has. */
export const missingVectors = (db: DatabaseSync, page: CorpusPage, replacement: Replacement): string[] => {
  const { embedder, vectors } = replacement;
  if (embedder === null || comparePage(db, page, replacement).kind !== 'new') return [];
  const id = embedderId(db, embedder);
  return page.passages
    .map(({ vectorKey }) => vectorKey)
    .filter((key) => !vectors.has(key) && vectorRow(db, id, key) === null);
};

/**
 * Replaces the current version of a page, within the caller's transaction. The latest version wins, in whatever order
 * they come. A version that comes twice changes nothing. A page that is gone keeps its time but no passages.
 */
export const replacePage = (
  db: DatabaseSync,
  page: CorpusPage,
  replacement: Replacement,
): 'replaced' | 'unchanged' | 'older' => {
  const found = comparePage(db, page, replacement);
  if (found.kind === 'older' || found.kind === 'unchanged') return found.kind;
  if (found.kind === 'same') {
    // The page has the same content as before: its version continues.
    putVersion(db, page, replacement.shape, { since: found.since, until: null });
    return 'replaced';
  }
  if (found.since !== null && found.since < page.at)
    db.prepare('UPDATE versions SET until = ? WHERE url = ? AND since = ?').run(
      page.at,
      page.url,
      found.since,
    );
  replacePassages(db, page, openVectorRows(db, replacement));
  const isWhole = page.passages.every(({ vectorKey }) => replacement.vectors.get(vectorKey) !== null);
  const shape = isWhole ? replacement.shape : replacement.shapeWithoutVectors;
  putVersion(db, page, shape, { since: page.at, until: null });
  return 'replaced';
};

/**
 * Deletes versions that were replaced so long ago that no search needs them, and pages that have been gone for years.
 * Returns the vectors that are no longer needed.
 */
export const forgetOld = (db: DatabaseSync, now: number): readonly ForgottenVector[] => {
  const before = now - limits.corpusHistoryMs;
  const rows = db.prepare('SELECT row FROM passages WHERE until IS NOT NULL AND until < ?').all(before) as {
    row: number;
  }[];
  for (const { row } of rows) removePassage(db, row);
  const forgotten = rows.length > 0 ? forgetVectors(db) : [];
  db.prepare('DELETE FROM versions WHERE until IS NOT NULL AND until < ?').run(before);
  db.prepare('DELETE FROM versions WHERE until IS NULL AND deleted = 1 AND at < ?').run(
    now - limits.corpusTombstoneMs,
  );
  return forgotten;
};
