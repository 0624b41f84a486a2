import { expect, test } from 'vitest';
import { readWanted, urlTest } from './wanted.ts';

test.each([
  ['example.com', 'example.com'],
  ['Example.COM.', 'example.com'],
  ['münchen.de', 'xn--mnchen-3ya.de'],
  ['localhost', 'localhost'],
  ['127.0.0.1:8080', '127.0.0.1:8080'],
])('the domain %s is that of the host %s', (value, host) => {
  expect(readWanted({ kind: 'domain', value })).toEqual({
    ok: true,
    wanted: { kind: 'domain', value: host },
  });
});

test.each(['com', 'co.uk', 'https://example.com', 'example.com/people', 'a b', ''])(
  '"%s" is refused as a domain',
  (value) => {
    expect(readWanted({ kind: 'domain', value })).toMatchObject({ ok: false });
  },
);

test('a prefix and a domain have what begins with or belongs to them, and nothing beside', () => {
  const inPrefix = urlTest({ kind: 'prefix', value: 'https://example.com/people/' });
  const inDomain = urlTest({ kind: 'domain', value: 'example.com' });
  const urls = [
    'https://example.com/people/jo',
    'https://example.com/people-x',
    'https://sub.example.com/people/',
    'https://notexample.com/people/',
  ];
  expect(urls.map(inPrefix)).toEqual([true, false, false, false]);
  expect(urls.map(inDomain)).toEqual([true, true, true, false]);
});
