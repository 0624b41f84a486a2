import type { CorpusPage, CorpusPassage } from '../../../ingest/corpus-page.ts';
import { isNewer } from '../../../ingest/newer-version.ts';
import { unpackVector, type StoredVector } from '../../../ingest/embed/vector.ts';
import { indexedText } from '../../../ingest/index-words.ts';
import { limits } from '../../../limits/limits.ts';
import type { PagesReplaced } from '../corpus-store.ts';
import type { Replaced, Replacement } from '../replace-pages.ts';
import type { Sql } from './open-postgres.ts';
import { factColumns, hasFacts, versionValues, type VersionFacts } from '../version-values.ts';

interface Held extends VersionFacts {
  readonly url: string;
  readonly since: number;
  readonly at: number;
  readonly envelope_key: string;
  readonly content_hash: string;
  readonly shape: string;
  readonly title: string;
  readonly deleted: number;
}

/**
 * Locks the pages until the transaction is over, always in the same order, so that no deadlock can arise. Of two
 * writers of a page, the second decides on the basis of what the first wrote.
 */
const lockPages = async (sql: Sql, corpus: string, urls: readonly string[]): Promise<void> => {
  await sql.query(
    `SELECT pg_advisory_xact_lock(key) FROM (SELECT DISTINCT hashtextextended($1 || url, 0) AS key FROM
       unnest($2::text[]) AS url ORDER BY key) AS keys`,
    [`${corpus} `, urls],
  );
};

const standing = async (sql: Sql, corpus: string, urls: readonly string[]): Promise<Map<string, Held>> => {
  const rows = (await sql.query(
    `SELECT url, since, at, envelope_key, content_hash, shape, title, deleted, ${factColumns} FROM gleaner_versions
     WHERE corpus = $1 AND url = ANY($2::text[]) AND until IS NULL`,
    [corpus, urls],
  )) as unknown as readonly Held[];
  return new Map(rows.map((row) => [row.url, row]));
};

/** Compares a version with the current one, as in the file (`../replace-pages.ts`). */
const compare = (
  page: CorpusPage,
  held: Held | undefined,
  shape: string,
): 'older' | 'unchanged' | 'same' | 'new' => {
  if (held === undefined) return 'new';
  const isSame = held.at === page.at && held.envelope_key === page.envelopeKey;
  if (!isSame && !isNewer(page, { at: held.at, envelopeKey: held.envelope_key })) return 'older';
  if (isSame && held.shape === shape && hasFacts(held, page)) return 'unchanged';
  const isAsBefore =
    held.content_hash === page.contentHash &&
    held.title === page.title &&
    held.shape === shape &&
    held.deleted === (page.isDeleted ? 1 : 0);
  return isAsBefore ? 'same' : 'new';
};

/** Finds the rows of the existing vectors, by their keys. */
const vectorRows = async (
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

const vectorText = (vector: StoredVector): string => `[${unpackVector(vector).join(',')}]`;

const putVectors = async (
  sql: Sql,
  corpus: string,
  embedder: string,
  vectors: readonly (readonly [string, StoredVector])[],
): Promise<void> => {
  if (vectors.length === 0) return;
  await sql.query(
    `INSERT INTO gleaner_vectors(corpus, embedder, key, vector)
     SELECT $1, $2, key, vector::vector
     FROM unnest($3::text[], $4::text[]) AS given(key, vector) ON CONFLICT DO NOTHING`,
    [corpus, embedder, vectors.map(([key]) => key), vectors.map(([, vector]) => vectorText(vector))],
  );
};

type VectorOf = (passage: CorpusPassage) => string | null;

const putPassages = async (sql: Sql, corpus: string, page: CorpusPage, vectorOf: VectorOf): Promise<void> => {
  const held = (await sql.query(
    `SELECT row::text AS row, hash, place, since, vector::text AS vector FROM gleaner_passages
     WHERE corpus = $1 AND url = $2 AND until IS NULL`,
    [corpus, page.url],
  )) as unknown as readonly {
    row: string;
    hash: string;
    place: number;
    since: number;
    vector: string | null;
  }[];
  const wanted = new Map(page.passages.map((passage, place) => [passage.hash, { passage, place }]));
  const gone: string[] = [];
  const ended: string[] = [];
  for (const { row, hash, place, since, vector } of held) {
    const kept = wanted.get(hash);
    wanted.delete(hash);
    // Passages that are made again from the same version were never another state of the page.
    if (kept === undefined) (since >= page.at ? gone : ended).push(row);
    else {
      const now = vectorOf(kept.passage) ?? vector;
      if (kept.place !== place || now !== vector)
        await sql.query('UPDATE gleaner_passages SET place = $2, vector = $3 WHERE row = $1', [
          row,
          kept.place,
          now,
        ]);
    }
  }
  if (gone.length > 0) await sql.query('DELETE FROM gleaner_passages WHERE row = ANY($1::bigint[])', [gone]);
  if (ended.length > 0)
    await sql.query('UPDATE gleaner_passages SET until = $2 WHERE row = ANY($1::bigint[])', [ended, page.at]);
  const added = [...wanted.values()];
  if (added.length === 0) return;
  const column = <Value>(of: (each: (typeof added)[number]) => Value): Value[] => added.map(of);
  await sql.query(
    `INSERT INTO gleaner_passages(corpus, url, since, id, hash, place, section_path, heading_level, text, tokens,
      vector, words)
     SELECT $1, $2, $3, id, hash, place, section_path, heading_level, text, tokens, vector,
       setweight(to_tsvector('english', $13), 'A') || setweight(to_tsvector('english', section), 'B')
         || setweight(to_tsvector('english', indexed), 'D')
     FROM unnest($4::text[], $5::text[], $6::int[], $7::text[], $8::int[], $9::text[], $10::int[],
     $11::bigint[], $12::text[],
       $14::text[]) AS given(id, hash, place, section_path, heading_level, text, tokens, vector, section, indexed)`,
    [
      corpus,
      page.url,
      page.at,
      column(({ passage }) => passage.id),
      column(({ passage }) => passage.hash),
      column(({ place }) => place),
      column(({ passage }) => JSON.stringify(passage.sectionPath)),
      column(({ passage }) => passage.headingLevel),
      column(({ passage }) => passage.text),
      column(({ passage }) => passage.tokens),
      column(({ passage }) => vectorOf(passage)),
      column(({ passage }) => indexedText(passage.sectionPath.slice(1).join(' '))),
      indexedText(page.title),
      column(({ passage }) => indexedText(passage.text).slice(0, limits.postgresIndexedCharactersMax)),
    ],
  );
};

const putVersion = async (
  sql: Sql,
  corpus: string,
  page: CorpusPage,
  { shape, since }: { readonly shape: string; readonly since: number },
): Promise<void> => {
  await sql.query(
    `INSERT INTO gleaner_versions(corpus, url, since, at, envelope_key, deleted, content_hash, shape, title,
      metadata, language, host,
       source, page_group, agency, weight) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12,
       $13, $14, $15, $16)
     ON CONFLICT (corpus, url, since) DO UPDATE SET until = NULL, at = excluded.at, envelope_key =
     excluded.envelope_key,
       deleted = excluded.deleted, content_hash = excluded.content_hash, shape = excluded.shape, title =
       excluded.title,
       metadata = excluded.metadata, language = excluded.language, host = excluded.host, source = excluded.source,
       page_group = excluded.page_group, agency = excluded.agency, weight = excluded.weight`,
    [corpus, page.url, since, ...versionValues(page, shape)],
  );
};

const replaceOne = async (
  sql: Sql,
  corpus: string,
  {
    page,
    held,
    replacement,
    vectorOf,
  }: {
    readonly page: CorpusPage;
    readonly held: Held | undefined;
    readonly replacement: Replacement;
    readonly vectorOf: VectorOf;
  },
): Promise<Replaced> => {
  const found = compare(page, held, replacement.shape);
  if (found === 'older' || found === 'unchanged') return found;
  if (found === 'same' && held !== undefined) {
    await putVersion(sql, corpus, page, { shape: held.shape, since: held.since });
    return 'replaced';
  }
  if (held !== undefined && held.since < page.at)
    await sql.query('UPDATE gleaner_versions SET until = $4 WHERE corpus = $1 AND url = $2 AND since = $3', [
      corpus,
      page.url,
      held.since,
      page.at,
    ]);
  await putPassages(sql, corpus, page, vectorOf);
  const isWhole = page.passages.every(({ vectorKey }) => replacement.vectors.get(vectorKey) !== null);
  const shape = isWhole ? replacement.shape : replacement.shapeWithoutVectors;
  await putVersion(sql, corpus, page, { shape, since: page.at });
  return 'replaced';
};

/**
 * Deletes versions that were replaced so long ago that no search needs them, and pages that have been gone for long.
 */
const forgetOld = async (sql: Sql, corpus: string, now: number): Promise<void> => {
  const before = now - limits.corpusHistoryMs;
  const gone = await sql.query(
    'DELETE FROM gleaner_passages WHERE corpus = $1 AND until < $2 RETURNING vector',
    [corpus, before],
  );
  if (gone.length > 0)
    await sql.query(
      `DELETE FROM gleaner_vectors v WHERE corpus = $1 AND NOT EXISTS (SELECT 1 FROM gleaner_passages p WHERE
         p.vector = v.row)`,
      [corpus],
    );
  await sql.query(
    `DELETE FROM gleaner_versions WHERE corpus = $1 AND (until < $2 OR (until IS NULL AND deleted = 1 AND at
       < $3))`,
    [corpus, before, now - limits.corpusTombstoneMs],
  );
};

/** Replaces the current versions of pages, within the caller's transaction. */
export const replaceInPostgres = async (
  sql: Sql,
  corpus: string,
  pages: readonly CorpusPage[],
  replacement: Replacement,
  now: number,
): Promise<PagesReplaced> => {
  const { embedder, vectors, shape } = replacement;
  const urls = pages.map(({ url }) => url);
  await lockPages(sql, corpus, urls);
  const held = await standing(sql, corpus, urls);
  const isNew = (page: CorpusPage): boolean => compare(page, held.get(page.url), shape) === 'new';
  const keys = [
    ...new Set(pages.filter(isNew).flatMap(({ passages }) => passages.map((each) => each.vectorKey))),
  ];
  let rows = new Map<string, string>();
  if (embedder !== null && keys.length > 0) {
    const known = await vectorRows(sql, corpus, embedder, keys);
    const missing = new Set(keys.filter((key) => !known.has(key) && !vectors.has(key)));
    if (missing.size > 0) return { kind: 'missing', vectors: missing };
    const given = keys.flatMap((key) => {
      const vector = known.has(key) ? undefined : vectors.get(key);
      return vector ? [[key, vector] as const] : [];
    });
    await putVectors(sql, corpus, embedder, given);
    rows = await vectorRows(sql, corpus, embedder, keys);
  }
  const vectorOf: VectorOf = ({ vectorKey }) => rows.get(vectorKey) ?? null;
  const outcomes: Replaced[] = [];
  for (const page of pages)
    outcomes.push(await replaceOne(sql, corpus, { page, held: held.get(page.url), replacement, vectorOf }));
  if (outcomes.includes('replaced')) await forgetOld(sql, corpus, now);
  return { kind: 'replaced', outcomes };
};
