import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { ContentOptions } from '../page-content.ts';
import { contentAsUsual } from '../read-as-usual.fixture.ts';

const html = readFileSync(join(import.meta.dirname, '../../../test/golden/tags.html'), 'utf8');

const read = (options: Partial<ContentOptions>): string => contentAsUsual(html, options).markdown;

/** Markdown of a page without what a selector selects. */
const readWithout = (page: string, ...excludeTags: string[]): string =>
  contentAsUsual(page, { excludeTags }).markdown;

test('of several selectors each counts, in the order of the page and not of the request', () => {
  expect(read({ includeTags: ['.prices', '.intro', '.prices p'] })).toBe(
    'Boats leave from the east quay.\n\n## Prices\n\nAdults 4, children 2.',
  );
});

test('what is excluded is excluded from what is included', () => {
  expect(read({ includeTags: ['.times'], excludeTags: ['li.late', 'h2'] })).toBe('- 8:15');
});

test.each([
  ['tags that select nothing', { includeTags: ['.nope'] }],
  ['tags that leave nothing', { excludeTags: ['body *'] }],
  ['tags that leave nothing of its parts', { excludeTags: ['main', 'h1'] }],
])('of %s the page says so', (_what, tags) => {
  const { markdown, warnings } = contentAsUsual(
    '<title>Times</title><main><h1>Times</h1><p>8:15</p></main>',
    tags,
  );
  expect(markdown).toBe('');
  expect(warnings.join()).toContain('Nothing of the page is left');
});

const whole =
  '<body class="dark wide-menu"><nav>Menu</nav><h1>Times</h1><p>8:15</p>in the body itself</body>';
const wholeText = 'Menu\n\n# Times\n\n8:15\n\nin the body itself';

test.each([
  ['body'],
  ['html'],
  [':root'],
  ['*'],
  ['h1, body'],
  ['html > body'],
  ['body.dark'],
  [':is(main, body)'],
])('a selector that names html or body selects all of the page: %s', (selector) => {
  expect(contentAsUsual(whole, { includeTags: [selector] }).markdown).toBe(wholeText);
  expect(contentAsUsual(whole, { includeTags: ['h1', selector], excludeTags: ['nav'] }).markdown).toBe(
    '# Times\n\n8:15\n\nin the body itself',
  );
  const { markdown, warnings } = contentAsUsual(whole, { excludeTags: [selector] });
  expect(markdown).toBe('');
  expect(warnings.join()).toContain('Nothing of the page is left');
});

test('a class of html or body is none of a part of the page, and selects nothing by itself', () => {
  for (const selector of ['.dark', '[class*=menu]', ':not(p)']) {
    const { markdown } = contentAsUsual(whole, { excludeTags: [selector] });
    expect(markdown, selector).toContain('in the body itself');
  }
  expect(contentAsUsual(whole, { includeTags: ['.dark'] }).markdown).toBe('');
  expect(contentAsUsual(whole, { includeTags: ['main body', 'html + body'] }).markdown).toBe('');
});

const titled = (heading: string, rest = ''): string =>
  `<title>Boats - Harbour</title><main>${heading}<p>They leave from the east quay.</p>
   <h2>Prices</h2><p>Adults 4, children 2.</p></main>${rest}`;
const titleless = 'They leave from the east quay.\n\n## Prices\n\nAdults 4, children 2.';

test.each([
  ['the heading with which the title begins', '<h1>Boats</h1>', 'h1'],
  ['a heading of the second level', '<h2 class="top">Boats</h2>', '.top'],
  ['a heading that says more than the title', '<h1>All Boats - Harbour 2026</h1>', 'h1'],
  ['a heading that says something else', '<h1>Welcome on board</h1>', 'h1'],
  ['a part with the heading in it', '<div class="hero"><h1>Boats</h1><p>Since 1900</p></div>', '.hero'],
])('a title that is excluded is not put before the content: %s', (_what, heading, selector) => {
  const { markdown, html, text } = contentAsUsual(titled(heading), {
    excludeTags: [selector],
    wantHtml: true,
  });
  expect(markdown).toBe(titleless);
  expect(html).not.toContain('<h1>');
  expect(text).not.toContain('Boats');
});

test('a title that stands twice stays where it is not excluded, and a page without a heading keeps its title', () => {
  const twice = titled('<h1>Boats</h1>', '<header><h1>Boats</h1></header>');
  expect(readWithout(twice, 'header')).toBe(`# Boats\n\n${titleless}`);
  const slogan = titled('', '<header><h1>Since 1900</h1></header>');
  expect(readWithout(slogan, 'header')).toBe(readWithout(slogan));
  expect(readWithout(slogan)).toMatch(/^# Boats/);
  expect(readWithout(titled('<h1>Boats</h1>'), 'h2')).toContain('# Boats');
});

test('of what tags select the kept share counts that part alone, and nothing is kept of an empty one', () => {
  const prose = '<p>They have left from there for as long as anyone remembers.</p>'.repeat(9);
  const aside = '<aside>Remarks beside the text, of another author, which are long.</aside>';
  const article = `<meta property="article:published_time" content="2026-01-02">`;
  const page = `${article}${titled(`<h1>Boats</h1>${prose}`)}${aside}`;
  const keptOf = (options: Partial<ContentOptions>): number => contentAsUsual(page, options).keptText.kept;
  expect(keptOf({ includeTags: ['h2'] })).toBe(1);
  expect(keptOf({ includeTags: ['.nothing'] })).toBe(0);
  expect(keptOf({ excludeTags: ['main', 'aside'] })).toBe(0);
  expect(keptOf({ excludeTags: ['body'] })).toBe(0);
  expect(keptOf({ excludeTags: ['h2'] })).toBeLessThan(1);
  expect(keptOf({ excludeTags: ['h2', 'aside'] })).toBe(1);
});

test('what is excluded is not put back from what the page says for machines', () => {
  const words = 'The east quay is older than the town, and its boats are older than both. '.repeat(12);
  const data = { '@type': 'NewsArticle', headline: 'Boats', articleBody: words };
  const page = `<title>Boats</title><script type="application/ld+json">${JSON.stringify(data)}</script>
    <article><h1>Boats</h1><div class="story"><p>${words}</p></div><p>Read on.</p></article>`;
  expect(readWithout(page)).toContain('The east quay');
  expect(readWithout(page, '.story')).not.toContain('The east quay');
});

test('selectors combine as CSS has them, and one that is none selects nothing', () => {
  expect(read({ includeTags: ['h2 + ul > li:not(.late)'] })).toBe('- 8:15');
  expect(read({ includeTags: [':::'] })).toBe('');
});

test('inline images go with or without main content, unless they are wanted', () => {
  expect(read({ onlyMainContent: false })).not.toContain('base64');
  expect(read({ removeBase64Images: false })).toContain('![inline](data:image/png;base64,iVBORw0KGgo=)');
});

test('images are left out of the text where they are not wanted', () => {
  expect(read({ keepImages: false })).not.toContain('boat.jpg');
});
