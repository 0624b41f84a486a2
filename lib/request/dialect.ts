/** Whose words a request and its answers speak: Firecrawl's of today, its first version's, or Raito's. */
export const dialects = ['v2', 'v1', 'raito'] as const;
export type Dialect = (typeof dialects)[number];
