/** The dialect of a request and its answers: today's Firecrawl, Firecrawl's first version, or Raito. */
export const dialects = ['v2', 'v1', 'raito'] as const;
export type Dialect = (typeof dialects)[number];
