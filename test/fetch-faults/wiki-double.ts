import type { FaultCase, Reply } from './fault-case.ts';

/** An article of a wiki that stands in for a real one, in the shapes that MediaWiki 1.39 answers with. */
interface DoubleArticle {
  readonly text: string;
  readonly revision?: number;
  readonly redirect?: string;
  readonly categories?: readonly string[];
  readonly properties?: Readonly<Record<string, string>>;
}

export type Articles = Readonly<Record<string, DoubleArticle>>;

export const jsonReply = (value: unknown, headers: Record<string, string> = {}, status = 200): Reply => ({
  status,
  headers: { 'content-type': 'application/json; charset=utf-8', ...headers },
  body: JSON.stringify(value),
});

export const apiError = (code: string, headers: Record<string, string> = {}): Reply =>
  jsonReply(
    { error: { code, info: `The words of ${code}.`, docref: 'See api.php for API usage.' } },
    { 'mediawiki-api-error': code, ...headers },
  );

const namespace = (id: number, name: string, canonical = name): [string, unknown] => [
  String(id),
  { id, case: 'first-letter', name, subpages: id !== 0, canonical, content: id === 0, nonincludable: false },
];

const siteInfo = {
  batchcomplete: true,
  query: {
    general: {
      sitename: 'Double',
      lang: 'de',
      rtl: false,
      articlepath: '/wiki/$1',
      script: '/w/index.php',
      server: 'http://127.0.0.1',
    },
    namespaces: Object.fromEntries([
      namespace(-1, 'Spezial', 'Special'),
      namespace(0, ''),
      namespace(1, 'Diskussion', 'Talk'),
      namespace(2, 'Benutzer', 'User'),
      namespace(6, 'Datei', 'File'),
      namespace(14, 'Kategorie', 'Category'),
    ]),
    namespacealiases: [{ id: 6, alias: 'Image' }],
  },
};

/** A link as the wiki writes it. */
export const wikiLink = (title: string): string =>
  `<a href="/wiki/${encodeURIComponent(title.replaceAll(' ', '_')).replaceAll('%3A', ':')}">${title}</a>`;

/** Enough words to be read as content, with these links. */
export const wikiText = (about: string, links: readonly string[] = []): string =>
  `<div class="mw-parser-output"><p>This article is about ${about}, with enough words to be read as ` +
  `content by anything that looks for it. ${links.map(wikiLink).join(' ')}</p></div>`;

const parse = (articles: Articles, question: URLSearchParams): Reply => {
  const asked = question.get('page') ?? '';
  const to = articles[asked]?.redirect;
  const title = to ?? asked;
  const article = articles[title];
  if (article === undefined) return apiError('missingtitle');
  const { text: body, revision = 1, categories = [], properties = {} } = article;
  return jsonReply({
    parse: {
      title,
      pageid: 1,
      revid: revision,
      redirects: to === undefined ? [] : [{ from: asked, to }],
      text: body,
      categories: categories.map((category) => ({ sortkey: '', category })),
      displaytitle: `<span class="mw-page-title-main">${title}</span>`,
      properties,
    },
  });
};

const info = (articles: Articles, question: URLSearchParams): Reply => {
  const pages = (question.get('titles') ?? '').split('|').map((title) => {
    const article = articles[title];
    return article === undefined
      ? { ns: 0, title, missing: true, contentmodel: 'wikitext' }
      : { pageid: 1, ns: 0, title, contentmodel: 'wikitext', lastrevid: article.revision ?? 1, length: 9 };
  });
  return jsonReply({ batchcomplete: true, query: { pages } });
};

/** What a question to the double is about. */
export const askedKind = (question: URLSearchParams): 'site' | 'parse' | 'info' | 'members' =>
  question.get('action') === 'parse'
    ? 'parse'
    : question.get('meta') === 'siteinfo'
      ? 'site'
      : question.get('list') === 'categorymembers'
        ? 'members'
        : 'info';

/** Answers as a wiki of these articles would. */
export const wikiReply =
  (articles: Articles, members: Readonly<Record<string, unknown>> = {}) =>
  (question: URLSearchParams): Reply => {
    switch (askedKind(question)) {
      case 'site':
        return jsonReply(siteInfo);
      case 'parse':
        return parse(articles, question);
      case 'info':
        return info(articles, question);
      case 'members':
        return jsonReply(
          members[`${question.get('cmtitle')} ${question.get('cmcontinue') ?? ''}`.trim()] ?? {},
        );
    }
  };

/** A portion of a category's members. */
export const portion = (
  titles: readonly (readonly [title: string, ns: number, type: 'page' | 'subcat' | 'file'])[],
  next?: string,
): unknown => ({
  batchcomplete: true,
  ...(next === undefined ? {} : { continue: { cmcontinue: next, continue: '-||' } }),
  query: { categorymembers: titles.map(([title, ns, type]) => ({ ns, title, type })) },
});

/** A case about a wiki that is configured on the site's host. */
export const wikiCase = (
  one: Omit<FaultCase, 'area' | 'replies'> & Partial<Pick<FaultCase, 'replies'>> & { readonly wiki?: object },
): FaultCase => ({
  area: 'mediawiki',
  replies: {},
  kind: 'scrape',
  start: '/wiki/A',
  hostsDocument: ({ origin }) => ({
    mediawiki: { [new URL(origin).host]: { endpoint: `${origin}/w/api.php`, ...one.wiki } },
  }),
  ...one,
});
