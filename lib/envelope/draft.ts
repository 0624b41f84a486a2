import * as z from 'zod';
import type { PageFacts } from '../extract/candidates/page-facts.ts';
import { envelopeSchema } from './envelope.ts';
import { latestSchema } from './latest.ts';

/**
 * A page between two stages: what was fetched and read, on its way to extraction. It is the page's envelope but for
 * what is extracted, and what extraction reads of the page beside it: the page is parsed once, by whoever fetched
 * it.
 */
export const draftSchema = z.object({
  v: z.literal(1),
  envelope: envelopeSchema,
  /** What is remembered of the version once its envelope is written. */
  version: latestSchema.omit({ envelopeKey: true }),
  visit: z.object({ status: z.number(), ms: z.number() }),
  facts: z.custom<PageFacts>((facts) => typeof facts === 'object' && facts !== null),
});
export type Draft = z.infer<typeof draftSchema>;

/** Key of a draft: of a page's versions within one job each has its own, so that a late worker spoils nothing. */
export const draftKey = (job: string, page: string, contentHash: string): string =>
  `drafts/${job}/${page}-${contentHash.replace(/^sha256:/, '').slice(0, 16)}.json`;

/** Key of the list of what a map's page or sitemap names (lib/frontier/url-list.ts). */
export const listKey = (job: string, page: string, hash: string): string =>
  `drafts/${job}/list-${page}-${hash.slice(0, 16)}.json`;
