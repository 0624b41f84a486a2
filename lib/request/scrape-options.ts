import * as z from 'zod';
import { limits } from '../limits/limits.ts';
import { fetcherShape, readFetcherUse } from './source/fetcher.ts';
import { checkBrowserSelector } from './selector/browser-selector.ts';
import { syntaxProblem } from './selector/css-selector.ts';
import { actionsSchema, screenshotSchema, viewportSchema } from './browser-action.ts';
import { linkStyles } from './link-style.ts';
import type { ScrapeOptions } from './job-spec.ts';
import { findFormat, formatsSchema } from './page-format.ts';

/** A selector that cannot be read would select nothing, and leave an empty page without a word. */
const selectors = z
  .array(
    z
      .string()
      .min(1)
      .max(500)
      .superRefine((selector, context) => {
        const problem = syntaxProblem(selector);
        if (problem !== null) context.addIssue(`expected a CSS selector such as "main .post": ${problem}`);
      }),
  )
  .max(100);

/** A language tag of BCP 47, checked only in its form; a pattern without flags, which JSON Schema does not have. */
const languageTag = z
  .string()
  .regex(/^[A-Za-z]{2,3}(?:-[A-Za-z0-9]{2,8}){0,3}$/, 'expected languages such as "en-US"');

const headerValue = z
  .string()
  .max(4_096)
  .regex(/^[\t\x20-\x7e\x80-\xff]*$/, 'expected a header value without line breaks');

/** Headers that decide how the connection works are ours: a caller who could set them could forge host or length. */
const reservedHeaders = new Set([
  'host',
  'content-length',
  'transfer-encoding',
  'connection',
  'upgrade',
  'te',
  'trailer',
]);

/** Headers that a caller wants sent with requests. */
export const headersSchema = z
  .record(z.string().regex(/^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,100}$/, 'expected a header name'), headerValue)
  .refine((headers) => Object.keys(headers).length <= 50 && JSON.stringify(headers).length <= 16_384, {
    error: 'expected at most 50 headers of 16,384 characters together',
  })
  .refine((headers) => Object.keys(headers).every((name) => !reservedHeaders.has(name.toLowerCase())), {
    error: `expected none of the headers ${[...reservedHeaders].join(', ')}`,
  });

const isOrigin = (text: string): boolean => {
  const url = URL.parse(text);
  return url !== null && /^https?:$/.test(url.protocol) && url.href === `${url.origin}/`;
};

/** Origins beside that of the URL to which a caller's headers are sent. */
const headersForSchema = z
  .array(z.string().max(300).refine(isOrigin, { error: 'expected an origin such as https://example.com' }))
  .max(limits.headerOriginsMax);

/** Options of one scrape as a client sends them; a missing one has Firecrawl's default. */
export const scrapeOptionsShape = {
  formats: formatsSchema.optional().meta({
    default: ['markdown'],
    description: 'Formats that the page is delivered in; `screenshot` and `json` once at most.',
  }),
  onlyMainContent: z.boolean().optional().meta({
    default: true,
    description: "Leaves out what frames the page's content: navigation, header, footer, asides, banners.",
  }),
  includeTags: selectors.optional().meta({
    default: [],
    description: 'CSS selectors: only elements that match one of them are kept.',
  }),
  excludeTags: selectors.optional().meta({
    default: [],
    description: 'CSS selectors: elements that match one of them are left out.',
  }),
  headers: headersSchema.optional().meta({
    default: {},
    description:
      'Headers that are sent with the requests to the site, such as a cookie: to the origin of the URL ' +
      'and those of `headersFor`, and to no other.',
  }),
  location: z
    .object({
      country: z
        .string()
        .regex(/^[A-Za-z]{2}$/, 'expected two letters, such as "us"')
        .optional()
        .meta({ description: 'Two letters of ISO 3166.' }),
      languages: z
        .array(languageTag)
        .max(10)
        .optional()
        .meta({ description: 'BCP 47, the one wanted most first.' }),
    })
    .optional()
    .meta({
      description:
        'Where the reader is: `languages` are asked for in `Accept-Language`, or those of the `country`, ' +
        'unless `headers` say; a browser that shows the page has them as its own. Requests come from where ' +
        'Gleaner runs all the same.',
    }),
  headersFor: headersForSchema.optional().meta({
    default: [],
    description:
      'Further origins, such as `https://static.example.com`, that `headers` are sent to. Not an option ' +
      "of Firecrawl's.",
  }),
  timeout: z
    .number()
    .int()
    .min(1_000)
    .max(300_000)
    .optional()
    .meta({
      description:
        'Milliseconds that `POST /v2/scrape` waits for the page, then it answers `SCRAPE_TIMEOUT`; without ' +
        'it a slow page is waited for by coming back.',
    }),
  waitFor: z
    .union([z.number().int().min(0).max(limits.waitForMsMax), z.string().min(1).max(500)], {
      error: `expected milliseconds up to ${limits.waitForMsMax}, or a CSS selector`,
    })
    .superRefine((waited, context) => {
      if (typeof waited === 'string') checkBrowserSelector(waited, context);
    })
    .optional()
    .meta({
      default: 0,
      description:
        'What a browser waits for before the page is taken: milliseconds, or a CSS selector that has to match.',
    }),
  mobile: z.boolean().optional().meta({
    default: false,
    description: 'Shows the page in a browser as on a phone.',
  }),
  viewport: viewportSchema.optional().meta({
    description:
      "The window of the browser; not an option of Firecrawl's, whose screenshots have one of their own.",
  }),
  actions: actionsSchema.optional().meta({
    default: [],
    description:
      'What a browser does with the page before it is taken, in order; at most 50 actions, with waits of ' +
      '30 s together.',
  }),
  blockAds: z.boolean().optional().meta({
    default: true,
    description: 'Keeps the browser from asking hosts of advertisements.',
  }),
  skipTlsVerification: z.boolean().optional().meta({
    default: false,
    description: "Accepts a site's certificate that is not valid.",
  }),
  linkStyle: z
    .enum(linkStyles)
    .optional()
    .meta({
      default: 'absolute',
      description:
        'How links stand in the markdown: with their absolute address; `relative` to the page where they ' +
        "lead to its host; or `reference`, numbered, with the addresses at the end. Not an option of Firecrawl's.",
    }),
  ...fetcherShape,
  removeBase64Images: z.boolean().optional().meta({
    default: true,
    description: 'Leaves images out of the markdown that are written into the page itself.',
  }),
};

/** The options as an object of their own, beside other fields of a request. */
export const scrapeOptionsField = z
  .object(scrapeOptionsShape)
  .meta({ description: 'How a page is fetched, and in which formats it is delivered.' });

/** How many requests of one job a host gets at the same time. */
export const concurrencyField = z.number().int().min(1).max(1_000).optional().meta({
  description: "Requests that one host has at the same time; can only lower the host's own bound.",
});

type Given = z.infer<z.ZodObject<typeof scrapeOptionsShape>>;

/**
 * Completes options that only a browser uses. A missing one leaves no key, so that versions that were made without it
 * stay comparable.
 */
const browserOptions = (
  given: Given,
): Pick<ScrapeOptions, 'waitFor' | 'mobile' | 'viewport' | 'screenshot' | 'actions' | 'blockAds'> => {
  const screenshot = findFormat(given.formats, 'screenshot');
  return {
    ...(given.waitFor === undefined || given.waitFor === 0 ? {} : { waitFor: given.waitFor }),
    ...(given.mobile === true ? { mobile: true } : {}),
    ...(given.viewport === undefined ? {} : { viewport: given.viewport }),
    ...(screenshot === undefined ? {} : { screenshot: screenshotSchema.parse(screenshot) }),
    ...(given.actions === undefined || given.actions.length === 0 ? {} : { actions: given.actions }),
    ...(given.blockAds === false ? { blockAds: false } : {}),
  };
};

/** Reads options of formats; absent if no format has any. */
const formatOptions = ({ formats }: Given): Pick<ScrapeOptions, 'attributes' | 'changeTracking'> => {
  const attributes = findFormat(formats, 'attributes');
  const tracking = findFormat(formats, 'changeTracking');
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

/** The language of most pages of a country (CLDR, likely subtags), if it differs from the country's own two letters. */
const languageOfCountry: Readonly<Record<string, string>> = {
  us: 'en',
  gb: 'en',
  au: 'en',
  ca: 'en',
  ie: 'en',
  nz: 'en',
  in: 'en',
  at: 'de',
  ch: 'de',
  jp: 'ja',
  cn: 'zh',
  tw: 'zh',
  hk: 'zh',
  kr: 'ko',
  br: 'pt',
  mx: 'es',
  ar: 'es',
  cl: 'es',
  co: 'es',
  be: 'nl',
  se: 'sv',
  dk: 'da',
  cz: 'cs',
  gr: 'el',
  ua: 'uk',
  il: 'he',
};

/** Completes a request's headers, with the languages of its location (RFC 9110, 12.5.4), in falling preference. */
const localHeaders = ({ headers = {}, location }: Given): Record<string, string> => {
  const hasOwn = Object.keys(headers).some((name) => name.toLowerCase() === 'accept-language');
  const country = location?.country?.toLowerCase();
  const named = location?.languages ?? [];
  const usual =
    country === undefined ? [] : [`${languageOfCountry[country] ?? country}-${country.toUpperCase()}`];
  const wanted = named.length > 0 ? named : usual.flatMap((tag) => [tag, tag.slice(0, tag.indexOf('-'))]);
  if (hasOwn || wanted.length === 0) return headers;
  const weighed = wanted.map((tag, at) =>
    at === 0 ? tag : `${tag};q=${Math.max(0.1, 1 - at / 10).toFixed(1)}`,
  );
  return { ...headers, 'Accept-Language': weighed.join(', ') };
};

const fetcherOption = (given: Given): Pick<ScrapeOptions, 'fetcher'> => {
  const fetcher = readFetcherUse(given);
  return fetcher === undefined ? {} : { fetcher };
};

/** Fills in the defaults. */
export const completeScrapeOptions = (given: Given): ScrapeOptions => ({
  formats: [...new Set((given.formats ?? [{ type: 'markdown' }]).map(({ type }) => type))],
  onlyMainContent: given.onlyMainContent ?? true,
  includeTags: given.includeTags ?? [],
  excludeTags: given.excludeTags ?? [],
  headers: localHeaders(given),
  ...(given.headersFor === undefined || given.headersFor.length === 0
    ? {}
    : { headersFor: given.headersFor.map((each) => new URL(each).origin) }),
  ...(given.timeout === undefined ? {} : { timeoutMs: given.timeout }),
  ...browserOptions(given),
  skipTlsVerification: given.skipTlsVerification ?? false,
  removeBase64Images: given.removeBase64Images ?? true,
  ...(given.linkStyle === undefined || given.linkStyle === 'absolute' ? {} : { linkStyle: given.linkStyle }),
  ...fetcherOption(given),
  ...formatOptions(given),
});
