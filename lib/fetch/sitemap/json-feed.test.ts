import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { limits } from '../../limits/limits.ts';
import { isJsonFeed, readJsonFeed } from './json-feed.ts';

const version = 'https://jsonfeed.org/version/1.1';

test('a JSON Feed is read like any other feed', () => {
  const json = JSON.stringify({
    version,
    title: 'News &amp; more',
    language: 'en-GB',
    authors: [{ name: 'Ines Calder', url: 'https://a.test' }],
    items: [
      {
        id: '1',
        url: '/1',
        title: 'First',
        content_html: '<p>The whole</p>',
        summary: 'Short',
        date_published: '2024-01-01T00:00:00Z',
        authors: [{ name: 'Ada Quill' }, { name: 'Noor Bell' }],
      },
      { id: 'https://a.test/2', content_text: 'One < two\nthree\n\nfour', author: { name: 'Ada Quill' } },
      'no item',
      { id: 3, title: ['no text'] },
    ],
  });
  expect(isJsonFeed(json)).toBe(true);
  expect(readJsonFeed(json)).toEqual({
    title: 'News & more',
    author: 'Ines Calder',
    description: null,
    language: 'en-GB',
    items: [
      {
        title: 'First',
        url: '/1',
        date: '2024-01-01T00:00:00Z',
        author: 'Ada Quill, Noor Bell',
        html: '<p>The whole</p>',
        base: null,
        enclosures: [],
      },
      {
        title: null,
        url: 'https://a.test/2',
        date: null,
        author: 'Ada Quill',
        html: '<p>One &lt; two<br>three</p><p>four</p>',
        base: null,
        enclosures: [],
      },
      { title: null, url: null, date: null, author: null, html: null, base: null, enclosures: [] },
    ],
    leftOut: { items: 0, characters: 0 },
  });
});

test('items behind the last one that is read are counted', () => {
  const items = Array.from({ length: limits.feedItemsMax + 3 }, () => ({ title: 'ab c' }));
  const feed = readJsonFeed(JSON.stringify({ version, items }));
  expect([feed?.items.length, feed?.leftOut]).toEqual([limits.feedItemsMax, { items: 3, characters: 9 }]);
});

test.each([
  '{}',
  '[]',
  'null',
  '{"version":"1"}',
  `{"version":"${version}"}`,
  `{"version":"${version}"`,
  '{"a":'.repeat(9_000),
])('what is no JSON Feed is none: %s', (json) => {
  expect(readJsonFeed(json)).toBeNull();
});

test('whatever its values, a JSON Feed is read without an exception', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.jsonValue(), (title, items) => {
      readJsonFeed(JSON.stringify({ version, title, items: [items], authors: items }));
    }),
  );
});
