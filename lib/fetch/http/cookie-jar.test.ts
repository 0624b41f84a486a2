import { expect, test } from 'vitest';
import { openCookieJar } from './cookie-jar.ts';

const sentTo = (url: string, setAt: string, ...fields: readonly string[]): string | undefined => {
  const jar = openCookieJar();
  jar.take(new URL(setAt), fields.join('\n'));
  return jar.headerFor(new URL(url));
};

test.each([
  ['https://a.example/', 'k=1'],
  ['https://a.example/other', 'k=1'],
  ['https://www.a.example/', undefined],
  ['https://b.example/', undefined],
])('a cookie without a domain goes to its own host alone: to %s goes %s', (url, sent) => {
  expect(sentTo(url, 'https://a.example/', 'k=1')).toBe(sent);
});

test.each([
  ['a.example', 'https://www.a.example/', 'k=1'],
  ['.A.example', 'https://deep.www.a.example/', 'k=1'],
  ['a.example', 'https://nota.example/', undefined],
  ['b.example', 'https://b.example/', undefined],
  ['co.uk', 'https://shop.co.uk/', undefined],
])('a cookie of the domain %s goes to %s as %s', (domain, url, sent) => {
  const setAt = domain === 'co.uk' ? 'https://site.co.uk/' : 'https://a.example/';
  expect(sentTo(url, setAt, `k=1; Domain=${domain}`)).toBe(sent);
});

test('a secure cookie is never sent in the clear', () => {
  expect(sentTo('https://a.example/', 'https://a.example/', 'k=1; Secure')).toBe('k=1');
  expect(sentTo('http://a.example/', 'https://a.example/', 'k=1; Secure')).toBeUndefined();
});

test.each([
  ['/a', '/a', 'k=1'],
  ['/a', '/a/b', 'k=1'],
  ['/a/', '/a/b', 'k=1'],
  ['/a', '/ab', undefined],
  ['/a', '/', undefined],
])('a cookie of the path %s goes to %s as %s', (path, to, sent) => {
  expect(sentTo(`https://a.example${to}`, 'https://a.example/', `k=1; Path=${path}`)).toBe(sent);
});

test('without a path a cookie belongs to the folder that set it, and the longest path comes first', () => {
  expect(sentTo('https://a.example/x/z', 'https://a.example/x/y', 'k=1')).toBe('k=1');
  expect(sentTo('https://a.example/z', 'https://a.example/x/y', 'k=1')).toBeUndefined();
  expect(sentTo('https://a.example/x/z', 'https://a.example/', 'k=1; Path=/', 'k=2; Path=/x')).toBe(
    'k=2; k=1',
  );
});

test.each(['k=; Max-Age=0', 'k=; Expires=Thu, 01 Jan 1970 00:00:00 GMT'])(
  'a cookie that expires is gone: %s',
  (field) => {
    expect(sentTo('https://a.example/', 'https://a.example/', 'k=1', field)).toBeUndefined();
  },
);
