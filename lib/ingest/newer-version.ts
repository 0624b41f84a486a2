import type { CorpusPage } from './corpus-page.ts';

/**
 * Says whether a version replaces another of the same page: the later one does, and of two with the same time the one
 * with the greater key.
 */
export const isNewer = (
  one: Pick<CorpusPage, 'at' | 'envelopeKey'>,
  other: Pick<CorpusPage, 'at' | 'envelopeKey'>,
): boolean => one.at > other.at || (one.at === other.at && one.envelopeKey > other.envelopeKey);
