import type { CorpusPage, PageMetadata } from '../../../ingest/corpus-page.ts';
import { metadataWithSource, pageWithSource } from '../../../ingest/source-facts.ts';
import type { Sql } from './open-postgres.ts';

/** Gives versions without a source the one that read their page last, as in the file (`../share-source.ts`). */
export const takeSourcesInPostgres = async (
  sql: Sql,
  corpus: string,
  pages: readonly CorpusPage[],
): Promise<readonly CorpusPage[]> => {
  const urls = pages.filter(({ source }) => source === '').map(({ url }) => url);
  if (urls.length === 0) return pages;
  const rows = (await sql.query(
    `SELECT DISTINCT ON (url) url, source, agency, metadata FROM gleaner_versions
     WHERE corpus = $1 AND url = ANY($2::text[]) AND source <> '' ORDER BY url, at DESC`,
    [corpus, urls],
  )) as unknown as readonly { url: string; source: string; agency: string; metadata: string }[];
  const held = new Map(rows.map((row) => [row.url, row]));
  return pages.map((page) => {
    const found = page.source === '' ? held.get(page.url) : undefined;
    if (found === undefined) return page;
    return pageWithSource(page, { ...found, metadata: JSON.parse(found.metadata) as PageMetadata });
  });
};

/** Gives versions of a page that came without a source the source of this one. Returns whether there were any. */
export const giveSourceInPostgres = async (sql: Sql, corpus: string, page: CorpusPage): Promise<boolean> => {
  if (page.source === '') return false;
  const rows = (await sql.query(
    "SELECT since, metadata FROM gleaner_versions WHERE corpus = $1 AND url = $2 AND source = ''",
    [corpus, page.url],
  )) as unknown as readonly { since: number; metadata: string }[];
  for (const { since, metadata } of rows)
    await sql.query(
      `UPDATE gleaner_versions SET source = $4, agency = $5, metadata = $6
       WHERE corpus = $1 AND url = $2 AND since = $3`,
      [
        corpus,
        page.url,
        since,
        page.source,
        page.agency,
        JSON.stringify(metadataWithSource(JSON.parse(metadata) as PageMetadata, page)),
      ],
    );
  return rows.length > 0;
};
