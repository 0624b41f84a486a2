import type { DatabaseSync } from 'node:sqlite';
import type { CorpusPage, PageMetadata } from '../../ingest/corpus-page.ts';
import { joinSources, type SourceFacts } from '../../ingest/source-facts.ts';

/** A version's sources as a store of rows keeps them. */
export interface SourceRow {
  readonly since: number;
  readonly source: string;
  readonly agency: string;
  readonly metadata: string;
}

/** The columns of `SourceRow`. */
export const sourceColumns = 'since, source, agency, metadata';

/** The condition that a version is of a source, which is the first parameter; `column` has the version's sources. */
export const isOfSource = (column: string): string => `instr(' ' || ${column} || ' ', ' ' || ?1 || ' ') > 0`;

/** Reads the metadata of a row. */
export const readSourceRow = (row: SourceRow): SourceFacts & { readonly since: number } => ({
  ...row,
  metadata: JSON.parse(row.metadata) as PageMetadata,
});

/** Reads what is held of the sources of a page, the latest version first. */
export const heldSources = (db: DatabaseSync, url: string): (SourceFacts & { readonly since: number })[] =>
  (
    db
      .prepare(`SELECT ${sourceColumns} FROM versions WHERE url = ? ORDER BY at DESC`)
      .all(url) as unknown as SourceRow[]
  ).map(readSourceRow);

/**
 * Gives the versions that are held of a page the sources of this one, within the caller's transaction. Returns whether
 * any had not all of them.
 */
export const giveSources = (db: DatabaseSync, page: CorpusPage): boolean => {
  if (page.source === '') return false;
  const lacking = heldSources(db, page.url)
    .map((held) => ({ held, joined: joinSources(held, page) }))
    .filter(({ held, joined }) => held.source !== joined.source);
  for (const { joined } of lacking)
    db.prepare('UPDATE versions SET source = ?, agency = ?, metadata = ? WHERE url = ? AND since = ?').run(
      joined.source,
      joined.agency,
      JSON.stringify(joined.metadata),
      page.url,
      joined.since,
    );
  return lacking.length > 0;
};
