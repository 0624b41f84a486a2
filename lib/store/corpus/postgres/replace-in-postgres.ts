import type { CorpusPage } from '../../../ingest/corpus-page.ts';
import { isNewer, latestFirst, latestOfEach } from '../../../ingest/newer-version.ts';
import { unpackVector, type StoredVector } from '../../../ingest/embed/vector.ts';
import { limits } from '../../../limits/limits.ts';
import type { PagesReplaced } from '../corpus-store.ts';
import { changes, type Replaced, type Replacement } from '../replace-pages.ts';
import type { Sql } from './open-postgres.ts';
import { putPastInPostgres } from './put-past-in-postgres.ts';
import {
  addPassagesInPostgres,
  putVersionInPostgres,
  vectorRows,
  type VectorFinder,
} from './put-rows-in-postgres.ts';
import { factColumns, hasFacts, type VersionFacts } from '../version-values.ts';
import { giveSourcesInPostgres, takeSourcesInPostgres } from './share-source-in-postgres.ts';

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

const putPassages = async (
  sql: Sql,
  corpus: string,
  page: CorpusPage,
  vectorOf: VectorFinder,
): Promise<void> => {
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
  await addPassagesInPostgres(
    sql,
    corpus,
    page,
    [...wanted.values()],
    { since: page.at, until: null },
    vectorOf,
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
    readonly vectorOf: VectorFinder;
  },
): Promise<'replaced' | 'unchanged' | 'older'> => {
  const found = compare(page, held, replacement.shape);
  if (found === 'older' || found === 'unchanged') return found;
  if (found === 'same' && held !== undefined) {
    await putVersionInPostgres(sql, corpus, page, held.shape, { since: held.since, until: null });
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
  await putVersionInPostgres(sql, corpus, page, shape, { since: page.at, until: null });
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
  given: readonly CorpusPage[],
  replacement: Replacement,
  now: number,
): Promise<PagesReplaced> => {
  const { embedder, vectors, shape } = replacement;
  const urls = given.map(({ url }) => url);
  await lockPages(sql, corpus, urls);
  const pages = await takeSourcesInPostgres(sql, corpus, given);
  const held = await standing(sql, corpus, urls);
  const isNew = (page: CorpusPage): boolean => compare(page, held.get(page.url), shape) === 'new';
  const latest = latestOfEach(pages);
  const keys = [
    ...new Set(latest.filter(isNew).flatMap(({ passages }) => passages.map((each) => each.vectorKey))),
  ];
  let rows = new Map<string, string>();
  if (embedder !== null && keys.length > 0) {
    const known = await vectorRows(sql, corpus, embedder, keys);
    const missing = new Set(keys.filter((key) => !known.has(key) && !vectors.has(key)));
    if (missing.size > 0) return { kind: 'missing', vectors: missing };
    const found = keys.flatMap((key) => {
      const vector = known.has(key) ? undefined : vectors.get(key);
      return vector ? [[key, vector] as const] : [];
    });
    await putVectors(sql, corpus, embedder, found);
    rows = await vectorRows(sql, corpus, embedder, keys);
  }
  const vectorOf: VectorFinder = ({ vectorKey }) => rows.get(vectorKey) ?? null;
  const became = new Map<CorpusPage, Replaced>();
  for (const page of latestFirst(pages)) {
    const one = { page, held: held.get(page.url), replacement, vectorOf };
    const outcome = latest.includes(page) ? await replaceOne(sql, corpus, one) : 'older';
    const isPast = outcome === 'older' && (await putPastInPostgres(sql, corpus, page, { replacement, now }));
    became.set(page, isPast ? 'past' : outcome);
  }
  const shared = await giveSourcesInPostgres(sql, corpus, pages);
  const outcomes = pages.map((page) => {
    const outcome = became.get(page) ?? 'older';
    return outcome === 'older' && shared.has(page.url) ? 'past' : outcome;
  });
  if (changes(outcomes)) await forgetOld(sql, corpus, now);
  return { kind: 'replaced', outcomes };
};
