import * as z from 'zod';
import { limits } from '../limits.ts';
import { actionsSchema, screenshotSchema, viewportSchema } from './browser-action.ts';
import type { ScrapeOptions } from './order.ts';
import { formatOf, formatsSchema } from './page-format.ts';

const selectors = z.array(z.string().min(1).max(500)).max(100);

const headerValue = z
  .string()
  .max(4_096)
  .regex(/^[\t\x20-\x7e\x80-\xff]*$/, 'expected a header value without line breaks');

/** Headers that decide how the connection works are ours: a caller who could set them could lie about host or length. */
const reservedHeaders = new Set([
  'host',
  'content-length',
  'transfer-encoding',
  'connection',
  'upgrade',
  'te',
  'trailer',
]);

/** Headers that a caller has sent with requests. */
export const headersSchema = z
  .record(z.string().regex(/^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,100}$/, 'expected a header name'), headerValue)
  .refine((headers) => Object.keys(headers).length <= 50 && JSON.stringify(headers).length <= 16_384, {
    error: 'expected at most 50 headers of 16,384 characters together',
  })
  .refine((headers) => Object.keys(headers).every((name) => !reservedHeaders.has(name.toLowerCase())), {
    error: `expected none of the headers ${[...reservedHeaders].join(', ')}`,
  });

/** Options of one scrape as a client sends them; what is left out has Firecrawl's default. */
export const scrapeOptionsShape = {
  formats: formatsSchema.optional(),
  onlyMainContent: z.boolean().optional(),
  includeTags: selectors.optional(),
  excludeTags: selectors.optional(),
  headers: headersSchema.optional(),
  timeout: z.number().int().min(1_000).max(300_000).optional(),
  waitFor: z
    .union([z.number().int().min(0).max(limits.waitForMsMax), z.string().min(1).max(500)], {
      error: `expected milliseconds up to ${limits.waitForMsMax}, or a CSS selector`,
    })
    .optional(),
  mobile: z.boolean().optional(),
  /** The window of the browser; not an option of Firecrawl's, whose screenshots have one of their own. */
  viewport: viewportSchema.optional(),
  actions: actionsSchema.optional(),
  blockAds: z.boolean().optional(),
  skipTlsVerification: z.boolean().optional(),
  removeBase64Images: z.boolean().optional(),
};

type Given = z.infer<z.ZodObject<typeof scrapeOptionsShape>>;

/** Options that only a browser knows; what is left out leaves no key, so that versions made without them stay comparable. */
const browserOptions = (
  given: Given,
): Pick<ScrapeOptions, 'waitFor' | 'mobile' | 'viewport' | 'screenshot' | 'actions' | 'blockAds'> => {
  const screenshot = formatOf(given.formats, 'screenshot');
  return {
    ...(given.waitFor === undefined || given.waitFor === 0 ? {} : { waitFor: given.waitFor }),
    ...(given.mobile === true ? { mobile: true } : {}),
    ...(given.viewport === undefined ? {} : { viewport: given.viewport }),
    ...(screenshot === undefined ? {} : { screenshot: screenshotSchema.parse(screenshot) }),
    ...(given.actions === undefined || given.actions.length === 0 ? {} : { actions: given.actions }),
    ...(given.blockAds === false ? { blockAds: false } : {}),
  };
};

/** What formats want besides their name; absent where none does. */
const formatOptions = ({ formats }: Given): Pick<ScrapeOptions, 'attributes' | 'changeTracking'> => {
  const attributes = formatOf(formats, 'attributes');
  const tracking = formatOf(formats, 'changeTracking');
  return {
    ...(attributes === undefined ? {} : { attributes: attributes.selectors }),
    ...(tracking === undefined
      ? {}
      : {
          changeTracking: {
            modes: [...new Set(tracking.modes)].sort(),
            ...((tracking.tag ?? null) === null ? {} : { tag: tracking.tag ?? '' }),
          },
        }),
  };
};

/** Fills in the defaults. */
export const completeScrapeOptions = (given: Given): ScrapeOptions => ({
  formats: [...new Set((given.formats ?? [{ type: 'markdown' }]).map(({ type }) => type))],
  onlyMainContent: given.onlyMainContent ?? true,
  includeTags: given.includeTags ?? [],
  excludeTags: given.excludeTags ?? [],
  headers: given.headers ?? {},
  ...(given.timeout === undefined ? {} : { timeoutMs: given.timeout }),
  ...browserOptions(given),
  skipTlsVerification: given.skipTlsVerification ?? false,
  removeBase64Images: given.removeBase64Images ?? true,
  ...formatOptions(given),
});
