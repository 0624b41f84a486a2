import * as z from 'zod';
import { unpackVector } from '../../../ingest/embed/vector.ts';
import { postgresForms } from './postgres-text.ts';
import {
  foundSchema,
  type FoundPassage,
  type PassageFilters,
  type VectorSearch,
  type WordSearch,
} from '../search-passages.ts';
import type { Sql } from './open-postgres.ts';

/** Whether a page is of a site, as in the file (`../search-passages.ts`). */
const isOnSite = (site: string): string =>
  `(starts_with(v.host || ':', ${site} || ':') OR strpos(v.host || ':', '.' || ${site} || ':') > 0)`;
const isOnAny = `EXISTS (SELECT 1 FROM jsonb_array_elements_text($1::text::jsonb) AS s WHERE ${isOnSite('s')})`;

/** Makes the conditions of the filters with their values, numbered from parameter `first`. */
const conditionsOf = (
  filters: PassageFilters,
  first: number,
): { readonly sql: string; readonly values: (string | number)[] } => {
  const wanted: [string, string | number | undefined][] = [
    [isOnSite('$1::text'), filters.site],
    [isOnAny, filters.sites && JSON.stringify(filters.sites)],
    [`NOT ${isOnAny}`, filters.excludeSites && JSON.stringify(filters.excludeSites)],
    ["strpos(' ' || v.source || ' ', ' ' || $1::text || ' ') > 0", filters.source],
    ['v.page_group = $1::text', filters.group],
    ["(v.language = $1::text OR left(v.language, length($1::text) + 1) = $1::text || '-')", filters.language],
    ['v.agency = $1::text', filters.agency],
    ['left(v.url, length($1::text)) = $1::text', filters.urlPrefix],
    ['v.at >= $1::float8', filters.seenAfter],
    ['v.at < $1::float8', filters.seenBefore],
  ];
  const given = wanted.filter((each): each is [string, string | number] => each[1] !== undefined);
  return {
    sql: given.map(([sql], index) => ` AND ${sql.replaceAll('$1', `$${index + first}`)}`).join(''),
    values: given.map(([, value]) => value),
  };
};

const columns = `p.id, p.url, p.text, p.section_path, p.heading_level, p.place, p.tokens, v.since, v.title, v.at,
  v.content_hash, v.envelope_key, v.metadata, v.weight`;

/** A passage and its page in a corpus ($1), as both were at a time ($2). */
const standing = `p.corpus = $1 AND v.corpus = $1 AND v.url = p.url AND p.since <= $2 AND (p.until IS NULL OR
  p.until > $2)
  AND v.since <= $2 AND (v.until IS NULL OR v.until > $2) AND v.deleted = 0`;

const weighted = '(0.5 + v.weight / 2)';
const always = Number.MAX_SAFE_INTEGER;

/** Weights of PostgreSQL's four classes of words, D to A: text, nothing, headings, title, as in the file. */
const classWeights = "'{0.1, 0, 0.3, 0.6}'";

/** Ranks what a query finds, best first: at most `perPage` ($3) passages of a page, and `count` ($4) in all. */
const ranked = (found: string): string =>
  `SELECT * FROM (SELECT found.*, row_number() OVER (PARTITION BY url ORDER BY score DESC, place) AS nth
     FROM (${found}) AS found) AS numbered
   WHERE $3::int IS NULL OR nth <= $3 ORDER BY score DESC, url, place LIMIT $4`;

/**
 * Finds passages that hold any of the words. PostgreSQL ranks by their number and nearness, not by how rare the words
 * are: it keeps no counts.
 */
export const searchWordsInPostgres = async (
  sql: Sql,
  corpus: string,
  search: WordSearch,
): Promise<readonly FoundPassage[]> => {
  const { sql: conditions, values } = conditionsOf(search.filters, 6);
  const rows = await sql.query(
    `WITH asked AS (
       SELECT string_agg('(' || phrase::text || ')', ' | ')::tsquery AS query
       FROM (SELECT phraseto_tsquery('english', word) AS phrase FROM unnest($5::text[]) AS word) AS phrases
       WHERE numnode(phrase) > 0)
     ${ranked(`SELECT ${columns}, ts_rank(${classWeights}, p.words, asked.query, 1) * ${weighted} AS score
     FROM asked, gleaner_passages p, gleaner_versions v
     WHERE p.words @@ asked.query AND ${standing}${conditions}`)}`,
    [
      corpus,
      search.asOf ?? always,
      search.perPage ?? null,
      search.count,
      postgresForms(search.words),
      ...values,
    ],
  );
  return z.array(foundSchema).parse(rows);
};

/** Finds the passages most similar to a vector; null if none has a vector of that embedder. */
export const searchVectorsInPostgres = async (
  sql: Sql,
  corpus: string,
  search: VectorSearch,
): Promise<readonly FoundPassage[] | null> => {
  const { embedder, vector } = search;
  const [any] = await sql.query('SELECT 1 FROM gleaner_vectors WHERE corpus = $1 AND embedder = $2 LIMIT 1', [
    corpus,
    embedder,
  ]);
  if (any === undefined) return null;
  const { sql: conditions, values } = conditionsOf(search.filters, 7);
  const numbers = unpackVector(vector);
  const dimensions = numbers.length;
  const likeness = `(1 - (x.vector::vector(${dimensions}) <=> $5::vector(${dimensions})))`;
  const rows = await sql.query(
    ranked(`SELECT ${columns}, ${likeness} * ${weighted} AS score
     FROM gleaner_passages p JOIN gleaner_vectors x ON x.row = p.vector, gleaner_versions v
     WHERE x.corpus = $1 AND x.embedder = $6 AND ${standing}${conditions}`),
    [
      corpus,
      search.asOf ?? always,
      search.perPage ?? null,
      search.count,
      `[${numbers.join(',')}]`,
      embedder,
      ...values,
    ],
  );
  return z.array(foundSchema).parse(rows);
};
