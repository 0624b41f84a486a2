import * as z from 'zod';
import { numberOption, wholeNumberOption, namesOption } from './arguments.ts';
import type { Option } from '../command.ts';
import { linkStyleFlag, linkStyleOption } from './link-style.ts';
import type { LinkStyle } from '../../lib/request/link-style.ts';
import { limits } from '../../lib/limits/limits.ts';
import { sitemapModes } from '../../lib/request/job-spec.ts';

/** The options of `gleaner crawl` that become the request's body. */
export const crawlRequestOptions = {
  limit: { type: 'string', value: 'N', help: 'pages to deliver at most' },
  include: {
    type: 'string',
    value: 'RE',
    multiple: true,
    help: 'only paths that match this regular expression (repeatable)',
  },
  exclude: {
    type: 'string',
    value: 'RE',
    multiple: true,
    help: 'no paths that match this regular expression (repeatable)',
  },
  depth: { type: 'string', value: 'N', help: 'links to follow from the first page at most' },
  delay: {
    type: 'string',
    value: 'S',
    help: 'seconds between two requests to one host; can only raise the default',
  },
  'entire-domain': { type: 'boolean', help: 'the whole host, not only what lies below the first page' },
  subdomains: { type: 'boolean', help: 'subdomains too' },
  external: { type: 'boolean', help: 'pages of other sites too' },
  'ignore-query': { type: 'boolean', help: 'treat URLs that differ only in their query as one page' },
  'no-dedupe': {
    type: 'boolean',
    help: 'fetch similar URLs separately (/ and /index.html, with and without www, ?a&b and ?b&a)',
  },
  'max-concurrency': { type: 'string', value: 'N', help: 'pages to fetch at the same time at most' },
  'skip-nofollow': { type: 'boolean', help: 'do not follow links with rel="nofollow"' },
  'follow-hidden': { type: 'boolean', help: 'also follow links that are hidden from readers' },
  sitemap: {
    type: 'string',
    value: 'MODE',
    help: 'include (default), skip, or only: what the sitemaps name',
    completes: sitemapModes,
  },
  'no-main-content': { type: 'boolean', help: 'keep navigation, header and footer' },
  'link-style': linkStyleFlag,
  formats: { type: 'string', value: 'LIST', help: 'markdown (default), html, rawHtml, links, …' },
} as const satisfies Record<string, Option>;

const patterns = z
  .array(
    z.string().superRefine((text, context) => {
      try {
        void new RegExp(text);
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error);
        context.addIssue({
          code: 'custom',
          message: `expected a regular expression (${reason})`,
          input: text,
        });
      }
    }),
  )
  .optional();
const flag = z.boolean().optional();

export const crawlBodySchema = z.object({
  limit: wholeNumberOption(1).optional(),
  include: patterns,
  exclude: patterns,
  depth: wholeNumberOption(0).optional(),
  delay: numberOption(0, limits.delaySecondsMax).optional(),
  'entire-domain': flag,
  subdomains: flag,
  external: flag,
  'ignore-query': flag,
  'no-dedupe': flag,
  'max-concurrency': wholeNumberOption(1).optional(),
  'skip-nofollow': flag,
  'follow-hidden': flag,
  sitemap: z.enum(sitemapModes, { error: `expected one of ${sitemapModes.join(', ')}` }).optional(),
  'no-main-content': flag,
  'link-style': linkStyleOption.optional(),
  formats: namesOption.optional(),
});

/** Flags that crawl, scrape and batch share. */
interface ScrapeFlags {
  readonly formats?: string[] | undefined;
  readonly 'no-main-content'?: boolean | undefined;
  readonly 'link-style'?: LinkStyle | undefined;
}

const scrapeOptionsOf = (options: ScrapeFlags) => ({
  ...(options.formats === undefined ? {} : { formats: options.formats }),
  ...(options['no-main-content'] === true ? { onlyMainContent: false } : {}),
  ...(options['link-style'] === undefined ? {} : { linkStyle: options['link-style'] }),
});

/** Returns the body of `POST /v2/crawl`, with only what the user set: every default is the server's. */
export const makeCrawlRequest = (
  url: string,
  options: z.infer<typeof crawlBodySchema>,
): Record<string, unknown> => {
  const scrapeOptions = scrapeOptionsOf(options);
  const said: Record<string, unknown> = {
    url,
    limit: options.limit,
    includePaths: options.include,
    excludePaths: options.exclude,
    maxDiscoveryDepth: options.depth,
    delay: options.delay,
    crawlEntireDomain: options['entire-domain'],
    allowSubdomains: options.subdomains,
    allowExternalLinks: options.external,
    ignoreQueryParameters: options['ignore-query'],
    deduplicateSimilarURLs: options['no-dedupe'] === true ? false : undefined,
    maxConcurrency: options['max-concurrency'],
    sitemap: options.sitemap,
    skipNofollowLinks: options['skip-nofollow'],
    followHiddenLinks: options['follow-hidden'],
    scrapeOptions: Object.keys(scrapeOptions).length === 0 ? undefined : scrapeOptions,
  };
  return Object.fromEntries(Object.entries(said).filter(([, value]) => value !== undefined));
};

/** Returns the body of `POST /v2/scrape`. */
export const makeScrapeRequest = (url: string, options: ScrapeFlags): Record<string, unknown> => ({
  url,
  ...scrapeOptionsOf(options),
});

/** Returns the body of `POST /v2/batch/scrape`. */
export const makeBatchRequest = (
  urls: readonly string[],
  options: ScrapeFlags & { readonly 'max-concurrency'?: number | undefined },
): Record<string, unknown> => ({
  urls,
  ...(options['max-concurrency'] === undefined ? {} : { maxConcurrency: options['max-concurrency'] }),
  ...scrapeOptionsOf(options),
});
