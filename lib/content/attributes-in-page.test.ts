import { expect, test } from 'vitest';
import { cpuMs } from '../../test/harness/cpu-time.ts';
import { limits } from '../limits/limits.ts';
import { attributesInPage } from './attributes-in-page.ts';
import { parsePage } from './dom/document.ts';

const read = (html: string, ...wanted: [string, string][]): ReturnType<typeof attributesInPage> => {
  const parsed = parsePage(html);
  return attributesInPage(
    parsed,
    wanted.map(([selector, attribute]) => ({ selector, attribute })),
  );
};

test('attributes are read of all that a selector selects, in page order, as the page writes them', () => {
  const html =
    `<!doctype html><html lang=en><head><meta name="x" content="&lt;1&gt;"></head><body>
    <nav><a href="/one">1</a></nav><p data-id="7"><a href="two" DATA-Sku="B">2</a><a>3</a>` +
    `<a href="/one">4</a></p></body></html>`;
  expect(
    read(html, ['a', 'href'], ['html', 'lang'], ['p > a', 'data-SKU'], ['meta', 'content'], ['b', 'id']),
  ).toEqual([
    { selector: 'a', attribute: 'href', values: ['/one', 'two', '/one'] },
    { selector: 'html', attribute: 'lang', values: ['en'] },
    { selector: 'p > a', attribute: 'data-SKU', values: ['B'] },
    { selector: 'meta', attribute: 'content', values: ['<1>'] },
    { selector: 'b', attribute: 'id', values: [] },
  ]);
});

test('more values than are kept are cut, and said to be', () => {
  const html = '<p id=a><p id=b>'.repeat(limits.attributeValuesMax);
  const [first, second] = read(html, ['p', 'id'], ['p', 'id']);
  expect([first?.values.length, first?.cut, second?.values, second?.cut]).toEqual([
    limits.attributeValuesMax,
    true,
    [],
    true,
  ]);
  const [long] = read(`<p id="${'x'.repeat(limits.attributeCharactersMax + 1)}">`, ['p', 'id']);
  expect([long?.values, long?.cut]).toEqual([[], true]);
});

test.each([
  ['every way through nested elements', `${'<div>'.repeat(120)}x`, `no ${'div '.repeat(20)}div`],
  ['every element before each of very many', '<p>x</p>'.repeat(60_000), 'b ~ p'],
  ['the place of each of very many', '<p>x</p>'.repeat(60_000), 'p:nth-child(3n+5)'],
])('a selector that tries %s is given up within seconds', (_what, html, selector) => {
  const start = cpuMs();
  expect(read(html, [selector, 'id'])).toEqual([{ selector, attribute: 'id', values: [], cut: true }]);
  expect(cpuMs() - start).toBeLessThan(30_000);
});
