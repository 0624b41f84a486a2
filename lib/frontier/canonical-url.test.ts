import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { limits } from '../limits.ts';
import { canonicalUrl, identityOf } from './canonical-url.ts';

const similar = { ignoreQueryParameters: false, deduplicateSimilarURLs: true };
const exact = { ignoreQueryParameters: false, deduplicateSimilarURLs: false };

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
  ['https://example.com/a/../b/./c', 'https://example.com/b/c'],
])('%s is %s', (raw, canonical) => {
  expect(canonicalUrl(raw)).toBe(canonical);
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
  expect(new Set(variants.map((url) => identityOf(url, similar))).size).toBe(1);
  expect(new Set(variants.map((url) => identityOf(url, exact))).size).toBe(variants.length);
});

test('different queries are one page only where queries are ignored', () => {
  const [one, two] = ['https://a.test/?p=1', 'https://a.test/?p=2'] as const;
  expect(identityOf(one, similar)).not.toBe(identityOf(two, similar));
  const ignoring = { ...similar, ignoreQueryParameters: true };
  expect(identityOf(one, ignoring)).toBe(identityOf(two, ignoring));
});
