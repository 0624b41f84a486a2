import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { ContentOptions } from '../page-content.ts';
import { contentAsUsual } from '../read-as-usual.fixture.ts';

const html = readFileSync(join(import.meta.dirname, '../../../test/golden/tags.html'), 'utf8');

const read = (options: Partial<ContentOptions>): string => contentAsUsual(html, options).markdown;

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
])('of %s the page says so', (_what, tags) => {
  const { markdown, warnings } = contentAsUsual('<main><h1>Times</h1><p>8:15</p></main>', tags);
  expect(markdown).toBe('');
  expect(warnings.join()).toContain('Nothing of the page is left');
});

const whole = '<body class="dark wide-menu"><nav>Menu</nav><h1>Times</h1><p>8:15</p>in the body itself</body>';
const wholeText = 'Menu\n\n# Times\n\n8:15\n\nin the body itself';

test.each([['body'], ['html'], [':root'], ['*'], ['h1, body'], ['html > body'], ['body.dark'], [':is(main, body)']])(
  'a selector that names html or body selects all of the page: %s',
  (selector) => {
    expect(contentAsUsual(whole, { includeTags: [selector] }).markdown).toBe(wholeText);
    expect(contentAsUsual(whole, { includeTags: ['h1', selector], excludeTags: ['nav'] }).markdown).toBe(
      '# Times\n\n8:15\n\nin the body itself',
    );
    const { markdown, warnings } = contentAsUsual(whole, { excludeTags: [selector] });
    expect(markdown).toBe('');
    expect(warnings.join()).toContain('Nothing of the page is left');
  },
);

test('a class of html or body is none of a part of the page, and selects nothing by itself', () => {
  for (const selector of ['.dark', '[class*=menu]', ':not(p)']) {
    const { markdown } = contentAsUsual(whole, { excludeTags: [selector] });
    expect(markdown, selector).toContain('in the body itself');
  }
  expect(contentAsUsual(whole, { includeTags: ['.dark'] }).markdown).toBe('');
  expect(contentAsUsual(whole, { includeTags: ['main body', 'html + body'] }).markdown).toBe('');
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
