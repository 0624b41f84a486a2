import type { DatabaseSync } from 'node:sqlite';
import * as z from 'zod';
import type { ChangesCursor } from '../../request/corpus-search-request.ts';
import { isOfSource } from './share-source.ts';

export const corpusCountsSchema = z.object({
  pages: z.number(),
  deleted: z.number(),
  newest: z.number().nullable(),
  passages: z.number(),
  past: z.number(),
  embedded: z.number(),
  tokens: z.number().nullable(),
  bytes: z.number(),
});
export type CorpusCounts = z.infer<typeof corpusCountsSchema>;

/**
 * Counts what a corpus holds, in all or of one source. `past`: passages of versions that were replaced; `newest`: when
 * its newest page was fetched; `bytes` is the size of the whole file.
 */
export const countCorpus = (db: DatabaseSync, source: string | null = null): CorpusCounts =>
  corpusCountsSchema.parse(
    db
      .prepare(
        `WITH live AS (SELECT url, at, deleted FROM versions WHERE until IS NULL AND
           (?1 IS NULL OR ${isOfSource('source')})),
           own AS (SELECT until, tokens, vector FROM passages WHERE ?1 IS NULL OR url IN (SELECT url FROM live))
         SELECT
          (SELECT count(*) FROM live WHERE deleted = 0) AS pages,
          (SELECT count(*) FROM live WHERE deleted = 1) AS deleted,
          (SELECT max(at) FROM live) AS newest,
          (SELECT count(*) FROM own WHERE until IS NULL) AS passages,
          (SELECT count(*) FROM own WHERE until IS NOT NULL) AS past,
          (SELECT count(*) FROM own WHERE until IS NULL AND vector IS NOT NULL) AS embedded,
          (SELECT sum(tokens) FROM own WHERE until IS NULL) AS tokens,
          (SELECT page_count * page_size FROM pragma_page_count(), pragma_page_size()) AS bytes`,
      )
      .get(source),
  );

export const versionSchema = z.object({
  url: z.string(),
  since: z.number(),
  until: z.number().nullable(),
  at: z.number(),
  deleted: z.number(),
  envelope_key: z.string(),
  title: z.string(),
  content_hash: z.string(),
});
export type CorpusVersion = z.infer<typeof versionSchema>;

/** Finds the version of a page at a time, or the current one (`asOf` null); null if the corpus has none. */
export const findVersion = (db: DatabaseSync, url: string, asOf: number | null): CorpusVersion | null => {
  const row = db
    .prepare(
      `SELECT url, since, until, at, deleted, envelope_key, title, content_hash FROM versions
       WHERE url = ?1 AND since <= ?2 AND (until IS NULL OR until > ?2)`,
    )
    .get(url, asOf ?? Number.MAX_SAFE_INTEGER);
  return row === undefined ? null : versionSchema.parse(row);
};

/** Pages that changed, newest first, and how many more did that come after them. */
export interface ChangedVersions {
  readonly versions: readonly CorpusVersion[];
  readonly remaining: number;
}

/** Makes the list out of rows, each of which has the number of all rows behind the cursor as `total`. */
export const changedVersions = (rows: readonly unknown[]): ChangedVersions => {
  const versions = z.array(versionSchema).parse(rows);
  const { total } = z.object({ total: z.number() }).parse(rows[0] ?? { total: 0 });
  return { versions, remaining: total - versions.length };
};

/**
 * Lists the versions that began or ended at or after a time, newest first: what changed in the corpus since then.
 *
 * @param after The last page of the list before; null for the first list.
 */
export const listChanged = (
  db: DatabaseSync,
  since: number,
  count: number,
  after: ChangesCursor | null,
): ChangedVersions =>
  changedVersions(
    db
      .prepare(
        `SELECT url, since, until, at, deleted, envelope_key, title, content_hash, count(*) OVER () AS total
         FROM versions
         WHERE until IS NULL AND since >= ?1 AND (?3 IS NULL OR since < ?3 OR (since = ?3 AND url > ?4))
         ORDER BY since DESC, url LIMIT ?2`,
      )
      .all(since, count, after?.since ?? null, after?.url ?? null),
  );
