import * as z from 'zod';
import { limits } from '../../limits/limits.ts';
import { namespaceKey, type WikiSite } from './wiki-title.ts';

/** The questions to a wiki (MediaWiki Action API, `formatversion=2`), and the parts of its answers that we need. */

const common = { format: 'json', formatversion: '2' };

/** With this a wiki answers `maxlag` if its replicas are further behind (MediaWiki, "Manual:Maxlag parameter"). */
const patient = { ...common, maxlag: String(limits.wikiLagSecondsMax) };

export type WikiQuestion = Readonly<Record<string, string>>;

/** Asks for the wiki's names of namespaces, and the paths of its articles. */
export const siteQuestion: WikiQuestion = {
  ...common,
  action: 'query',
  meta: 'siteinfo',
  siprop: 'general|namespaces|namespacealiases',
};

/** Asks for an article as HTML. Its links are read from that: the API's own list of them has lost their order. */
export const articleQuestion = (title: string): WikiQuestion => ({
  ...patient,
  action: 'parse',
  page: title,
  prop: 'text|categories|revid|displaytitle|properties',
  redirects: '1',
  disableeditsection: '1',
  disabletoc: '1',
  disablelimitreport: '1',
});

/** Asks for the last revisions of several articles, without following redirects. */
export const revisionsQuestion = (titles: readonly string[]): WikiQuestion => ({
  ...patient,
  action: 'query',
  prop: 'info',
  titles: titles.join('|'),
});

/** Asks for a portion of a category's members, from the end of the last one. */
export const membersQuestion = (category: string, from: string | null): WikiQuestion => ({
  ...patient,
  action: 'query',
  list: 'categorymembers',
  cmtitle: category,
  cmprop: 'title|type',
  cmtype: 'page|subcat',
  cmlimit: 'max',
  ...(from === null ? {} : { cmcontinue: from }),
});

const bytesOf = (title: string): number => encodeURIComponent(title).length + 3;

/**
 * Returns the first titles that fit one question about revisions: as many as an anonymous client may name, in a URL
 * that servers accept.
 */
export const firstTitles = (titles: readonly string[]): string[] => {
  let bytes = 0;
  return titles
    .slice(0, limits.wikiTitlesMax)
    .filter((title) => (bytes += bytesOf(title)) <= limits.wikiTitleBytesMax || bytes === bytesOf(title));
};

const errorSchema = z.object({ error: z.object({ code: z.string(), info: z.string().default('') }) });

/** Returns the error in an answer, or null. */
export const parseWikiError = (answer: unknown): { readonly code: string; readonly info: string } | null =>
  errorSchema.safeParse(answer).data?.error ?? null;

const siteAnswer = z.object({
  query: z.object({
    general: z.object({
      sitename: z.string().default(''),
      lang: z.string().default(''),
      rtl: z.boolean().default(false),
      articlepath: z.string(),
      script: z.string(),
    }),
    namespaces: z.record(
      z.string(),
      z.object({ id: z.number().int(), name: z.string().default(''), canonical: z.string().optional() }),
    ),
    namespacealiases: z.array(z.object({ id: z.number().int(), alias: z.string() })).default([]),
  }),
});

/**
 * Reads what a wiki says of itself; null for an answer of another shape. The configuration's `articlePath` goes first.
 */
export const parseSite = (answer: unknown, articlePath: string | undefined): WikiSite | null => {
  const parsed = siteAnswer.safeParse(answer);
  if (!parsed.success) return null;
  const { general, namespaces, namespacealiases } = parsed.data.query;
  const names = [
    ...Object.values(namespaces).flatMap(({ id, name, canonical }): [string, number][] => [
      [name, id],
      [canonical ?? name, id],
    ]),
    ...namespacealiases.map(({ id, alias }): [string, number] => [alias, id]),
  ];
  return {
    siteName: general.sitename,
    language: general.lang,
    rightToLeft: general.rtl,
    articlePath: articlePath ?? general.articlepath,
    script: general.script,
    namespaces: Object.fromEntries(
      names.filter(([name]) => name !== '').map(([name, id]) => [namespaceKey(name), id]),
    ),
  };
};

const articleAnswer = z.object({
  parse: z.object({
    title: z.string(),
    revid: z.number().int().default(0),
    text: z.string(),
    displaytitle: z.string().default(''),
    categories: z.array(z.object({ category: z.string(), hidden: z.boolean().default(false) })).default([]),
    properties: z.record(z.string(), z.unknown()).default({}),
  }),
});

/** An article as the wiki returns it. */
export type Article = z.infer<typeof articleAnswer>['parse'];

/** Reads an article; null for an answer of another shape. */
export const parseArticle = (answer: unknown): Article | null =>
  articleAnswer.safeParse(answer).data?.parse ?? null;

const revisionsAnswer = z.object({
  query: z.object({
    normalized: z.array(z.object({ from: z.string(), to: z.string() })).default([]),
    pages: z.array(
      z.object({
        title: z.string(),
        lastrevid: z.number().int().optional(),
        missing: z.boolean().default(false),
      }),
    ),
  }),
});

/** Returns the last revision of each requested title: its number, or `missing`. */
export const parseRevisions = (answer: unknown): ReadonlyMap<string, number | 'missing'> | null => {
  const parsed = revisionsAnswer.safeParse(answer);
  if (!parsed.success) return null;
  const { pages, normalized } = parsed.data.query;
  const found = new Map<string, number | 'missing'>();
  for (const { title, lastrevid, missing } of pages) {
    if (missing) found.set(title, 'missing');
    else if (lastrevid !== undefined) found.set(title, lastrevid);
  }
  for (const { from, to } of normalized) {
    const revision = found.get(to);
    if (revision !== undefined) found.set(from, revision);
  }
  return found;
};

const membersAnswer = z.object({
  continue: z.object({ cmcontinue: z.string() }).optional(),
  query: z.object({
    categorymembers: z.array(
      z.object({ ns: z.number().int(), title: z.string(), type: z.enum(['page', 'subcat', 'file']) }),
    ),
  }),
});

/** Members of a category, and where the next portion begins. */
export interface Members {
  readonly members: readonly { readonly ns: number; readonly title: string; readonly type: string }[];
  readonly next: string | null;
}

/** Reads members; null for an answer of another shape. */
export const parseMembers = (answer: unknown): Members | null => {
  const parsed = membersAnswer.safeParse(answer);
  if (!parsed.success) return null;
  return {
    members: parsed.data.query.categorymembers,
    next: parsed.data.continue?.cmcontinue ?? null,
  };
};
