import type { CorpusPage, CorpusPassage } from '../../../ingest/corpus-page.ts';
import { postgresText } from './postgres-text.ts';
import { limits } from '../../../limits/limits.ts';
import type { ValidTime } from '../put-rows.ts';
import { versionValues } from '../version-values.ts';
import type { Sql } from './open-postgres.ts';

/** Puts the row of a version. It replaces one that begins at the same time. */
export const putVersionInPostgres = async (
  sql: Sql,
  corpus: string,
  page: CorpusPage,
  shape: string,
  { since, until }: ValidTime,
): Promise<void> => {
  await sql.query(
    `INSERT INTO gleaner_versions(corpus, url, since, until, at, envelope_key, deleted, content_hash, shape, title,
      metadata, language, host,
       source, page_group, agency, weight) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12,
       $13, $14, $15, $16, $17)
     ON CONFLICT (corpus, url, since) DO UPDATE SET until = excluded.until, at = excluded.at, envelope_key =
     excluded.envelope_key,
       deleted = excluded.deleted, content_hash = excluded.content_hash, shape = excluded.shape, title =
       excluded.title,
       metadata = excluded.metadata, language = excluded.language, host = excluded.host, source = excluded.source,
       page_group = excluded.page_group, agency = excluded.agency, weight = excluded.weight`,
    [corpus, page.url, since, until, ...versionValues(page, shape)],
  );
};

/** Finds the rows of the existing vectors, by their keys. */
export const vectorRows = async (
  sql: Sql,
  corpus: string,
  embedder: string,
  keys: readonly string[],
): Promise<Map<string, string>> => {
  const rows = (await sql.query(
    `SELECT key, row::text AS row FROM gleaner_vectors WHERE corpus = $1 AND embedder = $2 AND key =
       ANY($3::text[])`,
    [corpus, embedder, keys],
  )) as unknown as readonly { key: string; row: string }[];
  return new Map(rows.map(({ key, row }) => [key, row]));
};

/** Returns the row of a passage's vector; null if it has none. */
export type VectorFinder = (passage: CorpusPassage) => string | null;

/** Adds passages of a page, each at its place in it. */
export const addPassagesInPostgres = async (
  sql: Sql,
  corpus: string,
  page: CorpusPage,
  added: readonly { readonly passage: CorpusPassage; readonly place: number }[],
  { since, until }: ValidTime,
  vectorOf: VectorFinder,
): Promise<void> => {
  if (added.length === 0) return;
  const column = <Value>(of: (each: (typeof added)[number]) => Value): Value[] => added.map(of);
  await sql.query(
    `INSERT INTO gleaner_passages(corpus, url, since, until, id, hash, place, section_path, heading_level, text, tokens,
      vector, words)
     SELECT $1, $2, $3, $4, id, hash, place, section_path, heading_level, text, tokens, vector,
       setweight(to_tsvector('english', $14), 'A') || setweight(to_tsvector('english', section), 'B')
         || setweight(to_tsvector('english', indexed), 'D')
     FROM unnest($5::text[], $6::text[], $7::int[], $8::text[], $9::int[], $10::text[], $11::int[],
     $12::bigint[], $13::text[],
       $15::text[]) AS given(id, hash, place, section_path, heading_level, text, tokens, vector, section, indexed)`,
    [
      corpus,
      page.url,
      since,
      until,
      column(({ passage }) => passage.id),
      column(({ passage }) => passage.hash),
      column(({ place }) => place),
      column(({ passage }) => JSON.stringify(passage.sectionPath)),
      column(({ passage }) => passage.headingLevel),
      column(({ passage }) => passage.text),
      column(({ passage }) => passage.tokens),
      column(({ passage }) => vectorOf(passage)),
      column(({ passage }) => postgresText(passage.sectionPath.slice(1).join(' '), page.language)),
      postgresText(page.title, page.language),
      column(({ passage }) =>
        postgresText(passage.text, page.language).slice(0, limits.postgresIndexedCharactersMax),
      ),
    ],
  );
};
