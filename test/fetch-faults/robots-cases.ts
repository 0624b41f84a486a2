import { closest } from '../harness/arrival-clock.ts';
import { html, redirect, textReply, type FaultCase, type Replies, type Reply } from './fault-case.ts';

const leaf = html('Leaf');
const home = html('Home', ['/a', '/private/b']);

const robotsCase = (one: Omit<FaultCase, 'area'>): FaultCase => ({ area: 'robots', ...one });

/** A site of an open page and a private one, under this robots.txt. */
const under = (robots: Reply): Replies => ({
  '/robots.txt': robots,
  '/': home,
  '/a': leaf,
  '/private/b': leaf,
});

const split = { '/': 'done', '/a': 'done', '/private/b': 'blocked ROBOTS_DISALLOWED' };
const open = { '/': 'done', '/a': 'done', '/private/b': 'done' };

const files: readonly (readonly [title: string, body: string | Uint8Array, pages: Record<string, string>])[] =
  [
    [
      'a disallowed path is blocked, and its neighbours are fetched',
      'User-agent: *\nDisallow: /private/',
      split,
    ],
    ['a byte order mark does not hide the first group', '\uFEFFUser-agent: *\nDisallow: /private/', split],
    ['lines may end in carriage returns alone', 'User-agent: *\rDisallow: /private/\r', split],
    [
      'a group of our own counts, the general one then does not',
      'User-agent: *\nDisallow: /\n\nUser-agent: gleaner\nDisallow: /private',
      split,
    ],
    ['several agents share a group', 'User-agent: other\nUser-agent: Gleaner\nDisallow: /private/', split],
    [
      'two groups for us are one',
      'User-agent: Gleaner\nAllow: /a\n\nUser-agent: x\nDisallow: /\n\nUser-agent: Gleaner\nDisallow: /private',
      split,
    ],
    ['a group for somebody else is none for us', 'User-agent: GleanerBot\nDisallow: /', open],
    ['wildcards and the end of a path are read', 'User-agent: *\nDisallow: /*/b$', split],
    [
      'the longest match decides, and allow where it ties',
      'User-agent: *\nDisallow: /private\nAllow: /private/b\nDisallow: /a/b\nAllow: /a',
      open,
    ],
    [
      'percent-encoded paths are compared in one form',
      'User-agent: *\nDisallow: /%70rivate%2Fb\nDisallow: /%70rivate/%62',
      split,
    ],
    ['an empty rule allows everything', 'User-agent: *\nDisallow:', open],
    [
      'a page of HTML is a robots.txt without rules',
      '<!doctype html><html><body>Disallow: /</body></html>',
      open,
    ],
    [
      'what stands before 500 KiB of comments counts, and what behind them is past reading',
      `User-agent: *\nDisallow: /private/\n${'# filler\n'.repeat(60_000)}Disallow: /a\n`,
      split,
    ],
    [
      'bytes that are no UTF-8 spoil their own line alone',
      Buffer.from('User-agent: *\nDisallow: /\xff\xfe\nDisallow: /private/\n', 'latin1'),
      split,
    ],
  ];

const statuses: readonly FaultCase[] = [
  robotsCase({
    title: 'a robots.txt that is gone, or forbidden, allows everything',
    replies: under({ status: 403, body: 'no' }),
    pages: open,
  }),
  robotsCase({
    title: 'a robots.txt that fails forbids everything, in the end',
    replies: under({ status: 500, body: 'oops' }),
    pages: { '/': 'blocked ROBOTS_UNREACHABLE' },
    facts: ({ asked }) => ({ pages: asked('/'), robots: asked('/robots.txt') }),
    expected: { pages: 0, robots: 4 },
  }),
  robotsCase({
    title: 'a robots.txt that fails at first is asked again, and then read',
    replies: {
      ...under(textReply('')),
      '/robots.txt': (_site, before) =>
        before === 0 ? { status: 503, body: '' } : textReply('User-agent: *\nDisallow: /private/'),
    },
    pages: split,
  }),
  robotsCase({
    title: 'a Retry-After of robots.txt stops the host until then',
    replies: {
      ...under(textReply('')),
      '/robots.txt': (_site, before) =>
        before === 0
          ? { status: 429, headers: { 'retry-after': '2' }, body: '' }
          : textReply('User-agent: *\nDisallow: /private/'),
    },
    realTime: true,
    pages: split,
    facts: ({ site }) => ({ waited: closest(site.requests.slice(0, 2)).ms >= 1_950 }),
    expected: { waited: true },
  }),
  robotsCase({
    title: 'a robots.txt that redirects five times is read',
    replies: {
      ...under(redirect('/r1')),
      ...Object.fromEntries([1, 2, 3, 4].map((n) => [`/r${n}`, redirect(`/r${n + 1}`, 301)])),
      '/r5': textReply('User-agent: *\nDisallow: /private/'),
    },
    pages: split,
  }),
  robotsCase({
    title: 'a robots.txt that redirects in a circle allows everything',
    replies: under(redirect('/robots.txt')),
    pages: open,
  }),
  robotsCase({
    title: 'a robots.txt on another host speaks for the host that was asked',
    replies: {
      ...under({}),
      '/robots.txt': ({ otherOrigin }) => redirect(`${otherOrigin}/their-robots`),
      '/their-robots': textReply('User-agent: *\nDisallow: /private/'),
    },
    pages: split,
  }),
  robotsCase({
    title: 'redirects of robots.txt keep the distance of their host',
    replies: {
      ...under(redirect('/r1')),
      '/r1': redirect('/r2'),
      '/r2': textReply('User-agent: *\nDisallow: /private/'),
    },
    delay: 0.2,
    realTime: true,
    pages: split,
    facts: ({ site }) => ({
      polite: closest(site.requests).ms >= 150,
    }),
    expected: { polite: true },
  }),
  robotsCase({
    title: 'a crawl that ignores robots.txt does not ask for it',
    replies: under(textReply('User-agent: *\nDisallow: /')),
    body: { ignoreRobotsTxt: true },
    pages: open,
    facts: ({ asked }) => ({ robots: asked('/robots.txt') }),
    expected: { robots: 0 },
  }),
  robotsCase({
    title: 'a redirect into what robots.txt forbids is not followed',
    replies: { ...under(textReply('User-agent: *\nDisallow: /private/')), '/a': redirect('/private/b') },
    pages: { '/': 'done', '/a': 'blocked ROBOTS_DISALLOWED', '/private/b': 'blocked ROBOTS_DISALLOWED' },
    facts: ({ asked }) => ({ private: asked('/private/b') }),
    expected: { private: 0 },
  }),
];

const withMeta = (content: string, links: readonly string[]): Reply => {
  const page = html('Meta', links);
  return {
    ...page,
    body: String(page.body).replace('<head>', `<head><meta name="robots" content="${content}">`),
  };
};

const directives: readonly FaultCase[] = [
  robotsCase({
    title: 'a page that says noindex is not kept, and its links are followed',
    replies: { '/': html('Home', ['/a']), '/a': withMeta('noindex', ['/b']), '/b': leaf },
    pages: { '/': 'done', '/a': 'blocked ROBOTS_NOINDEX', '/b': 'done' },
  }),
  robotsCase({
    title: 'a page that says nofollow is kept, and its links are not followed',
    replies: { '/': withMeta('NoFollow', ['/a']), '/a': leaf },
    pages: { '/': 'done' },
  }),
  robotsCase({
    title: 'a header speaks as the meta element does, to everybody or to us by name',
    replies: {
      '/': html('Home', ['/a', '/b']),
      '/a': {
        ...leaf,
        headers: { 'content-type': 'text/html', 'x-robots-tag': ['otherbot: none', 'gleaner: noindex'] },
      },
      '/b': { ...leaf, headers: { 'content-type': 'text/html', 'x-robots-tag': 'otherbot: noindex' } },
    },
    pages: { '/': 'done', '/a': 'blocked ROBOTS_NOINDEX', '/b': 'done' },
  }),
  robotsCase({
    title: 'a page that the caller names is delivered whatever it says of indexing',
    kind: 'scrape',
    replies: { '/': withMeta('noindex', []) },
    pages: { '/': 'done' },
  }),
  robotsCase({
    title: 'a crawl that ignores robots.txt ignores its siblings in the page',
    replies: { '/': withMeta('nofollow', ['/a']), '/a': withMeta('noindex', []) },
    body: { ignoreRobotsTxt: true },
    pages: { '/': 'done', '/a': 'done' },
  }),
  robotsCase({
    title: 'links that say nofollow are passed over where the request asks for that',
    replies: {
      '/': textReply(
        '<title>Home</title><p>Some words.</p><a rel="ugc NoFollow" href="/a">a</a><a href="/b">b</a>',
        'text/html',
      ),
      '/b': leaf,
    },
    body: { skipNofollowLinks: true },
    pages: { '/': 'done', '/b': 'done' },
  }),
];

export const robotsCases: readonly FaultCase[] = [
  ...files.map(([title, body, pages]) => robotsCase({ title, replies: under(textReply(body)), pages })),
  ...statuses,
  ...directives,
];
