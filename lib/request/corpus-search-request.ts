import * as z from 'zod';
import { listCursorField } from '../list-cursor.ts';
import { limits } from '../limits/limits.ts';
import { parseWith, type ParsedRequest } from './parse-request.ts';

/** Whether a month has such a day: `Date.parse` takes 30 February for 2 March. */
const isCalendarDay = (day: string): boolean => {
  const at = Date.parse(day);
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(day);
};

/** A day or a moment, as ISO 8601 in UTC unless it names a zone; `dayTime` is the moment that a day alone means. */
const momentWith = (dayTime: string) =>
  z
    .string()
    .regex(/^\d{4}-\d{2}-\d{2}(?:T[\d:.]+(?:Z|[+-]\d{2}:?\d{2})?)?$/, {
      error: 'expected a date such as 2026-11-22 or 2026-11-22T08:30:00Z',
    })
    .transform((text, context) => {
      const full = text.length === 10 ? `${text}T${dayTime}` : text;
      const at = Date.parse(/(?:Z|[+-]\d{2}:?\d{2})$/.test(full) ? full : `${full}Z`);
      if (!Number.isNaN(at) && isCalendarDay(text.slice(0, 10))) return at;
      context.addIssue({ code: 'custom', message: 'expected a date of the calendar', input: text });
      return z.NEVER;
    });

/** Where a span of time begins or ends: a day alone means its beginning. */
const moment = momentWith('00:00:00.000');
/** When something was true: a day alone means its end, so that what was new on that day is seen. */
const momentThen = momentWith('23:59:59.999');

const name = z.string().min(1).max(253);

/**
 * Reads a host in any of its spellings, with a port or without, also out of a full address: as the corpus keeps it.
 * Null if the text names none. The usual ports count as none.
 */
const hostIn = (text: string): string | null => {
  const bare = text.trim().replace(/^(?:\*?\.)+/, '');
  const url = URL.parse(/^https?:\/\//i.test(bare) ? bare : `http://${bare}`);
  return url === null || url.hostname === '' ? null : url.host.replace(/\.(?=:|$)|:443$/g, '');
};

const site = name.transform((text, context) => {
  const host = hostIn(text);
  if (host !== null) return host;
  context.addIssue({ code: 'custom', message: 'expected a host such as example.com', input: text });
  return z.NEVER;
});

const sites = z.array(site).min(1).max(limits.corpusSitesMax);

const corpusFiltersSchema = z.object({
  site: site
    .optional()
    .meta({ description: 'Pages of this host and its subdomains, on any port unless one is given.' }),
  sites: sites
    .optional()
    .meta({ description: 'Pages of any of these hosts and their subdomains, each as in `site`.' }),
  excludeSites: sites
    .optional()
    .meta({ description: 'No pages of these hosts and their subdomains, each as in `site`.' }),
  source: name.optional().meta({ description: 'Pages of this source.' }),
  group: name.optional().meta({
    description:
      'Pages of this group of hosts of the deployment (docs/hosts.md), not of a group of a manifest.',
  }),
  language: z
    .string()
    .min(2)
    .max(35)
    // A page has the primary subtag of its language alone.
    .transform((tag) => tag.split(/[-_]/, 1)[0]?.toLowerCase() ?? tag)
    .optional()
    .meta({ description: 'Pages in this language, whatever its region: `de-AT` is `de`.' }),
  agency: name.optional().meta({ description: 'Pages of this agency.' }),
  after: moment.optional().meta({
    description:
      'Pages whose version was written at or after this (`seen_at`); a day alone means its beginning, in UTC. It ' +
      'leaves out pages that are unchanged since, however often they were fetched.',
  }),
  before: moment.optional().meta({
    description:
      'Pages whose version was written before this (`seen_at`); a day alone means its beginning, in UTC.',
  }),
  urlPrefix: z
    .string()
    .min(1)
    .max(limits.urlCharactersMax)
    .regex(/^https?:\/\//i, { error: 'expected the beginning of a URL, such as https://example.com/guide/' })
    .optional()
    .meta({ description: 'Pages whose URL begins so.' }),
});

const pageUrl = z.string().min(1).max(limits.urlCharactersMax);

/** GET /v2/corpus/{name}/page. */
export const corpusPageQuerySchema = z.object({
  url: pageUrl.meta({ description: 'The page, as it was crawled.' }),
  asOf: momentThen
    .optional()
    .meta({ description: 'The page as it was then; a day alone means its end, in UTC.' }),
});

/** A place in a list of changes, newest first: behind the page that changed at this time and has this URL. */
export interface ChangesCursor {
  /** Milliseconds since 1970. */
  readonly since: number;
  readonly url: string;
}

export const writeChangesCursor = ({ since, url }: ChangesCursor): string =>
  Buffer.from(`${since} ${url}`).toString('base64url');

/** Reads a cursor of an earlier answer; null for any other text. */
export const readChangesCursor = (text: string): ChangesCursor | null => {
  const place = Buffer.from(text, 'base64url').toString();
  const [, since, url] = /^(\d{1,15}) ([^\0]+)$/.exec(place) ?? [];
  return since === undefined || url === undefined ? null : { since: Number(since), url };
};

/** GET /v2/corpus/{name}/changes. */
export const corpusChangesQuerySchema = z.object({
  since: moment.meta({
    description: 'The time from which on pages changed; a day alone means its beginning.',
  }),
  limit: z.coerce.number().int().min(1).max(limits.corpusChangesMax).optional().meta({
    default: limits.corpusResultsMax,
    description: 'Pages.',
  }),
  cursor: listCursorField((place) => readChangesCursor(place) !== null),
});

/** GET /v2/corpus/{name}/stats. */
export const corpusStatsQuerySchema = z.object({
  source: name
    .optional()
    .meta({ description: 'Pages of this source alone; `bytes` is of the whole corpus all the same.' }),
});

/** Search by words, or by how close a passage comes in meaning. */
export const searchModes = ['auto', 'lexical', 'vector', 'hybrid'] as const;
export type SearchMode = (typeof searchModes)[number];

/** POST /v2/corpus/{name}/search. */
export const corpusSearchRequestSchema = z.object({
  query: z
    .string()
    .trim()
    .min(1, { error: 'expected words to look for' })
    .max(limits.corpusQueryCharactersMax)
    .meta({ description: 'What is looked for.' }),
  limit: z.number().int().min(1).max(limits.corpusResultsMax).optional().meta({
    default: limits.corpusResultsDefault,
    description: 'Results.',
  }),
  mode: z
    .enum(searchModes)
    .optional()
    .meta({
      default: 'auto',
      description:
        'How passages are ranked: by words (`lexical`), by meaning (`vector`), or by both (`hybrid`). `auto` is ' +
        'both where the deployment has an embedder, and words where it has none or it does not answer.',
    }),
  asOf: momentThen.optional().meta({
    description:
      'The corpus as it was then: pages as they had been fetched by that time. A day alone means its end, in UTC.',
  }),
  collapse: z.enum(['url', 'none']).optional().meta({
    default: 'url',
    description:
      '`url`: the best passage of each page, and one of pages with the same content; `none`: passages.',
  }),
  filters: corpusFiltersSchema
    // No moment is at or after the one and before the other: nothing would be found, whatever there is.
    .superRefine(({ after, before }, context) => {
      if (after === undefined || before === undefined || after < before) return;
      // They are moments by now: what was sent is told as a moment too, not as a number.
      const [one, other] = [after, before].map((at) => new Date(at).toISOString());
      const wanted = 'expected a time in `after` that is before the one in `before`';
      context.addIssue({ code: 'custom', message: `${wanted}, found ${one} and ${other}` });
    })
    .optional()
    .meta({ description: 'Which pages are searched; all that is given must hold.' }),
});
export type CorpusSearchRequest = z.output<typeof corpusSearchRequestSchema>;

/** Parses the body of a search of a corpus. */
export const parseCorpusSearch = (body: unknown): ParsedRequest<CorpusSearchRequest> =>
  parseWith(corpusSearchRequestSchema, body);
