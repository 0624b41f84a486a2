import { closest } from '../harness/arrival-clock.ts';
import { html, textReply, type FaultCase } from './fault-case.ts';
import { wikiReply, apiError, askedKind, wikiCase, wikiText } from './wiki-double.ts';
import { batch, articles, wiki, overHttp, wikiKinds, tierAndFalls, asksAndTier } from './wiki-facts.ts';

const articleCases: readonly FaultCase[] = [
  wikiCase({
    title: 'an article comes through the API in one request, with its categories and its revision',
    api: wiki,
    pages: { '/wiki/A': 'done' },
    facts: async (run) => {
      const { page_metadata: found, scrape, content } = await run.envelope('/wiki/A');
      const { metas, title } = found;
      return {
        ...asksAndTier(run),
        overHttp: run.asked('/wiki/A'),
        title,
        language: content.language,
        category: metas['mediawiki:category'],
        revision: metas['mediawiki:revid'],
        tiers: scrape.requests.map(({ tier }) => tier),
        body: content.body.startsWith('# A\n\nThis article is about A'),
      };
    },
    expected: {
      tier: 'api',
      asked: 'site parse',
      overHttp: 0,
      title: 'A',
      language: 'de',
      category: 'Orte',
      revision: '1',
      tiers: ['api'],
      body: true,
    },
  }),
  wikiCase({
    title: 'every question says who asks, wants gzip, and has the wiki answer only where it can keep up',
    api: (question, _site, _before, request) =>
      request.headers['accept-encoding']?.includes('gzip') === true &&
      request.headers['user-agent']?.startsWith('Gleaner/') === true &&
      (askedKind(question) === 'site' || question.get('maxlag') === '5')
        ? wiki(question)
        : apiError('wrong'),
    pages: { '/wiki/A': 'done' },
    facts: asksAndTier,
    expected: { tier: 'api', asked: 'site parse' },
  }),
  wikiCase({
    title: 'a redirect of the wiki ends where it leads, as one of HTTP does',
    start: '/wiki/Alias',
    api: wiki,
    pages: { '/wiki/Alias': 'done' },
    facts: ({ pages, names }) => ({ at: pages[0]?.finalUrl?.replace(names.origin, '') }),
    expected: { at: '/wiki/B' },
  }),
  wikiCase({
    title: 'an article that does not exist ends like a 404, and is asked for once',
    start: '/wiki/Nirgends',
    api: wiki,
    replies: { '/wiki/Nirgends': overHttp },
    pages: { '/wiki/Nirgends': 'failed HTTP_NOT_FOUND' },
    facts: (run) => ({
      asked: wikiKinds(run).join(' '),
      http: run.asked('/wiki/Nirgends'),
      status: run.pages[0]?.status,
    }),
    expected: { asked: 'site parse', http: 0, status: 404 },
  }),
  wikiCase({
    title: 'a category without a text of its own may be there all the same: HTTP says',
    start: '/wiki/Kategorie:Orte',
    api: wiki,
    replies: { '/wiki/Kategorie:Orte': overHttp },
    pages: { '/wiki/Kategorie:Orte': 'done' },
    facts: tierAndFalls,
    expected: { tier: 'http', falls: [['api', 'api-failed', 'missingtitle: The words of missingtitle.']] },
  }),
  wikiCase({
    title: 'an article without text is looked for over HTTP',
    start: '/wiki/Leer',
    api: wiki,
    replies: { '/wiki/Leer': overHttp },
    pages: { '/wiki/Leer': 'done' },
    facts: (run) => ({ tier: run.pages[0]?.tier, reason: run.pages[0]?.fallThrough?.[0]?.reason }),
    expected: { tier: 'http', reason: 'empty' },
  }),
  wikiCase({
    title: 'old revisions, numbers of pages and other views are left to HTTP',
    ...batch(
      '/wiki/A?oldid=3',
      '/w/index.php?curid=1',
      '/w/index.php?title=A&action=history',
      '/w/index.php?title=A',
    ),
    api: wiki,
    replies: {
      '/wiki/A?oldid=3': html('Old'),
      '/w/index.php?curid=1': html('By number'),
      '/w/index.php?title=A&action=history': html('History'),
    },
    pages: {
      '/wiki/A?oldid=3': 'done',
      '/w/index.php?curid=1': 'done',
      '/w/index.php?title=A&action=history': 'done',
      '/w/index.php?title=A': 'done',
    },
    facts: (run) => ({
      asked: wikiKinds(run).join(' '),
      tiers: run.pages.map(({ tier }) => tier).toSorted(),
      falls: run.pages.filter(({ fallThrough }) => fallThrough !== undefined).length,
    }),
    expected: { asked: 'site parse', tiers: ['api', 'http', 'http', 'http'], falls: 0 },
  }),
];

const policyCases: readonly FaultCase[] = [
  wikiCase({
    title:
      'robots.txt speaks of pages: a script that the configuration names is asked, a page that is forbidden is not',
    ...batch('/wiki/A', '/wiki/B', '/wiki/Alias'),
    api: wiki,
    replies: { '/robots.txt': textReply('User-agent: *\nDisallow: /w/\nDisallow: /wiki/B\n') },
    pages: {
      '/wiki/A': 'done',
      '/wiki/B': 'blocked ROBOTS_DISALLOWED',
      '/wiki/Alias': 'blocked ROBOTS_DISALLOWED',
    },
    facts: (run) => ({
      titles: run.questions
        .map((question) => question.get('page'))
        .filter(Boolean)
        .toSorted(),
    }),
    expected: { titles: ['A', 'Alias'] },
  }),
  wikiCase({
    title: 'a linked article that asks not to be indexed is not kept',
    kind: 'crawl',
    body: { crawlEntireDomain: true },
    api: wikiReply({ ...articles, A: { text: wikiText('A', ['Geheim']) } }),
    pages: { '/wiki/A': 'done', '/wiki/Geheim': 'blocked ROBOTS_NOINDEX' },
  }),
  wikiCase({
    title: 'a host that is kept to HTTP is never asked through its API',
    api: wiki,
    hostsDocument: ({ origin }) => ({
      hosts: { [new URL(origin).host]: { tier: 'http', delay: 0 } },
      mediawiki: { [new URL(origin).host]: `${origin}/w/api.php` },
    }),
    replies: { '/wiki/A': overHttp },
    pages: { '/wiki/A': 'done' },
    facts: asksAndTier,
    expected: { tier: 'http', asked: '' },
  }),
  wikiCase({
    title: 'a host that is kept to its API ends what that does not get',
    ...batch('/wiki/A', '/wiki/B', '/about'),
    api: (question) => (question.get('page') === 'A' ? apiError('internal_api_error') : wiki(question)),
    hostsDocument: ({ origin }) => ({
      hosts: { [new URL(origin).host]: { tier: 'api' } },
      mediawiki: { [new URL(origin).host]: `${origin}/w/api.php` },
    }),
    replies: { '/wiki/A': overHttp, '/about': overHttp },
    pages: { '/wiki/A': 'failed WIKI_API_FAILED', '/wiki/B': 'done', '/about': 'skipped NOT_AN_ARTICLE' },
  }),
  wikiCase({
    title: 'questions keep the pace of their host like pages',
    ...batch('/wiki/A', '/wiki/B', '/wiki/C?oldid=1'),
    api: wiki,
    replies: { '/wiki/C?oldid=1': html('C') },
    delay: 0.2,
    realTime: true,
    pages: { '/wiki/A': 'done', '/wiki/B': 'done', '/wiki/C?oldid=1': 'done' },
    facts: ({ site: { requests } }) => ({
      requests: requests.length,
      polite: closest(requests).ms >= 150,
    }),
    // robots.txt, the site, two articles, a page.
    expected: { requests: 5, polite: true },
  }),
];

export const mediawikiCases: readonly FaultCase[] = [...articleCases, ...policyCases];
