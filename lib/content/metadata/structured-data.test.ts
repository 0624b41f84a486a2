import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseLenientJson } from './lenient-json.ts';
import { readPage } from '../read-page.ts';
import type { StructuredItem } from './structured-item.ts';
import { usualReading } from '../read-as-usual.fixture.ts';

const itemsOf = (body: string, head = ''): readonly StructuredItem[] => {
  const page = readPage({
    html: `<html><head>${head}</head><body>${body}</body></html>`,
    url: 'https://a.test/docs/page.html',
    options: usualReading,
  });
  if (page.kind === 'refused') throw new Error(page.failure.message);
  return page.content.structuredData;
};

const script = (json: string): string => `<script type="application/ld+json">${json}</script>`;

test('JSON that is well-formed reads as JSON does', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(parseLenientJson(JSON.stringify(value))).toEqual([JSON.parse(JSON.stringify(value))]);
    }),
  );
});

test.each([
  ['comments', '/* a */ {"a": 1, // b\n "b": "// no comment"} ', [{ a: 1, b: '// no comment' }]],
  ['trailing commas', '{"a": [1, 2,], }', [{ a: [1, 2] }]],
  ['several roots', '{"a": 1} {"b": 2};\n[{"c": 3}]', [{ a: 1 }, { b: 2 }, [{ c: 3 }]]],
  ['line breaks in strings', '{"a": "b\nc"}', [{ a: 'b\nc' }]],
  ['a wrapping of CDATA', '//<![CDATA[\n{"a": 1}\n//]]>', [{ a: 1 }]],
  ['an end that is missing', '{"a": 1} {"b": ', [{ a: 1 }]],
])('JSON with %s is read all the same', (_what, text, values) => {
  expect(parseLenientJson(text)).toEqual(values);
});

test('every member of a graph is an item, its references resolved, each with where it stands', () => {
  const items = itemsOf(
    script(`{"@context": "https://schema.org", "@graph": [
      {"@type": "NewsArticle", "@id": "#a", "author": {"@id": "#b"}, "headline": "H"},
      {"@type": ["Person", "https://schema.org/Author"], "@id": "#b", "name": "Ada", "worksFor": {"@id": "#a"}}]}`),
  );
  expect(items.map(({ types, where }) => [types, where])).toEqual([
    [['NewsArticle'], 'script[type="application/ld+json"]:1#/@graph/0'],
    [['Person', 'Author'], 'script[type="application/ld+json"]:1#/@graph/1'],
  ]);
  expect(items[0]?.properties['author']).toMatchObject([
    { types: ['Person', 'Author'], id: '#b', properties: { name: ['Ada'] } },
  ]);
});

test('items that refer to each other end', () => {
  const [item] = itemsOf(
    script('[{"@id": "a", "x": {"@id": "b"}}, {"@id": "b", "y": [{"@id": "a"}, {"@id": "b"}]}]'),
  );
  expect(JSON.stringify(item).length).toBeLessThan(1_000);
});

test('microdata nests, repeats and takes values from attributes', () => {
  const [item] = itemsOf(
    `<div itemscope itemtype="https://schema.org/Product" itemref="more"><h1 itemprop="name">Kettle</h1>
      <a itemprop="url" href="k2">more</a><span itemprop="color">red</span><span itemprop="color">blue</span>
      <div itemprop="offers" itemscope itemtype="https://schema.org/Offer">` +
      `<meta itemprop="price" content="39.00"></div></div>
      <p id="more"><time itemprop="releaseDate" datetime="2026-03-04">in March</time></p>`,
  );
  expect(item).toEqual({
    syntax: 'microdata',
    where: 'html > body > div',
    types: ['Product'],
    properties: {
      name: ['Kettle'],
      url: ['https://a.test/docs/k2'],
      color: ['red', 'blue'],
      offers: [{ types: ['Offer'], properties: { price: ['39.00'] } }],
      releaseDate: ['2026-03-04'],
    },
  });
});

test('RDFa Lite and Open Graph are items of the same list', () => {
  const items = itemsOf(
    '<div vocab="https://schema.org/" typeof="Person"><span property="name">Ada</span>' +
      '<div property="address" typeof="PostalAddress"><b property="addressLocality">Bude</b></div></div>',
    '<meta property="og:type" content="profile"><meta property="og:title" content="Ada">' +
      '<meta property="profile:username" content="ada">',
  );
  expect(items).toMatchObject([
    {
      syntax: 'rdfa',
      types: ['Person'],
      properties: {
        name: ['Ada'],
        address: [{ types: ['PostalAddress'], properties: { addressLocality: ['Bude'] } }],
      },
    },
    { syntax: 'open-graph', types: ['profile'], properties: { title: ['Ada'], 'profile:username': ['ada'] } },
  ]);
});

test('a property may be called what objects inherit', () => {
  const [item] = itemsOf(script('{"@type": "X", "__proto__": {"a": 1}, "constructor": "c"}'));
  expect(item?.properties['constructor']).toEqual(['c']);
  expect(Object.getPrototypeOf(item?.properties)).toBe(Object.prototype);
});
