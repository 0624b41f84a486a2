import type { DatabaseSync } from 'node:sqlite';
import type { CorpusPage } from '../../ingest/corpus-page.ts';
import { limits } from '../../limits/limits.ts';
import {
  heldColumns,
  partsOutside,
  planPastVersion,
  type HeldVersion,
  type PastInsertion,
} from './plan-past-version.ts';
import { addPassages, copyPassage, openVectorRows, putVersion, removePassage } from './put-rows.ts';
import type { Replacement } from './replace-pages.ts';

/** Ends the version of that time, which goes on later if it was written again later. */
const cutVersion = (
  db: DatabaseSync,
  url: string,
  cut: HeldVersion,
  { from, goesOn }: PastInsertion,
): void => {
  if (goesOn)
    db.prepare(
      `INSERT INTO versions SELECT url, at, until, at, envelope_key, deleted, content_hash, shape, title, metadata,
         language, host, source, page_group, agency, weight, passages FROM versions WHERE url = ? AND since = ?`,
    ).run(url, cut.since);
  if (cut.since === from) db.prepare('DELETE FROM versions WHERE url = ? AND since = ?').run(url, from);
  else
    db.prepare('UPDATE versions SET until = ?, at = ? WHERE url = ? AND since = ?').run(
      from,
      goesOn ? cut.since : cut.at,
      url,
      cut.since,
    );
};

/**
 * Puts the passages of a version into its time: those that hold then already stay, those that it does not have are
 * interrupted, and those with which the next version begins begin earlier.
 */
const putPastPassages = (
  db: DatabaseSync,
  page: CorpusPage,
  { from, until, cut }: PastInsertion,
  replacement: Replacement,
): void => {
  const { url } = page;
  const wanted = new Map(page.passages.map((passage, place) => [passage.hash, { passage, place }]));
  const held = db
    .prepare(
      'SELECT row, hash, since, until FROM passages WHERE url = ? AND since < ? AND (until IS NULL OR until > ?)',
    )
    .all(url, until, from) as { row: number; hash: string; since: number; until: number | null }[];
  const begin = db.prepare('UPDATE passages SET since = ? WHERE row = ?');
  for (const each of held) {
    const part = partsOutside(each, wanted.has(each.hash), { from, until });
    if (part === 'whole') wanted.delete(each.hash);
    else if (part === 'none') removePassage(db, each.row);
    else if (part === 'before') db.prepare('UPDATE passages SET until = ? WHERE row = ?').run(from, each.row);
    else {
      if (part === 'both') copyPassage(db, each.row, cut ?? page, from);
      begin.run(until, each.row);
    }
  }
  const following = db
    .prepare('SELECT row, hash FROM passages WHERE url = ? AND since = ?')
    .all(url, until) as { row: number; hash: string }[];
  for (const { row, hash } of following) if (wanted.delete(hash)) begin.run(from, row);
  const vectorOf = openVectorRows(db, { embedder: replacement.embedder, vectors: new Map() });
  addPassages(db, page, wanted.values(), { since: from, until }, vectorOf);
};

/**
 * Puts a version that is older than the current one among the versions of its page, within the caller's transaction: it
 * is found as of its time. Its passages have the vectors that the corpus has for their texts, and no others. Returns
 * whether anything changed.
 *
 * @param now in milliseconds: a version that ended too long before is not put.
 */
export const putPastVersion = (
  db: DatabaseSync,
  page: CorpusPage,
  replacement: Replacement,
  now: number,
): boolean => {
  const versions = db
    .prepare(`SELECT ${heldColumns} FROM versions WHERE url = ?`)
    .all(page.url) as unknown as HeldVersion[];
  const plan = planPastVersion(page, versions, now - limits.corpusHistoryMs);
  if (plan.kind === 'nothing') return false;
  if (plan.kind === 'seen') {
    putVersion(db, page, replacement.shape, plan.version);
    return true;
  }
  const { from, until, cut, isNext } = plan;
  if (cut !== null) cutVersion(db, page.url, cut, plan);
  putPastPassages(db, page, plan, replacement);
  if (isNext)
    db.prepare('UPDATE versions SET since = ? WHERE url = ? AND since = ?').run(from, page.url, until);
  else putVersion(db, page, replacement.shape, { since: from, until });
  return true;
};
