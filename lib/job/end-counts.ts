/**
 * Counters on the job's item that the end of a page changes, beside those of the protocol. Each family of URLs
 * (`lib/frontier/sameness.ts`) has two, named by its digest.
 */
export type EndCounter =
  | 'unchanged'
  | 'mapped'
  | 'sitemapBytes'
  | 'reserved'
  | 'leftHidden'
  | 'leftSame'
  | 'leftTraps'
  | 'inputTokens'
  | 'outputTokens'
  | 'modelCalls'
  | 'microdollars'
  | 'unpriced'
  | 'spentTokens'
  | 'spentMicrodollars'
  | 'fieldsAsked'
  | 'fieldsAnswered'
  | 'fieldsFree'
  | `same_${string}`
  | `seen_${string}`;

/** By how much they change; negative if a reservation is given back. */
export type EndCounts = Readonly<Partial<Record<EndCounter, number>>>;
