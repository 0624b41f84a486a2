import type { CorpusStore } from '../corpus-store.ts';
import {
  changedVersions,
  corpusCountsSchema,
  versionSchema,
  type CorpusCounts,
  type CorpusVersion,
} from '../read-corpus.ts';
import type { Postgres, Sql } from './open-postgres.ts';
import { replaceInPostgres } from './replace-in-postgres.ts';
import { ensureSchema } from './schema.ts';
import { searchVectorsInPostgres, searchWordsInPostgres } from './search-postgres.ts';

const always = Number.MAX_SAFE_INTEGER;
const versionColumns = 'url, since, until, at, deleted, envelope_key, title, content_hash';

/** Counts a corpus as the file does (`../read-corpus.ts`); `bytes` are those of its passages' texts. */
const countInPostgres = async (sql: Sql, name: string, source: string | null): Promise<CorpusCounts> => {
  const [row] = await sql.query(
    `WITH live AS (SELECT url, at, deleted FROM gleaner_versions
               WHERE corpus = $1 AND until IS NULL AND
                 ($2::text IS NULL OR strpos(' ' || source || ' ', ' ' || $2 || ' ') > 0)),
             own AS (SELECT until, tokens, vector, text FROM gleaner_passages
               WHERE corpus = $1 AND ($2::text IS NULL OR url IN (SELECT url FROM live)))
           SELECT (SELECT count(*) FROM live WHERE deleted = 0)::int AS pages,
             (SELECT count(*) FROM live WHERE deleted = 1)::int AS deleted,
             (SELECT max(at) FROM live) AS newest,
             (SELECT count(*) FROM own WHERE until IS NULL)::int AS passages,
             (SELECT count(*) FROM own WHERE until IS NOT NULL)::int AS past,
             (SELECT count(*) FROM own WHERE until IS NULL AND vector IS NOT NULL)::int AS embedded,
             (SELECT sum(tokens) FROM own WHERE until IS NULL)::float8 AS tokens,
             coalesce((SELECT sum(octet_length(text)) FROM own), 0)::float8 AS bytes`,
    [name, source],
  );
  return corpusCountsSchema.parse(row);
};

/**
 * Opens a corpus in PostgreSQL with pgvector, for a corpus that has outgrown a file. Its tables are made at the first
 * query.
 */
export const openPostgresStore = (postgres: Postgres, name: string): CorpusStore => {
  let ready: Promise<void> | undefined;
  const prepare = async (): Promise<void> => {
    ready ??= postgres.transact(ensureSchema);
    try {
      await ready;
    } catch (error) {
      ready = undefined;
      throw error;
    }
  };
  /** Runs a query; null if the corpus has no page, not even one that is gone. */
  const read = async <Result>(ask: () => Promise<Result>): Promise<Result | null> => {
    await prepare();
    const [any] = await postgres.query('SELECT 1 FROM gleaner_versions WHERE corpus = $1 LIMIT 1', [name]);
    return any === undefined ? null : await ask();
  };
  return {
    replacePages: async (pages, replacement, now) => {
      await prepare();
      return await postgres.transact((sql) => replaceInPostgres(sql, name, pages, replacement, now));
    },
    searchWords: (search) => read(() => searchWordsInPostgres(postgres, name, search)),
    searchVectors: (search) => read(() => searchVectorsInPostgres(postgres, name, search)),
    findVersion: (url, asOf) =>
      read(async (): Promise<CorpusVersion | null> => {
        const [row] = await postgres.query(
          `SELECT ${versionColumns} FROM gleaner_versions
           WHERE corpus = $1 AND url = $2 AND since <= $3 AND (until IS NULL OR until > $3)`,
          [name, url, asOf ?? always],
        );
        return row === undefined ? null : versionSchema.parse(row);
      }),
    listChanged: async (since, count, after) =>
      (await read(async () =>
        changedVersions(
          await postgres.query(
            `SELECT ${versionColumns}, (count(*) OVER ())::int AS total FROM gleaner_versions
             WHERE corpus = $1 AND until IS NULL AND since >= $2
               AND ($4::float8 IS NULL OR since < $4 OR (since = $4 AND url > $5::text))
             ORDER BY since DESC, url LIMIT $3`,
            [name, since, count, after?.since ?? null, after?.url ?? null],
          ),
        ),
      )) ?? changedVersions([]),
    isFull: () => Promise.resolve(false),
    count: (source) => read(() => countInPostgres(postgres, name, source)),
    delete: async () => {
      await prepare();
      await postgres.transact(async (sql) => {
        for (const table of ['gleaner_passages', 'gleaner_versions', 'gleaner_vectors'])
          await sql.query(`DELETE FROM ${table} WHERE corpus = $1`, [name]);
      });
    },
    close: () => postgres.close(),
  };
};
