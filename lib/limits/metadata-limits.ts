/** Limits of a page's metadata, kept and searched; part of `limits`. */

export const metadataLimits = {
  /** Characters of a title, a description or any other `<meta>`: those that people read have some hundred. */
  metadataCharactersMax: 2_000,
  /**
   * `<meta>` values of one page, the characters of their names, and of all together; articles with references reach
   * 500.
   */
  metasMax: 1_000,
  metaNameCharactersMax: 200,
  metasCharactersMax: 128 * 1_024,
  /** Keywords of one page; more are bait for search engines. */
  keywordsMax: 200,
  /** Names of one page's authors: a paper of a large collaboration has thousands. */
  authorsMax: 50,
  /** Headings, bylines, dates and short texts of one page that are checked for its metadata, of each kind. */
  metadataSpotsMax: 200,
  /** Things that one page describes in structured data. Listings describe hundreds. */
  structuredItemsMax: 2_000,
} as const;
