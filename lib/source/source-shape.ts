import * as z from 'zod';
import { sourceLimits } from '../limits/source-limits.ts';
import { limits } from '../limits/limits.ts';
import { crawlRequestSchema } from '../request/crawl-request.ts';
import { fetcherShape } from '../request/source/fetcher.ts';
import { checkBrowserSelector } from '../request/selector/browser-selector.ts';
import { headersSchema, scrapeOptionsShape } from '../request/scrape-options.ts';
import { writtenFormatsSchema } from './written-formats.ts';
import { retentionSchema, sourceIdSchema, sourceMetadataSchema } from '../request/source/source-field.ts';
import { urlProblem } from '../request/url-field.ts';
import { clockTime, isTimeZone } from '../frontier/time-window.ts';
import { frequencies } from './cadence.ts';
import { cronProblem } from './next-due.ts';
import { spanMs } from './span.ts';

export const sourceStatuses = ['active', 'paused', 'retired', 'proposed'] as const;
export const sourceMethods = ['scrape', 'crawl', 'batch'] as const;

const webUrl = z
  .string()
  .max(8_192)
  .superRefine((url, context) => {
    const problem = urlProblem(url);
    if (problem !== null) context.addIssue({ code: 'custom', message: problem, input: url });
  });

/** Parts of paths in which `*` stands for any characters. */
const pathGlobs = z.array(z.string().min(1).max(limits.pathPatternCharactersMax)).max(limits.pathPatternsMax);

const {
  url: _url,
  webhook: _webhook,
  scrapeOptions: _scrape,
  source: _source,
  ...anyCrawlShape
} = crawlRequestSchema.shape;

const sourcePages = z.number().int().min(1).max(limits.sourcePagesMax);
const crawlShape = {
  ...anyCrawlShape,
  limit: sourcePages.optional().meta({ ...anyCrawlShape.limit.meta() }),
};

/** A distance between runs. */
const cadenceSpan = z
  .string()
  .regex(
    /^(?:(?:[1-9]|1\d|2[0-3])h|(?:[1-9]|[1-9]\d|[12]\d\d|3[0-5]\d|36[0-5])d)$/,
    'expected 1h to 23h or 1d to 365d',
  );

const credits = z.number().int().positive().max(sourceLimits.sourceCreditsMax);
const dollars = z.number().positive().max(sourceLimits.sourceDollarsMax);

/** Settings that a source, its group and the defaults may all have. */
export const commonShape = {
  method: z.enum(sourceMethods).optional().meta({
    description: '`scrape`: one page; `crawl`: the pages from there on; `batch`: the pages of `urls`.',
  }),
  frequency: z.enum(frequencies).optional().meta({ description: 'How often it is to be fetched.' }),
  every: cadenceSpan.optional().meta({ description: 'Instead of `frequency`: `6h`, `3d`.' }),
  auto: z
    .strictObject({ min: cadenceSpan, max: cadenceSpan })
    .refine(({ min, max }) => spanMs(min) <= spanMs(max), 'expected min no longer than max')
    .optional()
    .meta({
      description:
        'Instead of `frequency`: as often as it changes, within these distances, such as 1d and 30d.',
    }),
  cron: z
    .string()
    .max(100)
    .superRefine((expression, context) => {
      const problem = cronProblem(expression);
      if (problem !== null) context.addIssue({ code: 'custom', message: problem, input: expression });
    })
    .optional()
    .meta({ description: 'Instead of `frequency`: minute, hour, day, month, weekday, kept to the minute.' }),
  timezone: z
    .string()
    .refine(isTimeZone, 'expected a time zone such as Europe/Berlin')
    .optional()
    .meta({ description: 'Whose clock says when it is due; UTC unless told.' }),
  window: z
    .strictObject({ from: clockTime, to: clockTime })
    .refine(({ from, to }) => from !== to, 'expected two different times')
    .optional()
    .meta({
      description: 'Times of day between which runs begin; not beside `cron`, which says the time itself.',
    }),
  overlap: z.enum(['skip', 'replace']).optional().meta({
    description:
      'What becomes of a run that is due while one is open: it is skipped, unless the open one is to be ended for it.',
  }),
  deletion: z
    .strictObject({
      confirm: z.number().int().min(2).max(20).optional(),
      after: z
        .string()
        .regex(/^[1-9]\d{0,2}[hd]$/, 'expected 1h to 999h or 1d to 999d')
        .optional(),
      mass: z.enum(['hold', 'confirm']).optional(),
    })
    .optional()
    .meta({
      description:
        'When a page is believed gone: after `confirm` visits in a row, over `after`. `mass`: very many are held.',
    }),
  limits: z
    .strictObject({
      pages: sourcePages.optional(),
      dollars_per_run: dollars.optional(),
      dollars_per_month: dollars.optional(),
      credits_per_run: credits.optional(),
      credits_per_month: credits.optional(),
    })
    .optional()
    .meta({
      description:
        'What it may take at most: a run ends when it is met, and none begins in a month whose dollars or ' +
        'credits are spent.',
    }),
  ...fetcherShape,
  priority: z.enum(['high', 'medium', 'low']).optional().meta({ description: 'Which sources go first.' }),
  status: z.enum(sourceStatuses).optional().meta({
    description:
      '`active` is run with the others; `paused` and `proposed` only when they are named; `retired` never.',
  }),
  retention: retentionSchema.optional(),
  regulatory_domain: z.string().max(200).optional(),
  citation: z.string().max(500).optional(),
  jurisdiction: z.string().max(200).optional(),
  source_type: z.string().max(200).optional(),
  content_type: z
    .enum(['html', 'pdf', 'xml', 'json', 'yaml'])
    .optional()
    .meta({
      description:
        '`json` and `yaml` are checked: a page that is no such document fails. What a description of an API ' +
        '(OpenAPI 3, Swagger 2.0) says stands in its envelope as `api`. The others are for people.',
    }),
  scrape_config: z
    .strictObject({
      include_patterns: pathGlobs.optional(),
      exclude_patterns: pathGlobs.optional(),
      max_depth: z.number().int().min(0).max(1_000).nullish(),
      wait_for_selector: z
        .string()
        .min(1)
        .max(500)
        .superRefine((selector, context) => checkBrowserSelector(selector, context))
        .nullish(),
      custom_headers: headersSchema.optional(),
    })
    .optional()
    .meta({ description: 'How it is fetched, in the words of the first version of the format.' }),
  scrape: z
    .strictObject({
      ...scrapeOptionsShape,
      formats: writtenFormatsSchema.optional().meta({
        default: ['markdown'],
        description: 'Formats of each page; what `json` asks for is extracted at each visit.',
      }),
    })
    .optional()
    .meta({ description: 'Options of a scrape; they go before `scrape_config`.' }),
  crawl: z.strictObject(crawlShape).optional().meta({
    description: 'Options of a crawl; they go before `scrape_config`.',
  }),
  metadata: sourceMetadataSchema.optional().meta({ description: 'Goes into every envelope.' }),
};

const notOffered = (why: string) => z.null({ error: `expected null: ${why}` }).optional();

/** A source as a manifest writes it. */
export const sourceShape = {
  id: sourceIdSchema,
  name: z.string().max(300).optional(),
  description: z.string().max(2_000).optional(),
  url: webUrl.optional().meta({ description: 'The page of a scrape, or the first page of a crawl.' }),
  urls: z
    .array(webUrl)
    .min(1)
    .max(sourceLimits.sourceUrlsMax)
    .optional()
    .meta({ description: 'Instead of `url`: the pages of a batch.' }),
  domain: z.string().max(253).optional().meta({ description: 'For people; the URL decides.' }),
  group: z.string().optional().meta({ description: 'The group whose settings it inherits.' }),
  ...commonShape,
  auth_config: notOffered('sources behind a login are not offered yet'),
  swagger: notOffered(
    'a description of an API is a source of its own, with its address as url and content_type json or yaml',
  ),
};
