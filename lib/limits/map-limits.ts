const second = 1_000;
const minute = 60 * second;

/** Limits of maps: lists of a site's URLs for a waiting caller (see `limits.ts`). */
export const mapLimits = {
  /** URLs in a map: by default, and at most (Firecrawl's default and limit). */
  mapUrlsDefault: 5_000,
  mapUrlsMax: 100_000,
  /**
   * A map reads no further sitemap once it has found so many URLs, some of which may be the same: twice the wanted
   * number, but at least this; for a search, which orders all URLs, at least `mapUrlsMax`.
   */
  mapUrlsFoundMin: 10_000,
  /** Characters of the words that a map is searched for. */
  mapSearchCharactersMax: 500,
  /** Characters of a page's title and description in a map of thousands of URLs. */
  mapTitleCharactersMax: 300,
  mapDescriptionCharactersMax: 1_000,
  /**
   * A map that takes longer is answered with the URLs found until then; by then its client has come back in vain for a
   * while.
   */
  mapDeadlineMs: 60 * minute,
  /** How long POST /v2/map holds the connection: API Gateway closes it at 29 s. */
  mapWaitMs: 25 * second,
  /** Hosts that an estimate lists one by one: those with the most pages. */
  estimateHostsShown: 20,
  /** URLs in one file of a finished map: an answer with the default limit is one read. */
  mapPartUrls: 5_000,
} as const;
