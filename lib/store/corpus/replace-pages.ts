import type { DatabaseSync } from 'node:sqlite';
import { isNewer, type CorpusPage } from '../../ingest/corpus-page.ts';
import { indexedText } from '../../ingest/index-words.ts';
import { limits } from '../../limits/limits.ts';

/** What became of a page that was handed in. */
export type Replaced = 'replaced' | 'unchanged' | 'older';

interface Version {
  readonly since: number;
  readonly at: number;
  readonly envelope_key: string;
  readonly content_hash: string;
  readonly shape: string;
  readonly title: string;
  readonly deleted: number;
}

/** The version that stands, which is what the ledger says of the page: written in the same commit as its passages. */
const standing = (db: DatabaseSync, url: string): Version | undefined =>
  db
    .prepare(
      'SELECT since, at, envelope_key, content_hash, shape, title, deleted FROM versions WHERE url = ? ' +
        'AND until IS NULL',
    )
    .get(url) as Version | undefined;

const putVersion = (db: DatabaseSync, page: CorpusPage, shape: string): void => {
  db.prepare(
    `INSERT OR REPLACE INTO versions(url, since, until, at, envelope_key, deleted, content_hash, shape, ` +
      `title, metadata,
       language, host, source, page_group, agency, weight, passages) VALUES (?, ?, NULL, ?, ?, ?, ?, ?, ?, ` +
      `?, ?, ?, ?, ?, ?, ?, ?)`,
  ).run(
    page.url,
    page.at,
    page.at,
    page.envelopeKey,
    page.isDeleted ? 1 : 0,
    page.contentHash,
    shape,
    page.title,
    JSON.stringify(page.metadata),
    page.language,
    page.host,
    page.source,
    page.group,
    page.agency,
    page.weight,
    page.passages.length,
  );
};

const remove = (db: DatabaseSync, row: number): void => {
  db.prepare('DELETE FROM words WHERE rowid = ?').run(row);
  db.prepare('DELETE FROM passages WHERE row = ?').run(row);
};

/** Passages that the new version has as well stay as they are; the others end, and new ones begin. */
const replacePassages = (db: DatabaseSync, page: CorpusPage): void => {
  const held = db
    .prepare('SELECT row, hash, place, since FROM passages WHERE url = ? AND until IS NULL')
    .all(page.url) as { row: number; hash: string; place: number; since: number }[];
  const wanted = new Map(page.passages.map((passage, place) => [passage.hash, { passage, place }]));
  for (const { row, hash, place, since } of held) {
    const kept = wanted.get(hash);
    wanted.delete(hash);
    if (kept === undefined) {
      // What is made anew of the same version was never another state of the page.
      if (since >= page.at) remove(db, row);
      else db.prepare('UPDATE passages SET until = ? WHERE row = ?').run(page.at, row);
    } else if (kept.place !== place)
      db.prepare('UPDATE passages SET place = ? WHERE row = ?').run(kept.place, row);
  }
  const insert = db.prepare(
    `INSERT INTO passages(id, url, hash, since, until, place, section_path, heading_level, text, tokens)
     VALUES (?, ?, ?, ?, NULL, ?, ?, ?, ?, ?)`,
  );
  const index = db.prepare('INSERT INTO words(rowid, title, section, text) VALUES (?, ?, ?, ?)');
  for (const { passage, place } of wanted.values()) {
    const { id, hash, sectionPath, headingLevel, text, tokens } = passage;
    const path = JSON.stringify(sectionPath);
    const { lastInsertRowid } = insert.run(
      id,
      page.url,
      hash,
      page.at,
      place,
      path,
      headingLevel,
      text,
      tokens,
    );
    // The page's own heading is its title, which has a field of its own.
    const section = sectionPath.slice(1).join(' ');
    index.run(lastInsertRowid, indexedText(page.title), indexedText(section), indexedText(text));
  }
};

/**
 * Puts one version of a page in the place of the one that stands, within the caller's transaction. The latest
 * version wins, in whatever order they come; what comes twice changes nothing; a page that is gone keeps no
 * passages, and its time.
 */
export const replacePage = (db: DatabaseSync, page: CorpusPage, shape: string): Replaced => {
  const held = standing(db, page.url);
  const isSame = held !== undefined && held.at === page.at && held.envelope_key === page.envelopeKey;
  if (held !== undefined && !isSame && !isNewer(page, { at: held.at, envelopeKey: held.envelope_key }))
    return 'older';
  if (isSame && held.shape === shape) return 'unchanged';
  if (
    held !== undefined &&
    held.content_hash === page.contentHash &&
    held.title === page.title &&
    held.shape === shape &&
    held.deleted === (page.isDeleted ? 1 : 0)
  ) {
    // Seen again as it was: the version goes on.
    db.prepare('UPDATE versions SET at = ?, envelope_key = ?, metadata = ? WHERE url = ? AND since = ?').run(
      page.at,
      page.envelopeKey,
      JSON.stringify(page.metadata),
      page.url,
      held.since,
    );
    return 'replaced';
  }
  if (held !== undefined && held.since < page.at)
    db.prepare('UPDATE versions SET until = ? WHERE url = ? AND since = ?').run(
      page.at,
      page.url,
      held.since,
    );
  replacePassages(db, page);
  putVersion(db, page, shape);
  return 'replaced';
};

/**
 * Forgets what was replaced so long ago that no search asks for it any more, and pages that have been gone for
 * years.
 */
export const forgetOld = (db: DatabaseSync, now: number): void => {
  const before = now - limits.corpusHistoryMs;
  const rows = db.prepare('SELECT row FROM passages WHERE until IS NOT NULL AND until < ?').all(before) as {
    row: number;
  }[];
  for (const { row } of rows) remove(db, row);
  db.prepare('DELETE FROM versions WHERE until IS NOT NULL AND until < ?').run(before);
  db.prepare('DELETE FROM versions WHERE until IS NULL AND deleted = 1 AND at < ?').run(
    now - limits.corpusTombstoneMs,
  );
};

/** Passages that the corpus holds, those of replaced versions too. */
export const countPassages = (db: DatabaseSync): number =>
  (db.prepare('SELECT count(*) AS passages FROM passages').get() as { passages: number }).passages;
