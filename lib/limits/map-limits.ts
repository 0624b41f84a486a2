const second = 1_000;
const minute = 60 * second;

/** Limits of maps: lists of a site's URLs for somebody who waits (see `limits.ts`). */
export const mapLimits = {
  /** URLs in a map: unless told, and at most (Firecrawl's default and limit). */
  mapUrlsDefault: 5_000,
  mapUrlsMax: 100_000,
  /**
   * A map reads no further sitemap once it has found so many URLs, some of which may be the same: twice what is
   * asked for, at least this; for a search, which orders all that there are, at least `mapUrlsMax`.
   */
  mapUrlsFoundMin: 10_000,
  /** What a map is searched for: a handful of words. */
  mapSearchCharactersMax: 500,
  /** What a page says of itself, in a map of thousands of URLs. */
  mapTitleCharactersMax: 300,
  mapDescriptionCharactersMax: 1_000,
  /**
   * A map that takes longer is answered with what was found until then; its client came back for it in vain for a
   * while.
   */
  mapDeadlineMs: 60 * minute,
  /** How long POST /v2/map holds the connection: API Gateway closes it at 29 s. */
  mapWaitMs: 25 * second,
  /** Hosts that an estimate tells of one by one, those with the most pages. */
  estimateHostsShown: 20,
  /** URLs in one file of a finished map: one answer of the usual limit is one read. */
  mapPartUrls: 5_000,
} as const;
