import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import * as z from 'zod';

/** What is looked for in a corpus. */
export interface PassageSearch {
  /** In the language of FTS5 (`matchQuery`). */
  readonly match: string;
  /** Passages that are answered, best first. */
  readonly count: number;
  /** As of when, in milliseconds; null is now. */
  readonly asOf: number | null;
  readonly filters: PassageFilters;
}

/** Which pages are searched; all of what is given must hold. */
export interface PassageFilters {
  readonly site?: string | undefined;
  readonly source?: string | undefined;
  readonly group?: string | undefined;
  readonly language?: string | undefined;
  readonly agency?: string | undefined;
  readonly urlPrefix?: string | undefined;
  /** Fetched at or after, and before; milliseconds. */
  readonly seenAfter?: number | undefined;
  readonly seenBefore?: number | undefined;
}

const foundSchema = z.object({
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
 * Weights of the three fields in BM25. They were chosen on the manual of PostgreSQL with its own index as the truth
 * (bench/ingest): a word of a title says more than one of a section's heading, that more than one of the text.
 */
const fieldWeights = '6.0, 3.0, 1.0';

/** Conditions of the filters with their values, all of them parameters: an address may hold quotes. */
const conditionsOf = (
  filters: PassageFilters,
): { readonly sql: string; readonly values: SQLInputValue[] } => {
  const wanted: [string, SQLInputValue | undefined][] = [
    ["(v.host = ?1 OR substr(v.host, -length(?1) - 1) = '.' || ?1)", filters.site],
    ['v.source = ?1', filters.source],
    ['v.page_group = ?1', filters.group],
    ["(v.language = ?1 OR substr(v.language, 1, length(?1) + 1) = ?1 || '-')", filters.language],
    ['v.agency = ?1', filters.agency],
    ['substr(v.url, 1, length(?1)) = ?1', filters.urlPrefix],
    ['v.at >= ?1', filters.seenAfter],
    ['v.at < ?1', filters.seenBefore],
  ];
  const given = wanted.filter((each): each is [string, SQLInputValue] => each[1] !== undefined);
  return {
    sql: given.map(([sql], index) => ` AND ${sql.replaceAll('?1', `?${index + 4}`)}`).join(''),
    values: given.map(([, value]) => value),
  };
};

/**
 * The passages of a corpus that answer a search best, by BM25 over title, headings and text, times what their
 * page weighs.
 */
export const searchPassages = (db: DatabaseSync, search: PassageSearch): FoundPassage[] => {
  const { sql, values } = conditionsOf(search.filters);
  const rows = db
    .prepare(
      `SELECT p.id, p.url, p.text, p.section_path, p.heading_level, p.place, p.tokens, v.since, v.title, v.at,
         v.content_hash, v.envelope_key, v.metadata, v.weight,
         -bm25(words, ${fieldWeights}) * (0.5 + v.weight / 2) AS score
       FROM words JOIN passages p ON p.row = words.rowid JOIN versions v ON v.url = p.url
       WHERE words MATCH ?1 AND p.since <= ?2 AND (p.until IS NULL OR p.until > ?2)
         AND v.since <= ?2 AND (v.until IS NULL OR v.until > ?2) AND v.deleted = 0${sql}
       ORDER BY score DESC, p.url, p.place LIMIT ?3`,
    )
    .all(search.match, search.asOf ?? Number.MAX_SAFE_INTEGER, search.count, ...values);
  return z.array(foundSchema).parse(rows);
};
