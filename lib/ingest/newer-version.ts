import type { CorpusPage } from './corpus-page.ts';

/**
 * Whether a version goes before another of the same page: the later one, and of one time the one with the
 * greater key.
 */
export const isNewer = (
  one: Pick<CorpusPage, 'at' | 'envelopeKey'>,
  other: Pick<CorpusPage, 'at' | 'envelopeKey'>,
): boolean => one.at > other.at || (one.at === other.at && one.envelopeKey > other.envelopeKey);
