import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { limits } from '../limits/limits.ts';
import { canonicalTypedUrl, canonicalUrl, pageIdentity, readRoute, typedUrl } from './canonical-url.ts';

const similar = { ignoreQueryParameters: false, deduplicateSimilarURLs: true };
const exact = { ignoreQueryParameters: false, deduplicateSimilarURLs: false };

test('a URL whose host name DNS cannot hold is fetched by nobody', () => {
  const label = 'a'.repeat(63);
  const longest = `${`${label}.`.repeat(3)}${'b'.repeat(61)}`;
  expect(longest).toHaveLength(253);
  for (const host of [label, `${label}.test`, longest])
    expect(canonicalUrl(`http://${host}/`)).not.toBeNull();
  expect(canonicalUrl(`http://${longest}./`)).toBe(`http://${longest}/`);
  for (const host of [`${label}a.test`, `${longest}b`, `${'ä'.repeat(60)}.test`]) {
    expect(canonicalUrl(`http://${host}/`)).toBeNull();
    expect(canonicalUrl(`//${host}/x`, 'https://a.test/')).toBeNull();
    expect(typedUrl(`http://${host}/`)).toBeNull();
  }
});

test('a canonical URL is its own canonical URL', () => {
  const tail = fc.string({
    unit: fc.constantFrom(...Array.from('aZ09-._~%/?&=#+:@ é<>"|\\2eEfF')),
    maxLength: 60,
  });
  fc.assert(
    fc.property(
      fc.oneof(
        fc.webUrl({ withQueryParameters: true, withFragments: true }),
        tail.map((text) => `http://a.test/${text}`),
      ),
      (raw) => {
        const once = canonicalUrl(raw);
        if (once !== null) expect(canonicalUrl(once)).toBe(once);
      },
    ),
    { numRuns: 2_000 },
  );
});

test.each([
  ['HTTP://Example.COM:80/a#top', 'http://example.com/a'],
  ['https://example.com:443', 'https://example.com/'],
  ['https://example.com/a?', 'https://example.com/a'],
  ['https://example.com/%7euser/%c3%a9', 'https://example.com/~user/%C3%A9'],
  ['https://example.com/a%2Fb', 'https://example.com/a%2Fb'],
  ['https://example.com/?b=2&utm_source=x&a=1&gclid=y', 'https://example.com/?b=2&a=1'],
  ['https://example.com/?utm_medium=x', 'https://example.com/'],
  ['https://example.com/a?PHPSESSID=0123456789abcdef0123&x=1', 'https://example.com/a?x=1'],
  ['https://example.com/a;jsessionid=ABC123.node1?x=1', 'https://example.com/a?x=1'],
  ['https://example.com/(S(lit3py55t21z5v55vlm25s55))/a.aspx', 'https://example.com/a.aspx'],
  ['https://example.com/?sid=7&session=morning', 'https://example.com/?sid=7&session=morning'],
  ['https://a.test/talk?session_id=16900000000000abcd', 'https://a.test/talk?session_id=16900000000000abcd'],
  ['https://example.com/a/../b/./c', 'https://example.com/b/c'],
])('%s is %s', (raw, canonical) => {
  expect(canonicalUrl(raw)).toBe(canonical);
});

/** Another spelling of the same character, as RFC 3986 section 6.2.2 has them. */
const respelled = (text: string, escape: boolean, upper: boolean): string =>
  Array.from(text, (character) => {
    if (!escape || !/[A-Za-z0-9~._-]/.test(character)) return character;
    const code = character.charCodeAt(0).toString(16);
    return `%${upper ? code.toUpperCase() : code}`;
  }).join('');

test('all spellings of one address are one canonical URL', () => {
  const word = fc.stringMatching(/^[A-Za-z0-9~_-]{1,6}$/);
  const hosts = fc.constantFrom<readonly string[]>(
    ['example.com', 'EXAMPLE.com', 'example.com.', 'ｅxample。com', 'ex%61mple.com'],
    [
      'münchen.example',
      'xn--mnchen-3ya.example',
      'MÜNCHEN.example',
      'mu\u0308nchen.EXAMPLE',
      'XN--mnchen-3ya.example',
    ],
    ['straße.example', 'xn--strae-oqa.example', 'STRAßE.example'],
    ['例え.テスト', 'xn--r8jz45g.xn--zckzah', '例え。テスト'],
    ['127.0.0.1', '0x7f.1', '2130706433', '0177.0.0.1'],
    ['[2001:db8::1]', '[2001:DB8:0:0::1]', '[2001:0db8:0000::0001]'],
  );
  const spelling = fc.record({
    host: fc.nat(),
    scheme: fc.boolean(),
    port: fc.boolean(),
    dots: fc.constantFrom('', './', 'x/../', '%2e/', 'x/%2E%2e/'),
    escape: fc.boolean(),
    upper: fc.boolean(),
    fragment: fc.constantFrom('', '#', '#top', '#!/route'),
    tracking: fc.constantFrom(
      '',
      'utm_source=a',
      'gclid=b&',
      '&',
      'UTM_Campaign=c&fbclid=d',
      'PHPSESSID=0123456789abcdef0123',
    ),
    last: fc.boolean(),
  });
  fc.assert(
    fc.property(
      hosts,
      fc.constantFrom('http', 'https'),
      fc.array(word, { minLength: 1, maxLength: 3 }),
      fc.array(fc.tuple(word, word), { maxLength: 3 }),
      spelling,
      spelling,
      (names, scheme, path, query, one, other) => {
        const write = (how: typeof one): string => {
          const part = (text: string): string => respelled(text, how.escape, how.upper);
          const pairs = query.map(([name, value]) => `q${part(name)}=${part(value)}`);
          const parts =
            how.tracking === '' ? pairs : how.last ? [...pairs, how.tracking] : [how.tracking, ...pairs];
          return [
            how.scheme ? scheme.toUpperCase() : scheme,
            '://',
            names[how.host % names.length],
            how.port ? (scheme === 'http' ? ':80' : ':443') : '',
            '/',
            how.dots,
            path.map(part).join('/'),
            parts.length > 0 || how.last ? `?${parts.join('&')}` : '',
            how.fragment,
          ].join('');
        };
        expect(canonicalUrl(write(one))).not.toBeNull();
        expect(canonicalUrl(write(one)), write(other)).toBe(canonicalUrl(write(other)));
      },
    ),
    { numRuns: 2_000 },
  );
});

test.each([
  ['https://example.com/a', 'https://example.com/a/'],
  ['https://example.com/a', 'https://example.com/A'],
  ['https://example.com/a', 'http://example.com/a'],
  ['https://example.com/a', 'https://www.example.com/a'],
  ['https://example.com/a', 'https://example.com:8443/a'],
  ['https://example.com/a/b', 'https://example.com/a%2Fb'],
  ['https://example.com/a//b', 'https://example.com/a/b'],
  ['https://example.com/?a=1&b=2', 'https://example.com/?b=2&a=1'],
  ['https://example.com/?a=1&a=2', 'https://example.com/?a=2&a=1'],
  ['https://example.com/?a', 'https://example.com/?a='],
  ['https://example.com/?a=b+c', 'https://example.com/?a=b%2Bc'],
])('%s and %s are two addresses', (one, other) => {
  expect(canonicalUrl(one)).not.toBe(canonicalUrl(other));
});

test('a relative reference is resolved against its base', () => {
  expect(canonicalUrl('../c?x=1#y', 'https://example.com/a/b/')).toBe('https://example.com/a/c?x=1');
});

test.each([
  'mailto:a@b.test',
  'javascript:alert(1)',
  'ftp://a.test/',
  'http://user:word@a.test/',
  'http://',
  'nonsense',
])('%s has no canonical URL', (raw) => {
  expect(canonicalUrl(raw)).toBeNull();
});

test('a URL of the longest admitted length is kept, one character more is not', () => {
  const start = 'http://a.test/';
  const longest = start + 'a'.repeat(limits.urlCharactersMax - start.length);
  expect(canonicalUrl(longest)).toBe(longest);
  expect(canonicalUrl(`${longest}a`)).toBeNull();
});

test('similar URLs are one page only where the job says so', () => {
  const variants = [
    'http://www.a.test/docs/',
    'https://a.test/docs',
    'https://a.test/docs/index.html',
    'http://a.test/docs/index.php',
  ];
  expect(new Set(variants.map((url) => pageIdentity(url, similar))).size).toBe(1);
  expect(new Set(variants.map((url) => pageIdentity(url, exact))).size).toBe(variants.length);
});

test('the order of a query makes no other page of it where similar URLs are one, but for values of one name', () => {
  const [one, other] = [
    'https://a.test/?size=1&color=2&size=3',
    'https://a.test/?color=2&size=1&size=3',
  ] as const;
  expect(pageIdentity(one, similar)).toBe(pageIdentity(other, similar));
  expect(pageIdentity(one, exact)).not.toBe(pageIdentity(other, exact));
  expect(pageIdentity(one, similar)).not.toBe(pageIdentity('https://a.test/?size=3&color=2&size=1', similar));
});

test('different queries are one page only where queries are ignored', () => {
  const [one, two] = ['https://a.test/?p=1', 'https://a.test/?p=2'] as const;
  expect(pageIdentity(one, similar)).not.toBe(pageIdentity(two, similar));
  const ignoring = { ...similar, ignoreQueryParameters: true };
  expect(pageIdentity(one, ignoring)).toBe(pageIdentity(two, ignoring));
});

test.each([
  ['https://a.test/sess;jsessionid=1/', 'https://a.test/sess;jsessionid=1/'],
  ['https://a.test/?utm_source=mail&b=2#top', 'https://a.test/?utm_source=mail&b=2'],
  ['HTTPS://A.test:443/%7euser/../x', 'https://a.test/x'],
  ['https://a.test./', 'https://a.test/'],
  ['https://a.test/app#/product/1?b=2', 'https://a.test/app#/product/1?b=2'],
  ['https://a.test/app#!product/1', 'https://a.test/app#!product/1'],
  ['https://a.test/app#/', 'https://a.test/app'],
  ['https://a.test/app#!/', 'https://a.test/app'],
  ['https://a.test/app#:~:text=word', 'https://a.test/app'],
  ['ftp://a.test/', null],
  ['https://user:secret@a.test/', null],
])('%s is asked for as it was typed: %s', (typed, asked) => {
  expect(typedUrl(typed)).toBe(asked);
});

test('routes that a caller types are pages of their own, whatever spelling the address before them has', () => {
  const [one, two, none] = ['#/product/1', '#/product/2', ''].map(
    (route) => canonicalTypedUrl(`HTTPS://A.test:443/app/?utm_source=x${route}`) ?? expect.fail(),
  ) as [string, string, string];
  expect([one, two, none]).toEqual([
    'https://a.test/app/#/product/1',
    'https://a.test/app/#/product/2',
    'https://a.test/app/',
  ]);
  for (const options of [exact, similar, { ...similar, ignoreQueryParameters: true }])
    expect(new Set([one, two, none].map((url) => pageIdentity(url, options))).size).toBe(3);
  expect(pageIdentity('https://a.test/app#/p?b=1&a=2', similar)).toBe('a.test/app#/p?b=1&a=2');
  expect(canonicalUrl('https://a.test/app#/product/1')).toBe('https://a.test/app');
});

test('a route that makes a URL too long is not left out', () => {
  const long = `https://a.test/#/${'a'.repeat(limits.urlCharactersMax)}`;
  expect([canonicalTypedUrl(long), typedUrl(long)]).toEqual([null, null]);
  expect(readRoute(long)).toHaveLength(limits.urlCharactersMax + 2);
});
