import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { canonicalUrl } from '../frontier/canonical-url.ts';
import { linkUrls } from './link-url.ts';

const part = fc.stringMatching(/^[A-Za-z0-9_~.%?=&#: -]{0,6}$/);
const host = fc.oneof(
  fc.constantFrom(
    'a.test',
    'A.test',
    'xn--a.test',
    '1.2.3.4',
    '127.1',
    '0x7f.1',
    'a.test:80',
    'a.test:8080',
    'ä.test',
    'a_b.test',
    'u@a.test',
    '-a.test',
    'a-.test',
    'localhost',
    'a..test',
    'a.test.',
  ),
  fc.stringMatching(/^[a-z0-9.-]{1,8}$/),
);
const path = fc.array(part, { maxLength: 4 }).map((parts) => parts.map((one) => `/${one}`).join(''));
const absolute = fc
  .tuple(fc.constantFrom('http', 'https', 'HTTP', 'ftp'), host, path)
  .map(([scheme, name, rest]) => `${scheme}://${name}${rest}`);

test('a link has the same canonical URL whether it is plain or not', () => {
  fc.assert(
    fc.property(fc.oneof(absolute, path, part), absolute, (href, base) => {
      expect(linkUrls(base)(href)).toBe(canonicalUrl(href, base));
    }),
    { numRuns: 3_000 },
  );
});

test.each([
  ['/a/b.html#part', 'https://a.test/a/b.html'],
  ['/a/../b', 'https://a.test/b'],
  ['//b.test/x', 'https://b.test/x'],
  ['https://b.test', 'https://b.test/'],
  ['?utm_source=x&y=1', 'https://a.test/base?y=1'],
  ['javascript:void(0)', null],
  [`https://${'a'.repeat(64)}.test/x`, null],
  [`https://${'a.'.repeat(130)}test/x`, null],
])('%s leads to %s', (href, url) => {
  expect(linkUrls('https://a.test/base')(href)).toBe(url);
});
