import type { CorpusPage, PageMetadata } from './corpus-page.ts';

/** What a corpus keeps of the source of a page. */
export interface SourceFacts {
  readonly source: string;
  readonly agency: string;
  readonly metadata: PageMetadata;
}

/** The metadata of a page that its source says, and not the page. */
const sourceNames = new Set(['source_id', 'agency', 'citation', 'jurisdiction', 'regulatory_domain']);

/** Returns metadata of a page with what its source says. */
export const metadataWithSource = (
  metadata: PageMetadata,
  from: Pick<SourceFacts, 'metadata'>,
): PageMetadata => ({
  ...metadata,
  ...Object.fromEntries(Object.entries(from.metadata).filter(([name]) => sourceNames.has(name))),
});

/**
 * Returns a page with the source of another version of it. Jobs without a source read pages of sources as well: such a
 * page is still found by its source.
 */
export const pageWithSource = (page: CorpusPage, from: SourceFacts): CorpusPage => ({
  ...page,
  source: from.source,
  agency: from.agency,
  metadata: metadataWithSource(page.metadata, from),
});
