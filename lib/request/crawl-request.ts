import * as z from 'zod';
import { shownInput } from './describe-issues.ts';
import { failure } from '../failure.ts';
import { sitemapModes, type JobSpec } from './job-spec.ts';
import { limits } from '../limits/limits.ts';
import { parseWith, type ParsedRequest } from './parse-request.ts';
import { pathDepth } from './path-depth.ts';
import { compilePattern } from './path-pattern.ts';
import { completeScrapeOptions, concurrencyField, scrapeOptionsField } from './scrape-options.ts';
import { sourceField } from './source/source-field.ts';
import { urlField } from './url-field.ts';
import { webhookField } from './webhook-spec.ts';

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
  url: urlField.meta({
    description: 'Where the crawl starts; `http://` is added where no scheme is given.',
  }),
  limit: pages.optional().meta({
    default: limits.crawlPagesDefault,
    description:
      'Pages that the crawl delivers at most; never passed. A page that ends without content is replaced, for as ' +
      'many tries again, at least 20 and at most 20,000: a crawl in which more fail delivers less, and its ' +
      '`warning` says so.',
  }),
  includePaths: patterns.optional().meta({
    default: [],
    description:
      'Regular expressions, matched in linear time: only links whose path matches one of them are followed. ' +
      'A path matches as it is sent (`/%C3%BCber/a%20b`) or decoded (`/über/a b`); so for `excludePaths`. It has no ' +
      'scheme, host or query: these match with `regexOnFullURL` alone.',
  }),
  excludePaths: patterns.optional().meta({
    default: [],
    description: 'Regular expressions: links whose path matches one of them are not followed.',
  }),
  regexOnFullURL: z.boolean().optional().meta({
    default: false,
    description: 'Matches the patterns with the whole URL instead of its path.',
  }),
  maxDiscoveryDepth: z
    .number()
    .int()
    .min(0)
    .max(1_000)
    .optional()
    .meta({
      description:
        'Links between the first page and the last that is fetched; the first page and those of sitemaps ' +
        'have depth 0. No bound unless told.',
    }),
  maxDepth: z.number().int().min(0).max(1_000).optional().meta({
    description: "Segments of a page's path; an option of Firecrawl's v1. No bound unless told.",
  }),
  crawlEntireDomain: z.boolean().optional().meta({
    default: false,
    description: "Follows links to all of the site, not only below the first page's path.",
  }),
  allowExternalLinks: z.boolean().optional().meta({
    default: false,
    description: 'Follows links to other sites as well.',
  }),
  allowSubdomains: z.boolean().optional().meta({
    default: false,
    description: 'Follows links to subdomains of the site as well.',
  }),
  ignoreQueryParameters: z.boolean().optional().meta({
    default: false,
    description: 'Takes URLs that differ in their query alone for one page.',
  }),
  deduplicateSimilarURLs: z
    .boolean()
    .optional()
    .meta({
      default: true,
      description:
        'Takes URLs that differ by `www`, scheme, a slash at the end, `index.html`, `index.php` or the order ' +
        'of the parameters in their query alone for one page.',
    }),
  ignoreRobotsTxt: z.boolean().optional().meta({
    default: false,
    description:
      'Does not ask for robots.txt: neither its rules nor its `Crawl-delay` hold; the host keeps its own pace.',
  }),
  skipNofollowLinks: z.boolean().optional().meta({
    default: false,
    description: 'Passes over links that say `rel="nofollow"`; not an option of Firecrawl\'s.',
  }),
  followHiddenLinks: z
    .boolean()
    .optional()
    .meta({
      default: false,
      description:
        'Follows links that no reader comes to see as well: hidden by attribute, by style or far beside the ' +
        "page, as sites do to find out crawlers. Not an option of Firecrawl's.",
    }),
  sitemap: z
    .enum(sitemapModes, { error: `expected one of ${sitemapModes.join(', ')}` })
    .optional()
    .meta({
      default: 'include',
      description:
        '`include`: sitemaps and links; `skip`: links alone; `only`: the first page and what sitemaps name.',
    }),
  delay: z
    .number()
    .min(0)
    .max(limits.delaySecondsMax)
    .optional()
    .meta({
      description:
        'Seconds between two requests to one host, which then come one after the other; can only slow the ' +
        "host's own pace.",
    }),
  maxConcurrency: concurrencyField,
  scrapeOptions: scrapeOptionsField.optional().meta({
    default: {},
    description: 'How each page is fetched, and in which formats it is delivered.',
  }),
  webhook: webhookField.optional().meta({ description: "Where the job's events are posted." }),
  source: sourceField.optional(),
});

/** A crawl as it will be carried out, with every default filled in. */
export interface CrawlSpec {
  readonly request: JobSpec;
  readonly limit: number;
}

/** Parses the body of a crawl request, or says what is wrong with it. */
export const parseCrawlRequest = (body: unknown): ParsedRequest<CrawlSpec> => {
  const parsed = parseWith(crawlRequestSchema, body);
  if (!parsed.ok) return parsed;
  const given = parsed.value;
  const { maxDepth } = given;
  if (maxDepth !== undefined && pathDepth(new URL(given.url)) > maxDepth) {
    const message =
      `Cannot accept the request: url: expected a path of at most ${maxDepth} segments, which is what ` +
      `maxDepth allows, found ${shownInput(given.url)}`;
    return { ok: false, failure: failure('BAD_REQUEST', message) };
  }
  const request: JobSpec = {
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
      followHiddenLinks: given.followHiddenLinks ?? false,
    },
    ...(given.delay === undefined ? {} : { delaySeconds: given.delay }),
    ...(given.maxConcurrency === undefined ? {} : { maxConcurrency: given.maxConcurrency }),
  };
  return { ...parsed, value: { request, limit: given.limit ?? limits.crawlPagesDefault } };
};
