import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readPage } from '../read-page.ts';
import { generatedPage } from './generated-page.fixture.ts';
import { usualReading } from '../read-as-usual.fixture.ts';

const markdownOf = (html: string): string => {
  const options = usualReading;
  const page = readPage({ html, url: 'https://a.test/docs/mills', options });
  if (page.kind === 'refused') throw new Error(page.failure.message);
  return page.content.markdown;
};

test('headings, code, tables, definition lists and captions inside the main area are never dropped', () => {
  fc.assert(
    fc.property(generatedPage, ({ html, marks }) => {
      const markdown = markdownOf(html);
      expect(marks.filter((mark) => !markdown.includes(mark))).toEqual([]);
    }),
    { numRuns: 300, seed: 20_261_122 },
  );
});

const facts =
  '<p>The mill sells its flour in bags of a pound, on Mondays, to whoever comes with a cart of his own.</p>'.repeat(
    3,
  );
const rows = ['Rye', 'Oats', 'Spelt']
  .map((name) => `<tr class="header"><td>${name}</td><td>of the last harvest, dry</td></tr>`)
  .join('');

test.each(['modal', 'tableList js-tooltip', 'site-header', 'language_options', 'country', 'legal'])(
  'a table of data in the main part is kept, whatever word is in its class: %s',
  (name) => {
    const markdown = markdownOf(
      `<title>Flour</title><main><h1>Flour of the mill</h1><p>$3.00</p><button>Add to cart</button>${facts}` +
        `<table class="${name}"><thead class="table-header"><tr><th>Grain</th><th>State</th></tr></thead>` +
        `${rows}</table>` +
        `<dl class="${name}"><dt>Weight of a bag</dt><dd>one pound</dd></dl></main>`,
    );
    for (const words of ['Grain', 'Rye', 'Spelt', 'Weight of a bag']) expect(markdown).toContain(words);
  },
);

test('a table that lays out a page is no data: its header and its menus go', () => {
  const menu = '<a href="/a">Mill</a> <a href="/b">Weir</a> <a href="/c">Wheel</a> <a href="/d">Visit us</a>';
  const markdown = markdownOf(
    `<title>Flour</title><table><tr class="header"><td>${menu}</td></tr><tr><td><h1>Flour of the ` +
      `mill</h1><p>$3.00</p>` +
      `<button>Add to cart</button>${facts}<table><tr><td>Rye</td><td>dry</td></tr></table></td></tr></table>`,
  );
  expect(markdown).not.toContain('Visit us');
});
