import type { DatabaseSync } from 'node:sqlite';
import type { CorpusPage, PageMetadata } from '../../ingest/corpus-page.ts';
import { metadataWithSource, pageWithSource } from '../../ingest/source-facts.ts';

/** Gives a version that comes without a source the one that read its page last, within the caller's transaction. */
export const takeSource = (db: DatabaseSync, page: CorpusPage): CorpusPage => {
  if (page.source !== '') return page;
  const held = db
    .prepare(
      "SELECT source, agency, metadata FROM versions WHERE url = ? AND source != '' ORDER BY at DESC LIMIT 1",
    )
    .get(page.url) as { source: string; agency: string; metadata: string } | undefined;
  if (held === undefined) return page;
  return pageWithSource(page, { ...held, metadata: JSON.parse(held.metadata) as PageMetadata });
};

/**
 * Gives versions of a page that came before without a source the source of this one, within the caller's transaction.
 * Returns whether there were any.
 */
export const giveSource = (db: DatabaseSync, page: CorpusPage): boolean => {
  if (page.source === '') return false;
  const rows = db
    .prepare("SELECT since, metadata FROM versions WHERE url = ? AND source = ''")
    .all(page.url) as { since: number; metadata: string }[];
  for (const { since, metadata } of rows) {
    const told = metadataWithSource(JSON.parse(metadata) as PageMetadata, page);
    db.prepare('UPDATE versions SET source = ?, agency = ?, metadata = ? WHERE url = ? AND since = ?').run(
      page.source,
      page.agency,
      JSON.stringify(told),
      page.url,
      since,
    );
  }
  return rows.length > 0;
};
