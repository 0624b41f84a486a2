import type { CorpusPage } from './corpus-page.ts';

/**
 * Says whether a version replaces another of the same page: the later one does, and of two with the same time the one
 * with the greater key.
 */
export const isNewer = (
  one: Pick<CorpusPage, 'at' | 'envelopeKey'>,
  other: Pick<CorpusPage, 'at' | 'envelopeKey'>,
): boolean => one.at > other.at || (one.at === other.at && one.envelopeKey > other.envelopeKey);

/** Keeps the latest of several versions of one page. */
export const latestOfEach = (pages: readonly CorpusPage[]): CorpusPage[] => {
  const latest = new Map<string, CorpusPage>();
  for (const page of pages) {
    const other = latest.get(page.url);
    if (other === undefined || isNewer(page, other)) latest.set(page.url, page);
  }
  return [...latest.values()];
};

/** Puts the latest version of each page before all others, which then are earlier than what a corpus shows. */
export const latestFirst = (pages: readonly CorpusPage[]): CorpusPage[] => {
  const latest = new Set(latestOfEach(pages));
  return [...latest, ...pages.filter((page) => !latest.has(page))];
};
