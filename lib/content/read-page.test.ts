import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ContentOptions, PageContent } from './page-content.ts';
import { readPage } from './read-page.ts';
import { usualReading } from './read-as-usual.fixture.ts';

const defaults: ContentOptions = usualReading;

const read = (html: string, options: Partial<ContentOptions> = {}): PageContent => {
  const page = readPage({ html, url: 'https://a.test/docs/page.html', options: { ...defaults, ...options } });
  if (page.kind === 'refused') throw new Error(page.failure.message);
  return page.content;
};

const word = fc.stringMatching(/^[a-z]{3,9}$/);
const wrapper = fc.constantFrom(
  'p',
  'div',
  'nav',
  'footer',
  'aside',
  'form',
  'table',
  'main',
  'a',
  'dialog',
  'header',
  'li',
);
const fragment = fc.array(fc.tuple(wrapper, word), { minLength: 1, maxLength: 8 });

test('a page with body text never has empty markdown, whatever its elements are called', () => {
  fc.assert(
    fc.property(fragment, (parts) => {
      const body = parts.map(([name, text]) => `<${name}>${text}</${name}>`).join('');
      expect(read(`<html><head><title>t</title></head><body>${body}</body></html>`).markdown).not.toBe('');
    }),
  );
});

test('the same page gives the same bytes', () => {
  fc.assert(
    fc.property(fragment, (parts) => {
      const html = parts.map(([name, text]) => `<${name}>${text}</${name}>`).join('');
      expect(JSON.stringify(read(html))).toBe(JSON.stringify(read(html)));
    }),
  );
});

test('table cells are never lost, with or without a header, spanning or not', () => {
  const rows = fc.array(
    fc.array(fc.tuple(word, fc.integer({ min: 1, max: 3 })), { minLength: 2, maxLength: 4 }),
    { minLength: 2, maxLength: 5 },
  );
  fc.assert(
    fc.property(rows, fc.boolean(), (cells, headed) => {
      const line = (row: [string, number][], name: string): string =>
        `<tr>${row.map(([text, span]) => `<${name} colspan=${span}>${text}</${name}>`).join('')}</tr>`;
      const table = cells.map((row, index) => line(row, headed && index === 0 ? 'th' : 'td')).join('');
      const { markdown } = read(`<body><main><table>${table}</table></main></body>`);
      for (const [text] of cells.flat()) expect(markdown).toContain(text);
      expect(markdown).toMatch(/^\|(?: --- \|)+$/m);
    }),
  );
});

test('a page without text has empty markdown and is no failure', () => {
  expect(read('').markdown).toBe('');
  expect(read('<html><body><script>let x</script></body></html>').markdown).toBe('');
});

test('links are those of the raw page: navigation, upper-case attributes and the base count', () => {
  const { links } = read(
    '<head><base href="/en/"></head><body><nav><A HREF="one">One</A></nav>' +
      '<a href="/two#x" rel="next">Two</a><a href="mailto:a@b.test">m</a><a href="/two">again</a></body>',
  );
  expect(links).toEqual([
    { url: 'https://a.test/en/one', text: 'One', rel: '', isInternal: true },
    { url: 'https://a.test/two', text: 'Two', rel: 'next', isInternal: true },
  ]);
});

test('text that stands in no body is read', () => {
  expect(read('leading text<div>and more</div>').markdown).toContain('and more');
  expect(read('<html><head></head><p>between</p><body><p>inside</p></body></html>').markdown).toContain(
    'between',
  );
});

test('the tags that a request names decide what is kept', () => {
  const html = '<body><div class="a">kept</div><div class="b">other<span class="c">inner</span></div></body>';
  expect(read(html, { includeTags: ['.a'] }).markdown).toBe('kept');
  expect(read(html, { excludeTags: ['.c', ':::'] }).markdown).not.toContain('inner');
});

test("a page's heading stands on top of its content, at its own level, also where readability takes it for furniture", () => {
  const prose =
    'A sentence of some length, with commas, that readability counts as content of the page. '.repeat(12);
  const page = (heading: string): string =>
    `<html><head><title>Field guide - Museum</title></head><body>` +
    `<div class="header banner">${heading}</div><div><p>${prose}</p><h2>Part</h2><p>${prose}</p></div>` +
    `</body></html>`;
  const read = (html: string): string => {
    const outcome = readPage({
      html,
      url: 'https://a.test/',
      options: usualReading,
    });
    return outcome.kind === 'read' ? outcome.content.markdown : '';
  };
  expect(read(page('<h1>Field guide</h1>'))).toMatch(/^# Field guide\n[^]*\n## Part\n/);
  expect(read(page('<h1>Some other words</h1>'))).not.toMatch(/Some other words/);
});

test('what nobody sees is no text: characters without width, hidden elements, scripts and comments', () => {
  const { markdown, text } = read(
    '<body><p>One\u200b word\u2060s\ufeff of\u00ad text.</p><p hidden>no</p><p style="display:none">no</p>' +
      '<script>no()</script><style>no {}</style><template><p>no</p></template><!-- no -->' +
      '<noscript>no</noscript></body>',
    { onlyMainContent: false },
  );
  expect(markdown).toBe('One words of text.');
  expect(text).toBe('One words of text.');
});

test('a word that may be broken is one word, and joined scripts stay joined', () => {
  const { markdown } = read(
    '<body><p>Donau&shy;dampf&ZeroWidthSpace;schiff, \u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645, ' +
      '\u{1F468}\u200d\u{1F469}</p>',
    {
      onlyMainContent: false,
    },
  );
  expect(markdown).toBe(
    'Donaudampfschiff, \u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645, \u{1F468}\u200d\u{1F469}',
  );
});

test('a summary is strong, and a heading in a summary is a heading without marks', () => {
  const words = '<p>' + 'The keeper winds the clock in the tower every evening. '.repeat(6) + '</p>';
  const { markdown } = read(
    `<main><h1>Clock</h1><details open><summary><h2>Care of <a href="/it">it</a></h2></summary>${words}</details>` +
      `<details open><summary>More of it</summary>${words}</details></main>`,
  );
  expect(markdown).toMatch(/^## Care of \[it\]\([^)]*\)$/m);
  expect(markdown).toMatch(/^\*\*More of it\*\*$/m);
});
