import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import * as z from 'zod';
import { likenessTo, type StoredVector } from '../../ingest/embed/vector.ts';
import { matchQuery } from '../../ingest/index-words.ts';
import { packPoint, pointBytes, pointId } from './points.ts';
import { TopRows } from './top-rows.ts';
import { isOfSource } from './share-source.ts';

/** Which passages of a corpus are searched. */
export interface PassageSelection {
  /** Passages that are returned, best first. */
  readonly count: number;
  /** As of when, in milliseconds; null is now. */
  readonly asOf: number | null;
  readonly filters: PassageFilters;
  /** The most passages of one page, its best ones; undefined for no limit. */
  readonly perPage?: number | undefined;
}

/** A search of a corpus by words. */
export interface WordSearch extends PassageSelection {
  readonly words: readonly string[];
}

/** A search by meaning: a vector of an embedder. */
export interface VectorSearch extends PassageSelection {
  readonly vector: StoredVector;
  /** `embedderName`. */
  readonly embedder: string;
}

/** Which pages are searched; all given filters must match. */
export interface PassageFilters {
  readonly site?: string | undefined;
  /** Pages of any of these sites, and of none of those. */
  readonly sites?: readonly string[] | undefined;
  readonly excludeSites?: readonly string[] | undefined;
  readonly source?: string | undefined;
  readonly group?: string | undefined;
  readonly language?: string | undefined;
  readonly agency?: string | undefined;
  readonly urlPrefix?: string | undefined;
  /** Fetched at or after, and before; milliseconds. */
  readonly seenAfter?: number | undefined;
  readonly seenBefore?: number | undefined;
}

export const foundSchema = z.object({
  id: z.string(),
  url: z.string(),
  text: z.string(),
  section_path: z.string(),
  heading_level: z.number(),
  place: z.number(),
  tokens: z.number(),
  since: z.number(),
  score: z.number(),
  title: z.string(),
  at: z.number(),
  content_hash: z.string(),
  envelope_key: z.string(),
  metadata: z.string(),
  weight: z.number(),
});
export type FoundPassage = z.infer<typeof foundSchema>;

/**
 * Weights of the three fields in BM25. They were chosen on the manual of PostgreSQL, with its own index as the truth
 * (bench/ingest): a word of a title counts more than one of a section's heading, and that more than one of the text.
 */
const fieldWeights = '6.0, 3.0, 1.0';

/** Whether a page is of a site; its subdomains are, and with all ports unless the site names one. */
const isOfSite = (site: string): string =>
  `(substr(v.host || ':', 1, length(${site}) + 1) = ${site} || ':' OR instr(v.host || ':', '.' || ${site} || ':') > 0)`;
const isOfAny = `EXISTS (SELECT 1 FROM json_each(?1) AS s WHERE ${isOfSite('s.value')})`;

/** Makes the conditions of the filters with their values, all of them parameters: an address may hold quotes. */
const conditionsOf = (
  filters: PassageFilters,
  first: number,
): { readonly sql: string; readonly values: SQLInputValue[] } => {
  const wanted: [string, SQLInputValue | undefined][] = [
    [isOfSite('?1'), filters.site],
    [isOfAny, filters.sites && JSON.stringify(filters.sites)],
    [`NOT ${isOfAny}`, filters.excludeSites && JSON.stringify(filters.excludeSites)],
    [isOfSource('v.source'), filters.source],
    ['v.page_group = ?1', filters.group],
    ["(v.language = ?1 OR substr(v.language, 1, length(?1) + 1) = ?1 || '-')", filters.language],
    ['v.agency = ?1', filters.agency],
    ['substr(v.url, 1, length(?1)) = ?1', filters.urlPrefix],
    ['v.at >= ?1', filters.seenAfter],
    ['v.at < ?1', filters.seenBefore],
  ];
  const given = wanted.filter((each): each is [string, SQLInputValue] => each[1] !== undefined);
  return {
    sql: given.map(([sql], index) => ` AND ${sql.replaceAll('?1', `?${index + first}`)}`).join(''),
    values: given.map(([, value]) => value),
  };
};

const columns = `p.id, p.url, p.text, p.section_path, p.heading_level, p.place, p.tokens, v.since, v.title, v.at,
  v.content_hash, v.envelope_key, v.metadata, v.weight`;

/** A passage and its page, as both were at a time (?2). */
const standing = `p.since <= ?2 AND (p.until IS NULL OR p.until > ?2)
  AND v.since <= ?2 AND (v.until IS NULL OR v.until > ?2) AND v.deleted = 0`;

/** A page's weight is a factor of its passages' scores. */
const weighted = '(0.5 + v.weight / 2)';

/**
 * Finds the passages of a corpus that answer a search best, by BM25 over title, headings and text, times the weight of
 * their page.
 */
export const searchPassages = (db: DatabaseSync, search: WordSearch): FoundPassage[] => {
  const { sql, values } = conditionsOf(search.filters, 5);
  const score = `-bm25(words, ${fieldWeights}) * ${weighted} AS score`;
  const matching = `FROM words JOIN passages p ON p.row = words.rowid JOIN versions v ON v.url = p.url
       WHERE words MATCH ?1 AND ${standing}${sql}`;
  const order = 'ORDER BY score DESC, p.url, p.place LIMIT ?3';
  const all = `SELECT ${columns}, ${score} ${matching} AND ?4 IS NULL ${order}`;
  // The passages of a page are counted by their rows alone: texts are read of those that are returned.
  const best = `WITH matching AS MATERIALIZED (SELECT p.row, p.url, p.place, ${score} ${matching}), numbered AS (
         SELECT row, score, row_number() OVER (PARTITION BY url ORDER BY score DESC, place) AS nth FROM matching)
       SELECT ${columns}, score FROM numbered n JOIN passages p ON p.row = n.row JOIN versions v ON v.url = p.url
       WHERE n.nth <= ?4 AND ${standing} ${order}`;
  const { words, asOf, count, perPage = null } = search;
  const rows = db
    .prepare(perPage === null ? all : best)
    .all(matchQuery(words), asOf ?? Number.MAX_SAFE_INTEGER, count, perPage, ...values);
  return z.array(foundSchema).parse(rows);
};

/** Finds the number of an embedder of which the corpus has vectors; null if it has none. */
const embedderWithVectors = (db: DatabaseSync, name: string): number | null => {
  const embedder = db.prepare('SELECT id FROM embedders WHERE name = ?').get(name) as
    | { id: number }
    | undefined;
  if (embedder === undefined) return null;
  const any = db.prepare('SELECT 1 FROM vectors WHERE embedder = ? LIMIT 1').get(embedder.id);
  return any === undefined ? null : embedder.id;
};

/** Whether the corpus has vectors of an embedder. */
export const hasVectors = (db: DatabaseSync, embedder: string): boolean =>
  embedderWithVectors(db, embedder) !== null;

/**
 * Finds the passages most similar to a vector. It compares all passages of the selection, so it misses none, as an
 * index might. It takes 2.7 ms of CPU for a thousand passages (docs/decisions). Null if no passage has a vector of this
 * embedder.
 */
export const searchVectors = (db: DatabaseSync, search: VectorSearch): FoundPassage[] | null => {
  const { sql, values } = conditionsOf(search.filters, 3);
  const embedder = embedderWithVectors(db, search.embedder);
  if (embedder === null) return null;
  const asOf = search.asOf ?? Number.MAX_SAFE_INTEGER;
  const candidates = db.prepare(
    `SELECT p.row, x.vector, ${weighted}, p.url FROM passages p JOIN vectors x ON x.row = p.vector
       JOIN versions v ON v.url = p.url
     WHERE x.embedder = ?1 AND ${standing}${sql}`,
  );
  candidates.setReturnArrays(true);
  const likeness = likenessTo(search.vector);
  const best = new TopRows(search.count);
  const { perPage } = search;
  const byPage = new Map<string, TopRows>();
  // As an array, each row has its columns in order.
  const rows = candidates.iterate(embedder, asOf, ...values) as unknown as Iterable<
    readonly [number, Uint8Array, number, string]
  >;
  for (const [row, vector, weight, url] of rows) {
    const page = perPage === undefined ? best : (byPage.get(url) ?? new TopRows(perPage));
    if (page !== best) byPage.set(url, page);
    page.offer(row, likeness(vector) * weight);
  }
  for (const page of byPage.values()) for (const { row, score } of page.sorted()) best.offer(row, score);
  const read = db.prepare(
    `SELECT ${columns}, ?3 AS score FROM passages p JOIN versions v ON v.url = p.url WHERE p.row = ?1 AND ${standing}`,
  );
  return best.sorted().map(({ row, score }) => foundSchema.parse(read.get(row, asOf, score)));
};

/** Lists the points in an index of the passages of a search's selection, `most` at most. */
export const listPoints = (
  db: DatabaseSync,
  search: PassageSelection,
  embedder: string,
  most: number,
): string[] => {
  const { sql, values } = conditionsOf(search.filters, 4);
  const rows = db
    .prepare(
      `SELECT DISTINCT x.vector AS point FROM passages p JOIN vectors x ON x.row = p.vector
         JOIN versions v ON v.url = p.url
       WHERE x.embedder = ?1 AND ${standing}${sql} LIMIT ?3`,
    )
    .all(embedderWithVectors(db, embedder), search.asOf ?? Number.MAX_SAFE_INTEGER, most, ...values);
  return rows.map(({ point }) => pointId(point as Uint8Array));
};

/** Finds the passages of a search's selection that belong to points of an index, in no order. */
export const passagesAt = (
  db: DatabaseSync,
  search: PassageSelection,
  embedder: string,
  near: readonly { readonly id: string; readonly likeness: number }[],
): FoundPassage[] => {
  const { sql, values } = conditionsOf(search.filters, 5);
  const read = db.prepare(
    `SELECT ${columns}, ?4 * ${weighted} AS score FROM vectors x JOIN passages p ON p.vector = x.row
       JOIN versions v ON v.url = p.url
     WHERE x.vector = ?3 AND length(x.vector) = ${pointBytes} AND x.embedder = ?1 AND ${standing}${sql}`,
  );
  const id = embedderWithVectors(db, embedder);
  const asOf = search.asOf ?? Number.MAX_SAFE_INTEGER;
  return near.flatMap((point) =>
    z.array(foundSchema).parse(read.all(id, asOf, packPoint(point.id), point.likeness, ...values)),
  );
};
