/** Chapters of the API's description, in their order. */
export const tags = {
  Scrape: 'One page, in the same connection.',
  Map: 'The URLs of a site.',
  Crawl: 'A site, page by page, from where a crawl starts.',
  Batch: 'A list of pages.',
  Extract: 'Questions that pages answer, as JSON.',
  Jobs: 'What jobs do and did, page by page.',
  Keys: "The keys of the caller's team.",
  Models: 'The keys of models that extraction asks with.',
  Usage: 'What a team uses and may use.',
  Estimate: 'What a request would take: pages, time, tokens and dollars.',
  Search: 'The web, through the search engine of the deployment.',
  Sources: 'What is fetched again and again, as manifests say it; and what changed.',
  Corpus: 'What was crawled, passage by passage.',
  Webhooks: "What a job's webhook was told, and telling it again.",
  'Version 1': "Firecrawl's first API, for clients that were made for it.",
  Documentation: 'This description.',
} as const;
export type DocsTag = keyof typeof tags;
