import { html, textReply, type CaseRun, type FaultCase, type Reply } from './fault-case.ts';

const linkCase = (one: Omit<FaultCase, 'area'>): FaultCase => ({ area: 'links', kind: 'crawl', ...one });

const leaf = html('Leaf');
const page = (body: string): Reply =>
  textReply(
    `<!doctype html><title>Home</title><main><p>Some words of the page.</p>${body}</main>`,
    'text/html',
  );

const hidden =
  '<a href="/trap-1" hidden>x</a><p style="display:none"><a href="/trap-2">x</a></p><a href="/a">a</a>';

/** Links that were passed over at the start page, by kind. */
const passedOver = ({ pages }: CaseRun): Record<string, unknown> => ({
  passedOver: pages.find(({ depth }) => depth === 0)?.traps ?? {},
});

/** What sites put into links, or instead of them, and what a crawl follows. */
export const linkCases: readonly FaultCase[] = [
  linkCase({
    title: 'links that no reader comes to see are not followed, and counted',
    replies: { '/': page(hidden), '/a': leaf, '/trap-1': leaf, '/trap-2': leaf },
    pages: { '/': 'done', '/a': 'done' },
    facts: passedOver,
    expected: { passedOver: { hidden: 2 } },
  }),
  linkCase({
    title: 'hidden links are followed where the request asks for that',
    replies: { '/': page(hidden), '/a': leaf, '/trap-1': leaf, '/trap-2': leaf },
    body: { followHiddenLinks: true },
    pages: { '/': 'done', '/a': 'done', '/trap-1': 'done', '/trap-2': 'done' },
  }),
  linkCase({
    title: 'a crawl goes on through frames, and no browser is needed to see them',
    replies: {
      '/': textReply(
        '<title>Book</title><frameset><frame src="/toc"><frame src="/text"></frameset>',
        'text/html',
      ),
      '/toc': page('<a href="/a">a</a>'),
      '/text': page('<iframe src="/inner"></iframe>'),
      '/a': leaf,
      '/inner': leaf,
    },
    pages: { '/': 'done', '/toc': 'done', '/text': 'done', '/a': 'done', '/inner': 'done' },
    facts: ({ pages }) => ({ tiers: [...new Set(pages.map(({ tier }) => tier))] }),
    expected: { tiers: ['http'] },
  }),
  linkCase({
    title: 'a page goes on to the next one that its head names',
    replies: {
      '/': textReply('<title>1</title><link rel="next" href="/2"><p>The first page.</p>', 'text/html'),
      '/2': leaf,
    },
    pages: { '/': 'done', '/2': 'done' },
  }),
  linkCase({
    title:
      'what the caller typed is asked for as it was typed, and stays the page that links of other spellings lead to',
    start: '/shop;jsessionid=1/?utm_source=mail',
    replies: {
      '/shop;jsessionid=1/?utm_source=mail': html('Shop', ['/shop;jsessionid=2/', '/shop/a;jsessionid=3']),
      '/shop/a': leaf,
    },
    pages: { '/shop;jsessionid=1/?utm_source=mail': 'done', '/shop/a': 'done' },
  }),
  linkCase({
    title: 'a page without text ends as that, in a browser as well, and its links are followed',
    browser: true,
    replies: {
      '/': html('Home', ['/empty']),
      '/empty': textReply('<title>x</title><img src="/a.png" hidden>', 'text/html'),
    },
    pages: { '/': 'done', '/empty': 'failed CONTENT_EMPTY' },
  }),
  linkCase({
    title:
      'a page that says in its text that it is not there is not kept, nor one that is closed for maintenance',
    replies: {
      '/': html('Home', ['/a', '/b', '/c']),
      '/a': html('Shop of things', [], 'Sorry, the page you are looking for could not be found.'),
      '/b': (_site, before) => (before < 2 ? html('Site under maintenance', [], 'Come back later.') : leaf),
      '/c': leaf,
    },
    pages: { '/': 'done', '/a': 'failed SOFT_NOT_FOUND', '/b': 'done', '/c': 'done' },
  }),
  linkCase({
    title: 'a page that asked not to be shown after a day that has passed is not kept',
    replies: {
      '/': html('Home', ['/old', '/new']),
      '/old': {
        ...leaf,
        headers: { 'content-type': 'text/html', 'x-robots-tag': 'unavailable_after: 25 Jun 2010' },
      },
      '/new': {
        ...leaf,
        headers: { 'content-type': 'text/html', 'x-robots-tag': 'unavailable_after: 25 Jun 2090' },
      },
    },
    pages: { '/': 'done', '/old': 'blocked ROBOTS_NOINDEX', '/new': 'done' },
  }),
];
