import * as z from 'zod';
import { webhookEvents } from './webhook-events.ts';
import { fetcherUseSchema } from './source/fetcher.ts';
import { actionSchema, screenshotSchema, viewportSchema } from './browser-action.ts';

/** Which details of a change are reported. */
export const changeModes = ['git-diff', 'json'] as const;

/**
 * How a page's content is made; part of what identifies a version of it. What is kept beside a job leaves out what has
 * its default here (`slimSpec`), so a default must not change: a stored job would mean something else.
 */
export const scrapeOptionsSchema = z.object({
  formats: z.array(z.string()).default(() => ['markdown']),
  onlyMainContent: z.boolean().default(true),
  includeTags: z.array(z.string()).default(() => []),
  excludeTags: z.array(z.string()).default(() => []),
  /** As the caller gave them; empty on a stored job, where `sealedHeaders` holds them. */
  headers: z.record(z.string(), z.string()).default(() => ({})),
  /** Names of the caller's headers, in lower case. */
  headerNames: z.array(z.string()).optional(),
  /** The caller's headers as they are stored (`sealed-headers.ts`), until the job ends. */
  sealedHeaders: z.string().optional(),
  /** Origins to which the headers are sent, including those of a crawl's first pages. */
  headersFor: z.array(z.string()).optional(),
  /**
   * The headers go only to the origins of `headersFor`, and to a page's own origin only if it is one of them: the URLs
   * were found, or `headersFor` already names every origin that the headers are meant for.
   */
  headersToFound: z.literal(false).optional(),
  timeoutMs: z.number().optional(),
  /** What a browser waits for before the page is taken: milliseconds, or an element by its CSS selector. */
  waitFor: z.union([z.number(), z.string()]).optional(),
  /** A browser shows the page as on a phone. */
  mobile: z.literal(true).optional(),
  viewport: viewportSchema.optional(),
  screenshot: screenshotSchema.optional(),
  actions: z.array(actionSchema).optional(),
  /** A browser also makes requests to hosts of advertisements. */
  blockAds: z.literal(false).optional(),
  skipTlsVerification: z.boolean().default(false),
  /** The service that fetches the pages, and when it does; absent if Gleaner alone does. */
  fetcher: fetcherUseSchema.optional(),
  removeBase64Images: z.boolean().default(true),
  /** How links of the markdown are written, if not with their absolute address after their text. */
  linkStyle: z.enum(['relative', 'reference']).optional(),
  /** Attributes that are read from the page's elements as they were sent, before anything is removed. */
  attributes: z.array(z.object({ selector: z.string(), attribute: z.string() })).optional(),
  /** The page is compared with its last version in the history of that tag. Not part of what identifies a version. */
  changeTracking: z.object({ modes: z.array(z.enum(changeModes)), tag: z.string().optional() }).optional(),
});
export type ScrapeOptions = z.infer<typeof scrapeOptionsSchema>;

/** Whether a crawl reads the site's sitemaps, or only them. A crawl that was accepted before this option has none. */
export const sitemapModes = ['include', 'skip', 'only'] as const;

/** Which links of a crawl are followed. */
export const crawlOptionsSchema = z.object({
  includePaths: z.array(z.string()).default(() => []),
  excludePaths: z.array(z.string()).default(() => []),
  regexOnFullURL: z.boolean().default(false),
  maxDiscoveryDepth: z.number().int().optional(),
  /** The most segments that the path of a page may have. */
  maxDepth: z.number().int().optional(),
  crawlEntireDomain: z.boolean().default(false),
  allowExternalLinks: z.boolean().default(false),
  allowSubdomains: z.boolean().default(false),
  ignoreQueryParameters: z.boolean().default(false),
  deduplicateSimilarURLs: z.boolean().default(true),
  ignoreRobotsTxt: z.boolean().default(false),
  sitemap: z.enum(sitemapModes).default('skip'),
  skipNofollowLinks: z.boolean().default(false),
  followHiddenLinks: z.boolean().default(false),
});

/**
 * A request as it was accepted, with every default filled in. URLs of a batch are not repeated here: they are its
 * pages.
 */
export const jobSpecSchema = z.object({
  /** The first URL: the site of a crawl begins there. */
  url: z.string(),
  scrape: scrapeOptionsSchema,
  crawl: crawlOptionsSchema.optional(),
  /** Seconds between two requests to one host; can only raise the host's own. */
  delaySeconds: z.number().optional(),
  maxConcurrency: z.number().int().optional(),
  /** The page is a file that the client sent: where it is stored, and its type. */
  upload: z.object({ key: z.string(), contentType: z.string() }).optional(),
  /** What is extracted from each page: the hash under which that is stored (`extract-spec.ts`). */
  extract: z
    .object({
      order: z.string(),
      /** The first page that fails fails the job. */
      failFast: z.literal(true).optional(),
      /** The most pages that are fetched of those that are found. */
      pagesMax: z.number().int().optional(),
      /** The budget for models, as the job shows it; the limits that apply are in the spec. */
      budget: z.object({ tokens: z.number().int().optional(), dollars: z.number().optional() }).optional(),
    })
    .optional(),
  /** For a job that lists URLs and fetches none: what is done with the URLs that are found. */
  map: z
    .object({
      limit: z.number().int(),
      /** URLs are ordered by how well they fit these words. */
      search: z.string().optional(),
      /** How long the caller waits. */
      timeoutMs: z.number().optional(),
    })
    .optional(),
  /** Which events are put into the job's outbox; the address is stored there (`lib/job/webhook.ts`). */
  webhook: z.object({ events: z.array(z.enum(webhookEvents)) }).optional(),
});
export type JobSpec = z.infer<typeof jobSpecSchema>;

const without = <Options extends object>(options: Options, defaults: object): Options =>
  Object.fromEntries(
    Object.entries(options).filter(
      ([name, value]) => JSON.stringify(value) !== JSON.stringify(defaults[name as keyof typeof defaults]),
    ),
  ) as Options;

/** Makes the spec as it is stored: without options that have their default, which the schema fills in again. */
export const slimSpec = ({ scrape, crawl, ...spec }: JobSpec): JobSpec => ({
  ...spec,
  scrape: without(scrape, scrapeOptionsSchema.parse({})),
  ...(crawl === undefined ? {} : { crawl: without(crawl, crawlOptionsSchema.parse({})) }),
});
