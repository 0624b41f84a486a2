import type { CorpusPage } from '../../../ingest/corpus-page.ts';
import { joinSources, takeSources } from '../../../ingest/source-facts.ts';
import { readSourceRow, sourceColumns, type SourceRow } from '../share-source.ts';
import type { Sql } from './open-postgres.ts';

/** Returns versions with the sources of the others of their pages. */
export const takeSourcesInPostgres = async (
  sql: Sql,
  corpus: string,
  pages: readonly CorpusPage[],
): Promise<readonly CorpusPage[]> => {
  const rows = (await sql.query(
    `SELECT url, ${sourceColumns} FROM gleaner_versions
     WHERE corpus = $1 AND url = ANY($2::text[]) AND source <> '' ORDER BY url, at DESC`,
    [corpus, pages.map(({ url }) => url)],
  )) as unknown as readonly (SourceRow & { readonly url: string })[];
  const held = Map.groupBy(rows, ({ url }) => url);
  return takeSources(pages, (url) => (held.get(url) ?? []).map(readSourceRow));
};

/** Gives the versions that are held of a page the sources of this one. Returns whether any had not all of them. */
export const giveSourcesInPostgres = async (sql: Sql, corpus: string, page: CorpusPage): Promise<boolean> => {
  if (page.source === '') return false;
  const rows = (await sql.query(
    `SELECT ${sourceColumns} FROM gleaner_versions WHERE corpus = $1 AND url = $2 AND source <> $3`,
    [corpus, page.url, page.source],
  )) as unknown as readonly SourceRow[];
  for (const row of rows) {
    const { since, source, agency, metadata } = joinSources(readSourceRow(row), page);
    await sql.query(
      `UPDATE gleaner_versions SET source = $4, agency = $5, metadata = $6
       WHERE corpus = $1 AND url = $2 AND since = $3`,
      [corpus, page.url, since, source, agency, JSON.stringify(metadata)],
    );
  }
  return rows.length > 0;
};
