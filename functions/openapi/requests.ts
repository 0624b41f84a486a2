import * as z from 'zod';
import { promptField } from '../../lib/request/crawl-prompt.ts';
import { crawlRequestSchema } from '../../lib/request/crawl-request.ts';
import { jsonFormatSchema } from '../../lib/request/json-format.ts';
import { batchRequestSchema, scrapeRequestSchema } from '../../lib/request/scrape-request.ts';

/** Bodies that are read in two steps, or translated before they are parsed, as clients send them. */

/** POST /v2/crawl: the options that its prompt leaves to a model are chosen before the rest is parsed. */
export const crawlBody = crawlRequestSchema.extend({
  prompt: promptField.optional().meta({
    description: 'Which pages are wanted, in words: a model chooses the options that the body leaves out.',
  }),
});

/** Options that have another name in v1 (`lib/request/v1-request.ts`). */
const v1Shape = {
  formats: z
    .array(z.union([z.string(), z.record(z.string(), z.unknown())]))
    .optional()
    .meta({
      default: ['markdown'],
      description:
        'Names of formats, `screenshot@fullPage` and `extract` among them, or objects as under v2.',
    }),
  jsonOptions: jsonFormatSchema.optional().meta({ description: 'Of the format `json`: what is extracted.' }),
  extract: jsonFormatSchema.optional().meta({ description: 'Of the format `extract`: the same.' }),
  changeTrackingOptions: z
    .record(z.string(), z.unknown())
    .optional()
    .meta({ description: 'Of the format `changeTracking`.' }),
  parsePDF: z.boolean().optional().meta({ default: true, description: 'Reads PDFs.' }),
};

export const scrapeBodyV1 = scrapeRequestSchema.extend(v1Shape);

const optionsV1 = scrapeRequestSchema.omit({ url: true }).extend(v1Shape);

export const crawlBodyV1 = crawlRequestSchema.omit({ sitemap: true }).extend({
  scrapeOptions: optionsV1.optional().meta({
    default: {},
    description: 'How each page is fetched, and in which formats it is delivered.',
  }),
  maxDepth: crawlRequestSchema.shape.maxDepth.meta({
    default: 10,
    description: "Segments of a page's path.",
  }),
  allowBackwardLinks: z.boolean().optional().meta({
    default: false,
    description: 'As `crawlEntireDomain`, which goes before it.',
  }),
  ignoreSitemap: z.boolean().optional().meta({
    default: false,
    description: 'Follows links alone.',
  }),
});

export const batchBodyV1 = batchRequestSchema.extend({
  ...v1Shape,
  ignoreInvalidURLs: batchRequestSchema.shape.ignoreInvalidURLs.meta({
    default: false,
    description: 'Leaves out what is no URL and names it in `invalidURLs`; otherwise it is an error.',
  }),
});
