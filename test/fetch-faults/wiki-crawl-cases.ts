import { html, type FaultCase } from './fault-case.ts';
import { wikiReply, apiError, askedKind, portion, wikiCase, wikiText, type Articles } from './wiki-double.ts';
import { articles, asksAndTier, batch, wikiKinds, overHttp, wiki } from './wiki-facts.ts';

const followCases: readonly FaultCase[] = [
  wikiCase({
    title: 'a crawl follows links to articles alone, whatever tier got the page',
    kind: 'crawl',
    body: { crawlEntireDomain: true },
    api: (question) => (question.get('page') === 'B' ? apiError('internal_api_error') : wiki(question)),
    replies: {
      '/wiki/B': html('B', [
        '/wiki/Spezial:Search',
        '/w/index.php?title=B&action=edit',
        '/wiki/Alias',
        '/about',
      ]),
      '/about': html('About'),
    },
    pages: { '/wiki/A': 'done', '/wiki/B': 'done', '/wiki/Alias': 'done', '/about': 'done' },
  }),
  wikiCase({
    title: 'namespaces that the configuration names are followed as well',
    kind: 'crawl',
    body: { crawlEntireDomain: true },
    wiki: { namespaces: [0, 2] },
    api: wikiReply({ ...articles, 'Benutzer:Admin': { text: wikiText('the user') } }),
    pages: { '/wiki/A': 'done', '/wiki/B': 'done', '/wiki/Benutzer:Admin': 'done' },
  }),
  wikiCase({
    title: 'an unchanged revision costs no text: one question serves all pages of a URL batch',
    ...batch('/wiki/A', '/wiki/B'),
    runs: 2,
    api: wiki,
    pages: { '/wiki/A': 'done', '/wiki/B': 'done' },
    facts: (run) => ({
      asked: wikiKinds(run).join(' '),
      titles: run.questions.at(-1)?.get('titles')?.split('|').toSorted(),
      changes: run.pages.map(({ status, changeType, tier }) => `${tier} ${status} ${changeType}`),
    }),
    expected: {
      asked: 'site parse parse info',
      titles: ['A', 'B'],
      changes: ['api 304 unchanged', 'api 304 unchanged'],
    },
  }),
  wikiCase({
    title: 'a new revision is read, and an article that is gone by then ends without another question',
    ...batch('/wiki/A', '/wiki/B'),
    runs: 2,
    api: (question, _site, before) =>
      before < 3 ? wiki(question) : wikiReply({ A: { text: wikiText('the new A'), revision: 2 } })(question),
    pages: { '/wiki/A': 'done', '/wiki/B': 'failed HTTP_NOT_FOUND' },
    facts: (run) => ({
      asked: wikiKinds(run).join(' '),
      change: run.pages.find(({ code }) => code === undefined)?.changeType,
    }),
    expected: { asked: 'site parse parse info parse', change: 'modified' },
  }),
  wikiCase({
    title: 'revisions that cannot be asked for cost nothing but the question',
    runs: 2,
    api: (question) => (askedKind(question) === 'info' ? apiError('internal_api_error') : wiki(question)),
    pages: { '/wiki/A': 'done' },
    facts: (run) => ({ ...asksAndTier(run), change: run.pages[0]?.changeType }),
    expected: { tier: 'api', asked: 'site parse info parse', change: 'unchanged' },
  }),
  wikiCase({
    title: 'a wiki in trouble while revisions are asked for is left alone, and the pages count their tries',
    runs: 2,
    api: (question, _site, before) =>
      before === 2 ? apiError('maxlag', { 'retry-after': '4' }) : wiki(question),
    pages: { '/wiki/A': 'done' },
    facts: (run) => ({ ...asksAndTier(run), attempts: run.pages[0]?.attempts }),
    expected: { tier: 'api', asked: 'site parse info parse', attempts: 1 },
  }),
];

const orte = {
  'Kategorie:Orte': portion(
    [
      ['A', 0, 'page'],
      ['Benutzer:X', 2, 'page'],
      ['Node.js', 0, 'page'],
    ],
    'page|42|9',
  ),
  'Kategorie:Orte page|42|9': portion([
    ['B', 0, 'page'],
    ['Kategorie:Inseln', 14, 'subcat'],
  ]),
  'Kategorie:Inseln': portion([
    ['Sylt', 0, 'page'],
    ['Kategorie:Orte', 14, 'subcat'],
  ]),
};
const withCategories: Articles = {
  ...articles,
  'Node.js': { text: wikiText('a name that ends like a file') },
  Sylt: { text: wikiText('an island') },
  'Kategorie:Orte': { text: wikiText('places') },
  'Kategorie:Inseln': { text: wikiText('islands') },
};

const categoryCases: readonly FaultCase[] = [
  wikiCase({
    title: "a crawl of a category finds its members, portion by portion, and its categories' members",
    kind: 'crawl',
    start: '/wiki/Kategorie:Orte',
    api: wikiReply(withCategories, orte),
    pages: {
      '/wiki/Kategorie:Orte': 'done',
      '/wiki/A': 'done',
      '/wiki/Node.js': 'done',
      '/wiki/B': 'done',
      '/wiki/Kategorie:Inseln': 'done',
      '/wiki/Sylt': 'done',
    },
    facts: (run) => ({
      members: wikiKinds(run).filter((kind) => kind === 'members').length,
      depths: Object.fromEntries(run.pages.map(({ url, depth }) => [url.replace(/.*\//, ''), depth])),
    }),
    expected: {
      members: 3,
      depths: { 'Kategorie:Orte': 0, A: 1, 'Node.js': 1, B: 1, 'Kategorie:Inseln': 1, Sylt: 2 },
    },
  }),
  wikiCase({
    title: 'categories within are gone into as deep as the request allows',
    kind: 'crawl',
    start: '/wiki/Kategorie:Orte',
    body: { maxDiscoveryDepth: 1 },
    api: wikiReply(withCategories, orte),
    pages: {
      '/wiki/Kategorie:Orte': 'done',
      '/wiki/A': 'done',
      '/wiki/Node.js': 'done',
      '/wiki/B': 'done',
      '/wiki/Kategorie:Inseln': 'done',
    },
  }),
  wikiCase({
    title: 'the limit of a crawl ends the portions of a category',
    kind: 'crawl',
    start: '/wiki/Kategorie:Orte',
    body: { limit: 2 },
    api: wikiReply(withCategories, orte),
    pages: { '/wiki/Kategorie:Orte': 'done', '/wiki/A': 'done' },
    facts: (run) => ({ members: wikiKinds(run).filter((kind) => kind === 'members').length }),
    expected: { members: 1 },
  }),
  wikiCase({
    title: 'a category whose page is as it was may have new members',
    kind: 'crawl',
    start: '/wiki/Kategorie:Inseln',
    runs: 2,
    api: (question, _site, before) =>
      wikiReply(withCategories, {
        'Kategorie:Inseln': portion(
          before < 4
            ? [['A', 0, 'page']]
            : [
                ['A', 0, 'page'],
                ['Sylt', 0, 'page'],
              ],
        ),
      })(question),
    pages: { '/wiki/Kategorie:Inseln': 'done', '/wiki/A': 'done', '/wiki/Sylt': 'done' },
    facts: ({ pages }) => ({ status: pages.find(({ depth }) => depth === 0)?.status }),
    expected: { status: 304 },
  }),
];

const nameCases: readonly FaultCase[] = [
  wikiCase({
    title: 'an article whose title ends like the name of a file is followed, a redirect to one as well',
    kind: 'crawl',
    body: { crawlEntireDomain: true },
    runs: 2,
    api: wikiReply({
      ...withCategories,
      A: { text: wikiText('A', ['Node.js', 'Vue', 'Datei:Karte.png']) },
      Vue: { text: '', redirect: 'Vue.js' },
      'Vue.js': { text: wikiText('another') },
    }),
    pages: { '/wiki/A': 'done', '/wiki/Node.js': 'done', '/wiki/Vue': 'done' },
  }),
  wikiCase({
    title: 'a member that is a redirect ends at its article, which need not lie below the category',
    kind: 'crawl',
    start: '/wiki/Kategorie:Orte',
    api: wikiReply(withCategories, { 'Kategorie:Orte': portion([['Alias', 0, 'page']]) }),
    pages: { '/wiki/Kategorie:Orte': 'done', '/wiki/Alias': 'done' },
    facts: ({ pages, names }) => ({
      at: pages.find(({ depth }) => depth === 1)?.finalUrl?.replace(names.origin, ''),
    }),
    expected: { at: '/wiki/B' },
  }),
  wikiCase({
    title: 'pages that a wiki makes up are not asked of its API',
    start: '/wiki/Spezial:Version',
    api: wiki,
    replies: { '/wiki/Spezial:Version': overHttp },
    pages: { '/wiki/Spezial:Version': 'done' },
    facts: asksAndTier,
    expected: { tier: 'http', asked: 'site' },
  }),
];

const weightCases: readonly FaultCase[] = [
  {
    area: 'mediawiki',
    title: 'where the limit of a crawl cuts, pages of heavier groups are kept',
    kind: 'crawl',
    body: { limit: 2, allowExternalLinks: true, sitemap: 'skip' },
    hostsDocument: ({ origin, otherOrigin }) => ({
      groups: {
        official: { weight: 1, hosts: [new URL(otherOrigin).host] },
        others: { weight: 0.4, hosts: [new URL(origin).host] },
      },
    }),
    replies: {
      '/': ({ otherOrigin }) => html('Home', ['/a', `${otherOrigin}/b`]),
      '/a': html('A'),
      '/b': html('B'),
    },
    pages: { '/': 'done', 'other:/b': 'done' },
    facts: async ({ envelope }) => ({ group: (await envelope('/b')).source.group }),
    expected: { group: { name: 'official', weight: 1 } },
  },
];

export const wikiCrawlCases: readonly FaultCase[] = [
  ...followCases,
  ...categoryCases,
  ...nameCases,
  ...weightCases,
];
