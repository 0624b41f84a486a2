import * as z from 'zod';
import { failure } from '../failure.ts';
import { sitemapModes, type JobRequest } from './order.ts';
import { limits } from '../limits.ts';
import { parseWith, type Parsed } from './parse-request.ts';
import { pathDepth } from './path-depth.ts';
import { compilePattern } from './path-pattern.ts';
import { completeScrapeOptions, scrapeOptionsShape } from './scrape-options.ts';
import { urlField } from './url-field.ts';
import { webhookField } from './webhook-order.ts';

const pattern = z
  .string()
  .max(limits.pathPatternCharactersMax)
  .superRefine((source, context) => {
    try {
      compilePattern(source);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      context.addIssue({
        code: 'custom',
        message: `expected a regular expression that runs in linear time (${reason})`,
        input: source,
      });
    }
  });

const patterns = z
  .array(pattern)
  .max(limits.pathPatternsMax)
  // The job is one item of the table, which holds 400 KB and is read on every visit.
  .refine((all) => Buffer.byteLength(all.join('')) <= 32_768, {
    error: 'expected at most 32,768 bytes of patterns',
  });

const pages = z
  .number()
  .int({ error: 'expected a whole number' })
  .min(1, { error: 'expected at least 1 page' })
  .max(limits.crawlPagesMax, { error: `expected at most ${limits.crawlPagesMax} pages` });

/** POST /v2/crawl, with Firecrawl's names and defaults. */
export const crawlRequestSchema = z.object({
  url: urlField,
  limit: pages.optional(),
  includePaths: patterns.optional(),
  excludePaths: patterns.optional(),
  regexOnFullURL: z.boolean().optional(),
  maxDiscoveryDepth: z.number().int().min(0).max(1_000).optional(),
  /** Segments of the path of a page; an option of Firecrawl's v1. */
  maxDepth: z.number().int().min(0).max(1_000).optional(),
  crawlEntireDomain: z.boolean().optional(),
  allowExternalLinks: z.boolean().optional(),
  allowSubdomains: z.boolean().optional(),
  ignoreQueryParameters: z.boolean().optional(),
  deduplicateSimilarURLs: z.boolean().optional(),
  ignoreRobotsTxt: z.boolean().optional(),
  /** Passes over links that say `rel="nofollow"`; not an option of Firecrawl's. */
  skipNofollowLinks: z.boolean().optional(),
  /** `include`: sitemaps and links; `skip`: links alone; `only`: the first page and what sitemaps name. */
  sitemap: z.enum(sitemapModes, { error: `expected one of ${sitemapModes.join(', ')}` }).optional(),
  delay: z.number().min(0).max(limits.delaySecondsMax).optional(),
  maxConcurrency: z.number().int().min(1).max(1_000).optional(),
  scrapeOptions: z.object(scrapeOptionsShape).optional(),
  webhook: webhookField.optional(),
});

/** A crawl as it will be carried out: every default filled in. */
export interface CrawlOrder {
  readonly request: JobRequest;
  readonly limit: number;
}

/** Understands the body of a crawl request, or says what is wrong with it. */
export const parseCrawlRequest = (body: unknown): Parsed<CrawlOrder> => {
  const parsed = parseWith(crawlRequestSchema, body);
  if (!parsed.ok) return parsed;
  const given = parsed.value;
  const { maxDepth } = given;
  if (maxDepth !== undefined && pathDepth(new URL(given.url)) > maxDepth) {
    const message = `Cannot accept the request: url: expected a path of at most ${maxDepth} segments, which is what maxDepth allows, found ${JSON.stringify(given.url.slice(0, 80))}`;
    return { ok: false, failure: failure('BAD_REQUEST', message) };
  }
  const request: JobRequest = {
    url: given.url,
    scrape: completeScrapeOptions(given.scrapeOptions ?? {}),
    crawl: {
      includePaths: given.includePaths ?? [],
      excludePaths: given.excludePaths ?? [],
      regexOnFullURL: given.regexOnFullURL ?? false,
      ...(given.maxDiscoveryDepth === undefined ? {} : { maxDiscoveryDepth: given.maxDiscoveryDepth }),
      ...(maxDepth === undefined ? {} : { maxDepth }),
      crawlEntireDomain: given.crawlEntireDomain ?? false,
      allowExternalLinks: given.allowExternalLinks ?? false,
      allowSubdomains: given.allowSubdomains ?? false,
      ignoreQueryParameters: given.ignoreQueryParameters ?? false,
      deduplicateSimilarURLs: given.deduplicateSimilarURLs ?? true,
      ignoreRobotsTxt: given.ignoreRobotsTxt ?? false,
      sitemap: given.sitemap ?? 'include',
      skipNofollowLinks: given.skipNofollowLinks ?? false,
    },
    ...(given.delay === undefined ? {} : { delaySeconds: given.delay }),
    ...(given.maxConcurrency === undefined ? {} : { maxConcurrency: given.maxConcurrency }),
  };
  return { ...parsed, value: { request, limit: given.limit ?? limits.crawlPagesDefault } };
};
