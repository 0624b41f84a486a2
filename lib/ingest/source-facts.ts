import type { CorpusPage, PageMetadata } from './corpus-page.ts';

/** What a corpus keeps of the sources of a page. */
export interface SourceFacts {
  /** Ids of the sources that read it, in order, with a blank between them; empty if none did. */
  readonly source: string;
  readonly agency: string;
  readonly metadata: PageMetadata;
}

/** The metadata of a page that its source says, and not the page. */
const sourceNames = new Set(['source_id', 'agency', 'citation', 'jurisdiction', 'regulatory_domain']);

/** Returns the ids of both. */
const joinedIds = (one: string, other: string): string =>
  [...new Set(`${one} ${other}`.split(' '))]
    .filter((id) => id !== '')
    .toSorted()
    .join(' ');

/**
 * Returns what is known of a version's sources once another version of its page is known: the page is found by each
 * source that reads it, whoever read it last. What a source says of its pages holds for versions that no source wrote.
 */
export const joinSources = <Facts extends SourceFacts>(facts: Facts, other: SourceFacts): Facts => {
  const source = joinedIds(facts.source, other.source);
  if (facts.source !== '') return { ...facts, source };
  const told = Object.entries(other.metadata).filter(([name]) => sourceNames.has(name));
  const metadata = { ...facts.metadata, ...Object.fromEntries(told) };
  return { ...facts, source, agency: other.agency, metadata };
};

/**
 * Returns versions of pages with the sources of the others of their pages: of those among them, and of those that a
 * corpus holds, the latest first.
 */
export const takeSources = (
  pages: readonly CorpusPage[],
  held: (url: string) => readonly SourceFacts[],
): readonly CorpusPage[] => {
  const given = Map.groupBy(
    pages.toSorted((one, other) => other.at - one.at),
    ({ url }) => url,
  );
  return pages.map((page) =>
    [...(given.get(page.url) ?? []), ...held(page.url)]
      .filter(({ source }) => source !== '')
      .reduce<CorpusPage>((joined, other) => joinSources(joined, other), page),
  );
};
