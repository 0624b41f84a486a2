import * as z from 'zod';
import { failure } from '../failure.ts';
import { limits } from '../limits/limits.ts';
import { searchModes, type SearchMode } from './corpus-search-request.ts';
import type { Dialect } from './dialect.ts';
import { parseWith, type ParsedRequest } from './parse-request.ts';
import { scrapeOptionsShape } from './scrape-options.ts';
import { fromV1 } from './v1-request.ts';
import type { PlainObject } from '../plain-object.ts';

/** What is searched; each source has its own list of results. */
export const searchSources = ['web', 'news', 'images'] as const;
export type SearchSource = (typeof searchSources)[number];

/** A source that is a corpus of the deployment has this prefix before its name. */
const corpusPrefix = 'corpus:';

/** A host's name; text that people write around it is removed. */
const domain = z
  .string()
  .max(253)
  .transform((text) =>
    text
      .trim()
      .toLowerCase()
      .replace(/^https?:\/\//, '')
      .replace(/\/.*$/, ''),
  )
  .refine((name) => /^[\p{L}\p{N}.-]+$/u.test(name), { error: 'expected the name of a host' });

const domains = z.array(domain).max(limits.searchDomainsMax);

/** A source by its name, or as an object with its name; sources that only Firecrawl's cloud has are ignored. */
const source = z
  .preprocess(
    (value) => (typeof value === 'string' ? { type: value } : value),
    z.object(
      {
        type: z.string().meta({ description: 'Its name.' }),
        mode: z.enum(searchModes).optional().meta({
          default: 'auto',
          description: 'Of a corpus: how it is searched, as in `POST /v2/corpus/{name}/search`.',
        }),
      },
      { error: `expected one of ${searchSources.join(', ')}` },
    ),
  )
  .meta({ shorthand: { type: 'string', description: 'Its name alone.' } });

/** v1's clients send 5, today's send none. */
const resultsUsual = 10;

/** POST /v2/search and /v1/search. */
export const searchRequestSchema = z.object({
  query: z
    .string()
    .trim()
    .min(1, { error: 'expected words to look for' })
    .max(limits.searchQueryCharactersMax)
    .meta({ description: 'What is looked for.' }),
  limit: z.number().int().min(1).max(limits.searchResultsMax).optional().meta({
    default: resultsUsual,
    description: 'Results of each source.',
  }),
  sources: z
    .array(source)
    .max(20)
    .optional()
    .meta({
      default: ['web'],
      description:
        'Where is searched: `web`, `news`, `images`, and what was crawled as `corpus:main`, whose pages ' +
        'are answered under `web`; others are passed over.',
    }),
  includeDomains: domains.optional().meta({ default: [], description: 'Results of these hosts alone.' }),
  excludeDomains: domains.optional().meta({ default: [], description: 'No results of these hosts.' }),
  tbs: z.string().max(200).optional().meta({
    description: 'How old results may be, as Google writes it: `qdr:` with `h`, `d`, `w`, `m` or `y`.',
  }),
  lang: z.string().max(20).optional().meta({ description: 'The language of results; of v1.' }),
  timeout: z.number().int().min(1).max(300_000).optional().meta({
    description: 'Milliseconds; what is not there by then comes without content.',
  }),
  ignoreInvalidURLs: z.boolean().optional().meta({
    description: 'Accepted for clients that send it; it changes nothing.',
  }),
  scrapeOptions: z
    .record(z.string(), z.unknown())
    .optional()
    .meta({ description: 'With `formats` in it: how the pages that are found are scraped.' }),
});

/** Keys that clients send with every search, whether or not the caller asked for them. */
const unasked: ReadonlySet<string> = new Set([
  'country',
  'domainTools',
  'toolDetail',
  'highlights',
  'enterprise',
]);

/** The largest age of results, in the words of SearXNG, which has no hours. */
const ranges = { h: 'day', d: 'day', w: 'week', m: 'month', y: 'year' } as const;
export type TimeRange = (typeof ranges)[keyof typeof ranges];

const rangeOf = (tbs: string | undefined): TimeRange | null => {
  const letter = /(?:^|,)qdr:([hdwmy])\d*(?:,|$)/.exec(tbs ?? '')?.[1];
  return letter === undefined ? null : ranges[letter as keyof typeof ranges];
};

/** A search as it will be carried out. */
export interface SearchSpec {
  readonly query: string;
  /** Results of each source. */
  readonly limit: number;
  readonly sources: readonly SearchSource[];
  /** Corpora whose pages are searched as well, or alone: `corpus:main` among the sources. */
  readonly corpora: readonly { readonly name: string; readonly mode?: SearchMode | undefined }[];
  readonly includeDomains: readonly string[];
  readonly excludeDomains: readonly string[];
  readonly range: TimeRange | null;
  readonly language: string | null;
  readonly timeoutMs: number | null;
  /** Options with which results are scraped, in the caller's words; null if they are not scraped. */
  readonly scrape: PlainObject | null;
}

const wantsScraping = (options: PlainObject | undefined): boolean => {
  const formats = options?.['formats'];
  return formats !== undefined && !(Array.isArray(formats) && formats.length === 0);
};

/** Parses the body of a search. The options for scraping results are judged before anything is searched. */
export const parseSearchRequest = (body: unknown, dialect: Dialect): ParsedRequest<SearchSpec> => {
  const parsed = parseWith(searchRequestSchema, body);
  if (!parsed.ok) return parsed;
  const { includeDomains = [], excludeDomains = [], scrapeOptions, tbs, ...given } = parsed.value;
  const refuse = (message: string): ParsedRequest<SearchSpec> => ({
    ok: false,
    failure: failure('BAD_REQUEST', `Cannot accept the request: ${message}`),
  });
  if (includeDomains.length > 0 && excludeDomains.length > 0) {
    return refuse('expected either includeDomains or excludeDomains, found both');
  }
  const asked = given.sources === undefined || given.sources.length === 0 ? [{ type: 'web' }] : given.sources;
  const names = asked.map(({ type }) => type);
  const sources = searchSources.filter((name) => names.includes(name));
  const corpora = asked
    .filter(({ type }, at) => type.startsWith(corpusPrefix) && names.indexOf(type) === at)
    .map(({ type, mode }) => ({ name: type.slice(corpusPrefix.length), mode }));
  if (sources.length === 0 && corpora.length === 0) {
    return refuse(`sources: expected one of ${searchSources.join(', ')}, found ${JSON.stringify(names)}`);
  }
  const isScraping = wantsScraping(scrapeOptions);
  const judged = isScraping
    ? parseWith(
        z.object(scrapeOptionsShape),
        dialect === 'v1' ? fromV1('scrape', scrapeOptions) : scrapeOptions,
      )
    : null;
  if (judged?.ok === false) return judged;
  const range = rangeOf(tbs);
  return {
    ok: true,
    ignored: [
      ...parsed.ignored.filter((key) => !unasked.has(key)),
      ...(tbs !== undefined && range === null ? ['tbs'] : []),
    ],
    value: {
      query: given.query,
      limit: given.limit ?? resultsUsual,
      sources,
      corpora,
      includeDomains,
      excludeDomains,
      range,
      language: given.lang ?? null,
      timeoutMs: given.timeout ?? null,
      scrape: isScraping ? (scrapeOptions ?? null) : null,
    },
  };
};
