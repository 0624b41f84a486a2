import * as z from 'zod';
import type { PageFacts } from '../extract/candidates/page-facts.ts';
import { envelopeSchema } from './envelope.ts';
import { latestSchema } from './latest.ts';

/**
 * A page between two stages: fetched and read, and on its way to extraction. It holds the page's envelope without the
 * extraction, and everything else of the page that extraction reads, because the page is parsed only once, by the stage
 * that fetched it.
 */
export const draftSchema = z.object({
  v: z.literal(1),
  envelope: envelopeSchema,
  /** What is stored about the version once its envelope is written. */
  version: latestSchema.omit({ envelopeKey: true }),
  /** The version before, which tells this one apart from another of the day; absent if there is none. */
  before: latestSchema.pick({ envelopeKey: true, envelopeAt: true }).optional(),
  visit: z.object({ status: z.number(), ms: z.number() }),
  facts: z.custom<PageFacts>((facts) => typeof facts === 'object' && facts !== null),
});
export type Draft = z.infer<typeof draftSchema>;

/**
 * Returns the key of a draft. Each version of a page within one job has its own, so that a late worker overwrites
 * nothing.
 */
export const draftKey = (job: string, page: string, contentHash: string): string =>
  `drafts/${job}/${page}-${contentHash.replace(/^sha256:/, '').slice(0, 16)}.json`;

/** Returns the key of the list of URLs in a map's page or sitemap (lib/frontier/url-list.ts). */
export const listKey = (job: string, page: string, hash: string): string =>
  `drafts/${job}/list-${page}-${hash.slice(0, 16)}.json`;
