const second = 1_000;
const MiB = 1_024 * 1_024;

/** Limits of searches, a part of `limits` (`limits.ts`). */
export const searchLimits = {
  /** Characters of a search, and domains that it includes or excludes: the engine gets them in one URL. */
  searchQueryCharactersMax: 2_000,
  searchDomainsMax: 50,
  /**
   * Results of one source (Firecrawl's limit), and pages of the engine that are read for them: most have ten or twenty
   * results on each.
   */
  searchResultsMax: 100,
  searchPagesMax: 5,
  /** One answer of the search engine. It queries several others, and gives up on them after some seconds. */
  searchMs: 10 * second,
  searchBytesMax: 4 * MiB,
} as const;
