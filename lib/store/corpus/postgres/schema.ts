import type { Sql } from './open-postgres.ts';

/**
 * Corpora in PostgreSQL: the tables of the file (`../corpus-file.ts`), each row with its corpus. `words` holds title,
 * headings and text by weight. Vectors of all lengths are in one column, and each embedder has an index of its own.
 */
const schema = `
CREATE EXTENSION IF NOT EXISTS vector;
CREATE TABLE IF NOT EXISTS gleaner_versions(
  corpus text NOT NULL, url text NOT NULL, since float8 NOT NULL, until float8, at float8 NOT NULL,
  envelope_key text NOT NULL,
  deleted int NOT NULL, content_hash text NOT NULL, shape text NOT NULL, title text NOT NULL, metadata text NOT NULL,
  language text NOT NULL, host text NOT NULL, source text NOT NULL, page_group text NOT NULL, agency text NOT NULL,
  weight float8 NOT NULL, PRIMARY KEY (corpus, url, since)
);
CREATE INDEX IF NOT EXISTS gleaner_versions_until ON gleaner_versions(corpus, until) WHERE until IS NOT NULL;
CREATE TABLE IF NOT EXISTS gleaner_vectors(
  row bigserial PRIMARY KEY, corpus text NOT NULL, embedder text NOT NULL, key text NOT NULL, vector vector NOT NULL,
  UNIQUE (corpus, key, embedder)
);
CREATE TABLE IF NOT EXISTS gleaner_passages(
  row bigserial PRIMARY KEY, corpus text NOT NULL, id text NOT NULL, url text NOT NULL, hash text NOT NULL,
  since float8 NOT NULL,
  until float8, place int NOT NULL, section_path text NOT NULL, heading_level int NOT NULL, text text NOT
  NULL, tokens int NOT NULL,
  vector bigint, words tsvector NOT NULL
);
CREATE INDEX IF NOT EXISTS gleaner_passages_url ON gleaner_passages(corpus, url);
CREATE INDEX IF NOT EXISTS gleaner_passages_until ON gleaner_passages(corpus, until) WHERE until IS NOT NULL;
CREATE INDEX IF NOT EXISTS gleaner_passages_vector ON gleaner_passages(vector) WHERE vector IS NOT NULL;
CREATE INDEX IF NOT EXISTS gleaner_passages_words ON gleaner_passages USING gin(words);
`;

/**
 * An arbitrary number: the process that makes the tables locks it, so that two that start at the same time do not
 * interfere.
 */
const schemaLock = 7_236_412_001;

/** Makes the tables if they do not exist. */
export const ensureSchema = async (sql: Sql): Promise<void> => {
  await sql.query('SELECT pg_advisory_xact_lock($1)', [schemaLock]);
  await sql.query(schema);
};
