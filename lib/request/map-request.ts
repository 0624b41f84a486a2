import * as z from 'zod';
import { limits } from '../limits/limits.ts';
import { parseCrawlRequest } from './crawl-request.ts';
import type { Dialect } from './dialect.ts';
import { sitemapModes, type JobSpec } from './job-spec.ts';
import { parseWith, type ParsedRequest } from './parse-request.ts';
import { completeScrapeOptions } from './scrape-options.ts';
import { urlField } from './url-field.ts';

const commonShape = {
  url: urlField.meta({ description: 'The site, or a folder of it.' }),
  search: z.string().max(limits.mapSearchCharactersMax).optional().meta({
    description: 'Words: URLs that have to do with them come first.',
  }),
  includeSubdomains: z.boolean().optional().meta({
    default: true,
    description: 'Lists URLs of subdomains as well.',
  }),
  ignoreQueryParameters: z.boolean().optional().meta({
    default: true,
    description: 'Lists URLs that differ in their query alone once.',
  }),
  filterByPath: z.boolean().optional().meta({
    default: true,
    description: 'Lists only what lies at or below the path of `url`.',
  }),
  limit: z
    .number()
    .int({ error: 'expected a whole number' })
    .min(1, { error: 'expected at least 1 URL' })
    .max(limits.mapUrlsMax, { error: `expected at most ${limits.mapUrlsMax} URLs` })
    .optional()
    .meta({ default: limits.mapUrlsDefault, description: 'URLs at most.' }),
  timeout: z.number().int().min(1, { error: 'expected milliseconds' }).optional().meta({
    description: 'Milliseconds that the request waits for the map, then it answers `MAP_TIMEOUT`.',
  }),
};

/** POST /v2/map, with Firecrawl's names and defaults. */
export const mapRequestSchema = z.object({
  ...commonShape,
  sitemap: z
    .enum(sitemapModes, { error: `expected one of ${sitemapModes.join(', ')}` })
    .optional()
    .meta({
      default: 'include',
      description:
        '`include`: sitemaps and the links of the page; `skip`: links alone; `only`: sitemaps alone.',
    }),
});

/** POST /v1/map: two switches choose the use of sitemaps. */
export const mapRequestV1Schema = z.object({
  ...commonShape,
  ignoreSitemap: z.boolean().optional().meta({
    default: false,
    description: 'Lists the links of the page alone.',
  }),
  sitemapOnly: z.boolean().optional().meta({
    default: false,
    description: 'Lists what sitemaps name alone.',
  }),
});

/**
 * A map as it will be carried out. The job visits one page. The URLs on it and in the sitemaps are listed, not fetched.
 */
export interface MapSpec {
  readonly request: JobSpec;
  readonly limit: 1;
}

type SitemapMode = (typeof sitemapModes)[number];
type Given = z.infer<z.ZodObject<typeof commonShape>>;

const mapSpec = (given: Given, sitemap: SitemapMode): MapSpec => {
  // A site's root has no path to filter by, wherever it redirects to.
  const isRoot = URL.parse(given.url)?.pathname === '/';
  const search = given.search?.trim() ?? '';
  return {
    limit: 1,
    request: {
      url: given.url,
      scrape: completeScrapeOptions({}),
      crawl: {
        includePaths: [],
        excludePaths: [],
        regexOnFullURL: false,
        crawlEntireDomain: isRoot || given.filterByPath === false,
        allowExternalLinks: false,
        allowSubdomains: given.includeSubdomains ?? true,
        ignoreQueryParameters: given.ignoreQueryParameters ?? true,
        deduplicateSimilarURLs: true,
        ignoreRobotsTxt: false,
        sitemap,
        skipNofollowLinks: false,
        followHiddenLinks: false,
      },
      map: {
        limit: given.limit ?? limits.mapUrlsDefault,
        ...(search === '' ? {} : { search }),
        ...(given.timeout === undefined ? {} : { timeoutMs: given.timeout }),
      },
    },
  };
};

/** Parses the body of a map request, in the words of Firecrawl's first version or of today's. */
export const parseMapRequest = (body: unknown, dialect: Dialect): ParsedRequest<MapSpec> => {
  if (dialect !== 'v1') {
    const parsed = parseWith(mapRequestSchema, body);
    if (!parsed.ok) return parsed;
    return { ...parsed, value: mapSpec(parsed.value, parsed.value.sitemap ?? 'include') };
  }
  const parsed = parseWith(mapRequestV1Schema, body);
  if (!parsed.ok) return parsed;
  const { sitemapOnly = false, ignoreSitemap = false } = parsed.value;
  const sitemap = sitemapOnly ? 'only' : ignoreSitemap ? 'skip' : 'include';
  return { ...parsed, value: mapSpec(parsed.value, sitemap) };
};

/**
 * Makes the map of what a crawl of this body would find on its first page and in sitemaps: the URLs in its scope, with
 * the crawl's rules for equal URLs.
 */
export const parseMapOfCrawl = (body: unknown): ParsedRequest<MapSpec> => {
  const parsed = parseCrawlRequest(body);
  if (!parsed.ok) return parsed;
  const { request, limit } = parsed.value;
  const map = { limit: Math.min(limit, limits.mapUrlsMax) };
  // The content of the one visited page is not used.
  const scrape = { ...request.scrape, formats: ['markdown'] };
  return { ...parsed, value: { limit: 1, request: { ...request, scrape, map } } };
};
