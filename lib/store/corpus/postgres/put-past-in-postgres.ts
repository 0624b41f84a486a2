import type { CorpusPage } from '../../../ingest/corpus-page.ts';
import { limits } from '../../../limits/limits.ts';
import {
  heldColumns,
  partsOutside,
  planPastVersion,
  type HeldVersion,
  type PastInsertion,
} from '../plan-past-version.ts';
import type { Replacement } from '../replace-pages.ts';
import type { Sql } from './open-postgres.ts';
import { addPassagesInPostgres, putVersionInPostgres, vectorRows } from './put-rows-in-postgres.ts';

/** Ends the version of that time, which goes on later if it was written again later. */
const cutVersion = async (
  sql: Sql,
  corpus: string,
  url: string,
  cut: HeldVersion,
  { from, goesOn }: PastInsertion,
): Promise<void> => {
  const which = [corpus, url, cut.since];
  if (goesOn)
    await sql.query(
      `INSERT INTO gleaner_versions(corpus, url, since, until, at, envelope_key, deleted, content_hash, shape, title,
         metadata, language, host, source, page_group, agency, weight)
       SELECT corpus, url, at, until, at, envelope_key, deleted, content_hash, shape, title, metadata, language, host,
         source, page_group, agency, weight FROM gleaner_versions WHERE corpus = $1 AND url = $2 AND since = $3`,
      which,
    );
  if (cut.since === from)
    await sql.query('DELETE FROM gleaner_versions WHERE corpus = $1 AND url = $2 AND since = $3', which);
  else
    await sql.query(
      'UPDATE gleaner_versions SET until = $4, at = $5 WHERE corpus = $1 AND url = $2 AND since = $3',
      [...which, from, goesOn ? cut.since : cut.at],
    );
};

/** Puts the passages of a version into its time, as in the file (`../put-past-version.ts`). */
const putPastPassages = async (
  sql: Sql,
  corpus: string,
  page: CorpusPage,
  { from, until }: PastInsertion,
  { embedder }: Replacement,
): Promise<void> => {
  const { url } = page;
  const wanted = new Map(page.passages.map((passage, place) => [passage.hash, { passage, place }]));
  const held = (await sql.query(
    `SELECT row::text AS row, hash, since, until FROM gleaner_passages
     WHERE corpus = $1 AND url = $2 AND since < $3 AND (until IS NULL OR until > $4)`,
    [corpus, url, until, from],
  )) as unknown as readonly { row: string; hash: string; since: number; until: number | null }[];
  const begin = async (row: string, since: number): Promise<void> => {
    await sql.query('UPDATE gleaner_passages SET since = $2 WHERE row = $1', [row, since]);
  };
  for (const each of held) {
    const part = partsOutside(each, wanted.has(each.hash), { from, until });
    if (part === 'whole') wanted.delete(each.hash);
    else if (part === 'none') await sql.query('DELETE FROM gleaner_passages WHERE row = $1', [each.row]);
    else if (part === 'before')
      await sql.query('UPDATE gleaner_passages SET until = $2 WHERE row = $1', [each.row, from]);
    else {
      if (part === 'both')
        await sql.query(
          `INSERT INTO gleaner_passages(corpus, url, since, until, id, hash, place, section_path, heading_level, text,
             tokens, vector, words)
           SELECT corpus, url, since, $2, id, hash, place, section_path, heading_level, text, tokens, vector, words
           FROM gleaner_passages WHERE row = $1`,
          [each.row, from],
        );
      await begin(each.row, until);
    }
  }
  const following = (await sql.query(
    'SELECT row::text AS row, hash FROM gleaner_passages WHERE corpus = $1 AND url = $2 AND since = $3',
    [corpus, url, until],
  )) as unknown as readonly { row: string; hash: string }[];
  for (const { row, hash } of following) if (wanted.delete(hash)) await begin(row, from);
  const added = [...wanted.values()];
  const keys = added.map(({ passage }) => passage.vectorKey);
  const rows = embedder === null ? null : await vectorRows(sql, corpus, embedder, keys);
  const vectorOf = ({ vectorKey }: { readonly vectorKey: string }) => rows?.get(vectorKey) ?? null;
  await addPassagesInPostgres(sql, corpus, page, added, { since: from, until }, vectorOf);
};

/**
 * Puts a version that is older than the current one among the versions of its page, within the caller's transaction, as
 * in the file (`../put-past-version.ts`). Returns whether anything changed.
 */
export const putPastInPostgres = async (
  sql: Sql,
  corpus: string,
  page: CorpusPage,
  { replacement, now }: { readonly replacement: Replacement; readonly now: number },
): Promise<boolean> => {
  const { url } = page;
  const versions = (await sql.query(
    `SELECT ${heldColumns} FROM gleaner_versions WHERE corpus = $1 AND url = $2`,
    [corpus, url],
  )) as unknown as readonly HeldVersion[];
  const plan = planPastVersion(page, versions, now - limits.corpusHistoryMs);
  if (plan.kind === 'nothing') return false;
  if (plan.kind === 'seen') {
    await putVersionInPostgres(sql, corpus, page, replacement.shape, plan.version);
    return true;
  }
  const { from, until, cut, isNext } = plan;
  if (cut !== null) await cutVersion(sql, corpus, url, cut, plan);
  await putPastPassages(sql, corpus, page, plan, replacement);
  if (isNext)
    await sql.query('UPDATE gleaner_versions SET since = $4 WHERE corpus = $1 AND url = $2 AND since = $3', [
      corpus,
      url,
      until,
      from,
    ]);
  else await putVersionInPostgres(sql, corpus, page, replacement.shape, { since: from, until });
  return true;
};
