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
 * What a page or a sitemap file of a map names: URLs in the map's scope, each once, in the order in which they
 * stand there. It lies beside the job's other drafts until the job ends (docs/decisions/0019-map.md).
 */
export const urlListSchema = z.object({
  v: z.literal(1),
  links: z.array(mapLinkSchema),
  /** Sitemap files that it names, by their hash, in order. */
  files: z.array(z.string()),
  /** URLs of the same site that were left out because they do not lie below the path of the first page. */
  besidePath: z.number().int().min(0),
});
export type UrlList = z.infer<typeof urlListSchema>;

/** A URL as a map shows it: without its query, where that makes no difference to it. */
export const listedUrl = ({ crawl }: JobSpec, url: string): string =>
  crawl?.ignoreQueryParameters === true ? (url.split('?', 1)[0] ?? url) : url;

/** What tells two URLs of a map apart: the same as two pages of a crawl. */
export const listedIdentity = ({ crawl }: JobSpec, url: string): string =>
  pageIdentity(url, crawl ?? { ignoreQueryParameters: false, deduplicateSimilarURLs: false });
