import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parsePage } from '../dom/document.ts';
import type { ContentOptions, PageContent } from '../page-content.ts';
import { readPage } from '../read-page.ts';
import { generatedPage } from './generated-page.fixture.ts';
import { usualReading } from '../read-as-usual.fixture.ts';

const options: ContentOptions = { ...usualReading, wantHtml: true };

const read = (html: string, given: Partial<ContentOptions> = {}): PageContent => {
  const page = readPage({ html, url: 'https://a.test/', options: { ...options, ...given } });
  if (page.kind === 'refused') throw new Error(page.failure.message);
  return page.content;
};

/** Characters of the text of a piece of HTML, without white space, counted from the markup that came out. */
const inkIn = (html: string): number => {
  const parsed = parsePage(html);
  return parsed.documentElement.textContent.replace(/\s/g, '').length;
};

/** Dots that a style sheet of gi-docgen shows in a title, and the Markdown writes. */
const dotsOfStyle = (html: string): number =>
  html.includes('content="gi-docgen') ? html.split('<span class="sep"></span>').length - 1 : 0;

const expectExact = (html: string): void => {
  const { keptText, pageKind, foundBy, html: main = '' } = read(html);
  const { visible, keptCharacters, dropped } = keptText;
  expect(keptCharacters + dropped.reduce((sum, { characters }) => sum + characters, 0)).toBe(visible);
  const whole = read(html, { onlyMainContent: false, without: ['controls', 'permalinks'] });
  expect(visible).toBe(whole.keptText.visible);
  expect(visible).toBe(inkIn(whole.html ?? ''));
  // A line over each post of a thread, and what is said only for machines, are written and no text of the page.
  const isWritten = pageKind === 'forum' || pageKind === 'product' || foundBy === 'structured-data';
  if (isWritten) expect(keptCharacters).toBeLessThanOrEqual(inkIn(main));
  else expect(keptCharacters).toBe(inkIn(main) - dotsOfStyle(html));
};

const golden = join(import.meta.dirname, '../../../test/golden');

test.each(readdirSync(golden).filter((name) => name.endsWith('.html')))(
  'what is kept and what each rule dropped are all of the visible text, to the character: %s',
  (name) => expectExact(readFileSync(join(golden, name), 'utf8')),
);

test('that is so of any page', () => {
  fc.assert(fc.property(generatedPage, ({ html }) => expectExact(html)));
});

test('frame that is dropped is no loss, and a text of the page is one', () => {
  const prose = '<p>A long paragraph, of many words, that goes on and on.</p>'.repeat(20);
  const page = (more: string): string =>
    `<title>t</title><meta property="article:published_time" content="2026-01-02"><main>${prose}</main>${more}`;
  expect(read(page('<nav><a href="/a">Somewhere</a></nav><footer>Us</footer>')).keptText.kept).toBe(1);
  const { keptText } = read(page('<aside>Remarks of another, which are no links, beside the text.</aside>'));
  expect(keptText.kept).toBeLessThan(1);
  expect(keptText.dropped).toContainEqual(
    expect.objectContaining({ rule: 'asides', isFrame: false, characters: 47 }),
  );
});

test('a page of nothing has lost nothing', () => {
  expect(read('').keptText).toMatchObject({ visible: 0, kept: 1 });
});
