import type { CorpusPage } from '../../../ingest/corpus-page.ts';
import { joinSources, takeSources } from '../../../ingest/source-facts.ts';
import { readSourceRow, sourceColumns, type SourceRow } from '../share-source.ts';
import type { Sql } from './open-postgres.ts';

type PageRow = SourceRow & { readonly url: string };

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
  )) as unknown as readonly PageRow[];
  const held = Map.groupBy(rows, ({ url }) => url);
  return takeSources(pages, (url) => (held.get(url) ?? []).map(readSourceRow));
};

/**
 * Gives the versions that are held of pages the sources of these, which have those of each other already. Returns the
 * URLs of which a version had not all of them.
 */
export const giveSourcesInPostgres = async (
  sql: Sql,
  corpus: string,
  pages: readonly CorpusPage[],
): Promise<ReadonlySet<string>> => {
  const given = new Map(pages.filter(({ source }) => source !== '').map((page) => [page.url, page]));
  if (given.size === 0) return new Set();
  const rows = (await sql.query(
    `SELECT v.url, ${sourceColumns} FROM gleaner_versions v
     JOIN unnest($2::text[], $3::text[]) AS given(url, joined) ON v.url = given.url
     WHERE v.corpus = $1 AND v.source <> given.joined`,
    [corpus, [...given.keys()], [...given.values()].map(({ source }) => source)],
  )) as unknown as readonly PageRow[];
  for (const row of rows) {
    const page = given.get(row.url);
    if (page === undefined) continue;
    const { since, source, agency, metadata } = joinSources(readSourceRow(row), page);
    await sql.query(
      `UPDATE gleaner_versions SET source = $4, agency = $5, metadata = $6
       WHERE corpus = $1 AND url = $2 AND since = $3`,
      [corpus, row.url, since, source, agency, JSON.stringify(metadata)],
    );
  }
  return new Set(rows.map(({ url }) => url));
};
