import type { CallAnswer } from './calls.ts';
import type { WebPage } from './web.ts';

/** The API of a simulated site that is a wiki: its articles lie at the root, `/p3` is the article "p3". */
export const wikiEndpoint = '/w/api.php';
export const wikiArticlePath = '/$1';

/** What an API was asked, with the page that it is about: `null` for a question about none. */
export interface WikiAsked {
  readonly question: URLSearchParams;
  readonly page: string | null;
}

/** Null for a request that is none to an API. */
export const wikiAsked = (path: string): WikiAsked | null => {
  if (!path.startsWith(`${wikiEndpoint}?`)) return null;
  const question = new URLSearchParams(path.slice(path.indexOf('?')));
  const title = question.get('action') === 'parse' ? question.get('page') : null;
  return { question, page: title === null ? null : `/${title}` };
};

const json = (value: unknown, headers: Record<string, string> = {}): CallAnswer => ({
  status: 200,
  headers: { 'content-type': 'application/json', ...headers },
  body: Buffer.from(JSON.stringify(value)),
});

const error = (code: string, headers: Record<string, string> = {}): CallAnswer =>
  json({ error: { code, info: 'simulated' } }, headers);

const site = json({
  query: {
    general: { sitename: 'Simulated', lang: 'en', articlepath: wikiArticlePath, script: '/w/index.php' },
    namespaces: { '0': { id: 0, name: '' }, '-1': { id: -1, name: 'Special' } },
  },
});

const articleOf = (page: WebPage): CallAnswer =>
  json({
    parse: {
      title: page.path.slice(1),
      revid: 1,
      text: `<p>This is the article ${page.path}, with enough words to be read as content by anything.</p>${page.links
        .map((link) => `<a href="${link}">${link}</a>`)
        .join(' ')}`,
    },
  });

/** What a page's behaviour is to its API; the status stands for it in the site's log. */
const parse = (
  page: WebPage | undefined,
  count: number,
): { answer: CallAnswer | 'reset'; status: number } => {
  if (page === undefined || page.behaviour.kind === 'missing')
    return { answer: error('missingtitle'), status: 404 };
  const { behaviour } = page;
  if (behaviour.kind === 'fine') return { answer: articleOf(page), status: 200 };
  if (behaviour.kind !== 'flaky') return { answer: error('internal_api_error_simulated'), status: 500 };
  if (count > behaviour.times) return { answer: articleOf(page), status: 200 };
  switch (behaviour.how) {
    case 'reset':
      return { answer: 'reset', status: 0 };
    case 429:
      return { answer: error('ratelimited', { 'retry-after': '2' }), status: 429 };
    case 503:
      return { answer: error('maxlag', { 'retry-after': '2' }), status: 503 };
    case 500:
      return { answer: error('internal_api_error_simulated'), status: 500 };
  }
};

/** Answers a question; `count`: how often the page was asked for, this time included. */
export const answerWiki = (
  { question, page }: WikiAsked,
  pages: ReadonlyMap<string, WebPage>,
  count: number,
): { readonly answer: CallAnswer | 'reset'; readonly status: number } => {
  if (page !== null) return parse(pages.get(page), count);
  if (question.get('meta') === 'siteinfo') return { answer: site, status: 200 };
  const infos = (question.get('titles') ?? '').split('|').map((title) => {
    const there = pages.get(`/${title}`);
    return there === undefined || there.behaviour.kind === 'missing'
      ? { title, missing: true }
      : { title, lastrevid: 1 };
  });
  return { answer: json({ query: { pages: infos } }), status: 200 };
};
