import * as z from 'zod';
import type { JobSpec } from '../request/job-spec.ts';
import { pageIdentity } from './canonical-url.ts';

/** A URL of a site's map, with what is known of its page without fetching it. */
export const mapLinkSchema = z.object({
  url: z.string(),
  title: z.string().optional(),
  description: z.string().optional(),
});
export type MapLink = z.infer<typeof mapLinkSchema>;

/**
 * The URLs on a page or in a sitemap file of a map: those in the map's scope, each once, in the order in which they
 * stand there. It is stored beside the job's drafts until the job ends (docs/decisions/0019-map.md).
 */
export const urlListSchema = z.object({
  v: z.literal(1),
  links: z.array(mapLinkSchema),
  /** Sitemap files that it names, by their hash, in order. */
  files: z.array(z.string()),
  /** URLs of the same site that were left out because they are not below the path of the first page. */
  besidePath: z.number().int().min(0),
});
export type UrlList = z.infer<typeof urlListSchema>;

/** Returns a URL as a map shows it: without its query, if the query makes no difference to the map. */
export const listedUrl = ({ crawl }: JobSpec, url: string): string =>
  crawl?.ignoreQueryParameters === true ? (url.split('?', 1)[0] ?? url) : url;

/** Returns the text that identifies a URL within a map; it is the same as for pages of a crawl. */
export const listedIdentity = ({ crawl }: JobSpec, url: string): string =>
  pageIdentity(url, crawl ?? { ignoreQueryParameters: false, deduplicateSimilarURLs: false });
