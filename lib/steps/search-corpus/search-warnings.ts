import type { Failure } from '../../failure.ts';
import { limits } from '../../limits/limits.ts';

const dayMs = 24 * 60 * 60 * 1_000;
const dayAlone = ': a day alone is its end, in UTC';

/** What every answer from a full corpus says. */
export const corpusFullWarning =
  'The corpus is full and may lack pages that came late (docs/corpus.md, Limits)';

/** The facts about a search that its warnings need. */
export interface SearchFound {
  /** The corpus holds no page. */
  readonly isEmpty: boolean;
  /** The corpus may have left pages out. */
  readonly isFull: boolean;
  readonly isNothing: boolean;
  /** The query has no word, and was not searched by its meaning. */
  readonly isUnasked: boolean;
  /** The group of hosts whose pages alone were searched. */
  readonly group: string | undefined;
  /** The source whose pages alone were searched, if the corpus holds none of it. */
  readonly absentSource: string | undefined;
  /** Why only words were searched, although meaning was wanted as well. */
  readonly unranked: Failure | null;
  /** The words of the query, if words were searched. */
  readonly wordCount: number;
}

/**
 * Tells what a search left out or did otherwise than asked, as sentences for people.
 *
 * @param now and `asOf` in milliseconds since the epoch.
 */
export const searchWarnings = (
  now: number,
  asOf: number | undefined,
  { isEmpty, isFull, isNothing, isUnasked, group, absentSource, unranked, wordCount }: SearchFound,
): string[] => {
  const { corpusQueryWordsMax: wordsMax } = limits;
  const horizon = now - limits.corpusHistoryMs;
  return [
    ...(isEmpty ? ['The corpus holds no page yet'] : []),
    ...(isFull ? [corpusFullWarning] : []),
    ...(isUnasked
      ? ['The query has no word: signs and emoji are found by meaning alone, with an embedder']
      : []),
    ...(isNothing && !isEmpty && group !== undefined
      ? [`Only pages of the group ${group} were searched: of hosts (docs/hosts.md), not of a manifest`]
      : []),
    ...(absentSource === undefined ? [] : [`The corpus holds no page of the source ${absentSource}`]),
    ...(isNothing && !isEmpty && asOf !== undefined
      ? [`Searched as of ${new Date(asOf).toISOString()}${(asOf + 1) % dayMs === 0 ? dayAlone : ''}`]
      : []),
    ...(asOf !== undefined && asOf < horizon
      ? [
          `Versions that were replaced before ${new Date(horizon).toISOString()} are not in the corpus any more`,
        ]
      : []),
    ...(wordCount > wordsMax
      ? [`The query has ${wordCount} words: the first ${wordsMax} were searched`]
      : []),
    ...(unranked === null
      ? []
      : [`${isUnasked ? '' : 'Only words were searched. '}${unranked.code}: ${unranked.message}`]),
  ];
};
