import { gzipSync } from 'node:zlib';
import { html, redirect, textReply, type CaseRun, type FaultCase, type Reply } from './fault-case.ts';

const contentCase = (one: Omit<FaultCase, 'area'>): FaultCase => ({
  area: 'content',
  kind: 'scrape',
  ...one,
});

const japanese = Buffer.from(
  'k/qWe4zqgsyVto/NgsWCt4FCjOGUeYLNlEyCxYKggumBQpa8kU+CzYLcgr6Ws4KigUI=',
  'base64',
);
const japaneseText = '日本語の文章です。吾輩は猫である。名前はまだ無い。';
const russian = Buffer.from('99PFIMzAxMkg0s/WxMHA1NPRINPXz8LPxM7ZzckgySDSwdfO2c3J', 'base64');
const russianText = 'Все люди рождаются свободными и равными';

const around = (head: string, body: Uint8Array): Uint8Array =>
  Buffer.concat([
    Buffer.from(`<!doctype html><html><head>${head}<title>t</title></head><body><p>`, 'latin1'),
    body,
    Buffer.from('</p></body></html>'),
  ]);

const charsets: readonly (readonly [title: string, type: string, body: Uint8Array, words: string])[] = [
  ['a charset of the header is obeyed', 'text/html; charset=shift_jis', around('', japanese), japaneseText],
  [
    'a charset of the page is obeyed',
    'text/html',
    around('<meta charset=Shift_JIS>', japanese),
    japaneseText,
  ],
  [
    'a charset far into the page is found',
    'text/html',
    around(`${'<link rel=x>'.repeat(2_000)}<meta charset=Shift_JIS>`, japanese),
    japaneseText,
  ],
  [
    'a header that the bytes refute loses to the page',
    'text/html; charset=utf-8',
    around('<meta charset=Shift_JIS>', japanese),
    japaneseText,
  ],
  [
    'a charset that servers add loses to the page',
    'text/html; charset=ISO-8859-1',
    around('<meta charset=koi8-r>', russian),
    russianText,
  ],
  [
    'a zero byte in a page is passed over',
    'text/html',
    around('', Buffer.from('before\0 after')),
    'before after',
  ],
  ['a page without a charset is guessed by its bytes', 'text/html', around('', russian), russianText],
  [
    'a page that lies about UTF-8 is guessed by its bytes',
    'text/html',
    around('<meta charset=utf-8>', japanese),
    japaneseText,
  ],
  [
    'UTF-8 is UTF-8, whatever is declared',
    'text/html; charset=windows-1252',
    around('', Buffer.from('Größe')),
    'Größe',
  ],
  ['UTF-16 is read with its mark', 'text/html', Buffer.from('\uFEFF<p>Größe</p>', 'utf16le'), 'Größe'],
  [
    'UTF-16 is read without its mark',
    'text/html',
    Buffer.from('<html><body><p>Größe der Stadt</p></body></html>', 'utf16le'),
    'Größe der Stadt',
  ],
  [
    'ISO-2022-JP is seen by its escapes',
    'text/html',
    around('', Buffer.from('\x1b$B$3$s$K$A$O\x1b(B', 'latin1')),
    'こんにちは',
  ],
  [
    'a label that nobody knows is none',
    'text/html; charset=klingon',
    around('<meta charset=koi8-r>', russian),
    russianText,
  ],
];

const htmlPage =
  '<!doctype html><html><head><title>Sniffed</title></head><body><p>Words of a page.</p></body></html>';

const sniffed: readonly (readonly [title: string, reply: Reply])[] = [
  ['a page that calls itself plain text is a page', textReply(htmlPage, 'text/plain')],
  ['a page that calls itself a download is a page', textReply(htmlPage, 'application/octet-stream')],
  ['a page that calls itself a picture is a page', textReply(htmlPage, 'image/jpeg')],
  ['a page that calls itself JSON is a page', textReply(`\n<!-- x -->\n${htmlPage}`, 'application/json')],
  ['a page without a type is a page', { body: htmlPage }],
];

const words = Array.from({ length: 400 }, (_, n) => `word${(n * 37) % 401}`).join(' ');

const walls: readonly FaultCase[] = [
  contentCase({
    title: 'a page that says it is not there is not stored, though its status says success',
    replies: { '/': html('Page not found', [], 'Try the search.') },
    pages: { '/': 'failed SOFT_NOT_FOUND' },
  }),
  contentCase({
    title: 'a long page about missing pages is a page',
    replies: { '/': html('404 Not Found', [], words.repeat(2)) },
    pages: { '/': 'done' },
  }),
  contentCase({
    title: 'a redirect to a login is named as one',
    replies: {
      '/': redirect('/login?next=%2F'),
      '/login?next=%2F': textReply(
        '<title>Welcome</title><form><input type=password name=p></form><p>Hello</p>',
        'text/html',
      ),
    },
    pages: { '/': 'blocked LOGIN_REQUIRED' },
  }),
  contentCase({
    title: 'a login at the address of a page is named as one',
    replies: {
      '/': textReply(
        '<title>Sign in - Example</title><h1>Sign in</h1><form><input type="password"></form>',
        'text/html',
      ),
    },
    pages: { '/': 'blocked LOGIN_REQUIRED' },
  }),
  contentCase({
    title: 'a login that was asked for is a page',
    replies: {
      '/login': textReply(
        '<title>Log in</title><p>Your name</p><form><input type="password"></form>',
        'text/html',
      ),
    },
    start: '/login',
    pages: { '/login': 'done' },
  }),
  contentCase({
    title: 'a question about cookies in place of a page is named as one',
    replies: {
      '/': redirect('/consent?continue=%2F'),
      '/consent?continue=%2F': textReply(
        '<title>Example</title><p>We use cookies.</p><form><button>Accept</button></form>',
        'text/html',
      ),
    },
    pages: { '/': 'blocked CONSENT_REQUIRED' },
  }),
];

const traps: readonly FaultCase[] = [
  contentCase({
    title: 'links of sessions and campaigns are one page',
    kind: 'crawl',
    replies: {
      '/': html('Home', [
        '/a?utm_source=x',
        '/a?PHPSESSID=0123456789abcdef0123',
        '/a;jsessionid=0A1B2C',
        '/a',
      ]),
      '/a': html('A'),
    },
    pages: { '/': 'done', '/a': 'done' },
  }),
  contentCase({
    title: 'a path that repeats itself is left after a few rounds, by name',
    kind: 'crawl',
    replies: Object.fromEntries(
      Array.from({ length: 8 }, (_, n) => [
        `/${'x/'.repeat(n)}`,
        html(`Level ${n}`, [`/${'x/'.repeat(n + 1)}`]),
      ]),
    ),
    pages: { '/': 'done', '/x/': 'done', '/x/x/': 'done', '/x/x/x/': 'done' },
    facts: ({ pages, log }) => ({
      traps: pages.flatMap((one) => (one.traps === undefined ? [] : [one.traps])),
      logged: log.filter(({ event }) => event === 'traps').length,
    }),
    expected: { traps: [{ 'repeating-path': 1 }], logged: 1 },
  }),
  contentCase({
    title: 'a calendar is left a few years on',
    kind: 'crawl',
    replies: Object.fromEntries([
      ['/', html('Home', ['/calendar/2026'])],
      ...Array.from({ length: 9 }, (_, n) => [
        `/calendar/${2026 + n}`,
        html(`Year ${2026 + n}`, [`/calendar/${2027 + n}`]),
      ]),
    ]) as FaultCase['replies'],
    pages: { '/': 'done', '/calendar/2026': 'done', '/calendar/2027': 'done', '/calendar/2028': 'done' },
  }),
];

const duplicatesIn = async ({ documents, names }: CaseRun): Promise<Record<string, unknown>> => {
  const all = await documents();
  const path = (url: unknown): string => String(url).replace(names.origin, '');
  return {
    duplicates: Object.fromEntries(
      all.flatMap(({ metadata }) =>
        metadata.duplicateOf === undefined
          ? []
          : [[path(metadata.sourceURL), [path(metadata.duplicateOf), metadata.duplicateKind]]],
      ),
    ),
    delivered: all.length,
  };
};

const duplicates: readonly FaultCase[] = [
  contentCase({
    title: 'pages that repeat another are delivered, and say so',
    kind: 'crawl',
    replies: {
      '/': html('Home', ['/a', '/b', '/c', '/d']),
      '/a': html('Story', [], `${words} Printed today.`),
      '/b': html('Story', [], `${words} Printed yesterday.`),
      '/c': html('Story', [], `${words} Printed today.`),
      '/d': html('Other', [], words.split(' ').toReversed().join(' ')),
    },
    pages: { '/': 'done', '/a': 'done', '/b': 'done', '/c': 'done', '/d': 'done' },
    facts: duplicatesIn,
    expected: { duplicates: { '/b': ['/a', 'near'], '/c': ['/a', 'exact'] }, delivered: 5 },
  }),
];

/** Words in an order that compresses badly, so that half of the packed bytes are a good part of the text. */
const manyWords = Array.from({ length: 2_000 }, (_, n) => `word${(n * 7_919) % 2_003}`).join(' ');
const packed = gzipSync(`<!doctype html><title>Long</title><main><h1>Long</h1><p>${manyWords}</p></main>`);

export const contentCases: readonly FaultCase[] = [
  contentCase({
    title: 'an answer that has no body by its status is empty, and no browser is asked',
    replies: { '/': { status: 204 } },
    pages: { '/': 'failed CONTENT_EMPTY' },
    facts: ({ pages, asked }) => ({
      isSaid: pages[0]?.message?.includes('status 204'),
      tier: pages[0]?.tier,
      asked: asked('/'),
    }),
    expected: { isSaid: true, tier: 'http', asked: 1 },
  }),
  contentCase({
    title: 'a compressed body that breaks off is read up to there, and the page says so',
    replies: {
      '/': {
        headers: { 'content-type': 'text/html', 'content-encoding': 'gzip' },
        body: packed.subarray(0, packed.length / 2),
      },
    },
    pages: { '/': 'done' },
    facts: async ({ documents, asked }) => {
      const [page] = await documents();
      const isSaid = page?.warning?.includes('its compressed body breaks off');
      return { isRead: page?.markdown?.includes('word0 '), isSaid, asked: asked('/') };
    },
    expected: { isRead: true, isSaid: true, asked: 1 },
  }),
  ...charsets.map(([title, type, body, found]) =>
    contentCase({
      title,
      replies: { '/': textReply(body, type) },
      pages: { '/': 'done' },
      facts: async ({ envelope }) => ({ found: (await envelope('/')).content.body.includes(found) }),
      expected: { found: true },
    }),
  ),
  ...sniffed.map(([title, reply]) =>
    contentCase({
      title,
      replies: { '/': reply },
      pages: { '/': 'done' },
      facts: ({ pages }) => ({ title: pages[0]?.title }),
      expected: { title: 'Sniffed' },
    }),
  ),
  ...walls,
  ...traps,
  ...duplicates,
];
