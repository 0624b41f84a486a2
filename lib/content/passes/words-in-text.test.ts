import { expect, test } from 'vitest';
import { contentAsUsual } from '../read-as-usual.fixture.ts';

const say =
  'The keeper of the mill opens the gate when the river is high, and closes it when the meadows are dry again. ';

const pages: Readonly<Record<string, (part: string) => string>> = {
  'an article': (part) =>
    `<meta property="article:published_time" content="2026-01-02"><article><h1>Gates</h1>
    ${`<p>${say.repeat(3)}</p>`.repeat(3)}${part}</article>`,
  'one text': (part) => `<h1>Gates</h1><div>${`<p>${say.repeat(3)}</p>`.repeat(4)}${part}</div>`,
  'a page of parts': (part) =>
    `<main><h1>Gates</h1><section><h2>One</h2><p>${say}</p></section><section><h2>Two</h2>${part}</section></main>`,
  'a manual': (part) =>
    `<meta name="generator" content="DocBook XSL"><h1>Gates</h1><p>${say}</p><h2>Install</h2>${part}`,
};

/** A line with words in it whose class a part of a page could have as well, and what a reader reads. */
const lines: readonly (readonly [html: string, text: string])[] = [
  [
    'Now choose <span class="menuitem">File</span>, or press <b class="header">Enter</b> to leave.',
    'Now choose File, or press **Enter** to leave.',
  ],
  [
    'Choose <span class="menu">Tools</span> → <a href="/o"><span class="menu">Options</span></a>. A window opens.',
    'Choose Tools → [Options](https://a.test/o). A window opens.',
  ],
  [
    'It costs <span class="sponsor-price">€</span>12 <span class="extra">a year</span>, whoever pays for it.',
    'It costs €12 a year, whoever pays for it.',
  ],
  [
    '<span class="related">Rye</span> is ground in winter, and <em class="share">half</em> of it is sold.',
    'Rye is ground in winter, and *half* of it is sold.',
  ],
  [
    'Many were asked [<span class="footers"><a href="#r1">1</a>-<a href="#r3">3</a></span>], as is told elsewhere.',
    'Many were asked',
  ],
  [
    'The novel of <span class="author">Storm</span>, which <i class="byline">everybody</i> here has read, is short.',
    'The novel of Storm, which *everybody* here has read, is short.',
  ],
];

test.each(
  Object.entries(pages).flatMap(([name, write]) =>
    lines.map(([html, text]) => [name, text, write(`<p>${html}</p>`)] as const),
  ),
)('%s keeps the words of a sentence, whatever their class: %s', (_name, text, html) => {
  const { markdown, keptText } = contentAsUsual(`<html><body>${html}</body></html>`, {
    url: 'https://a.test/page.html',
  });
  expect(markdown).toContain(text);
  expect(keptText.kept).toBeGreaterThan(0.99);
});

test.each(Object.entries(pages))('%s keeps the comments of a program', (_name, write) => {
  const code = '<span class="comment"># opens it</span>\nopen <span class="related">gate</span> --all';
  const { markdown } = contentAsUsual(`<html><body>${write(`<pre>${code}</pre>`)}</body></html>`);
  expect(markdown).toContain('# opens it\nopen gate --all');
});

/** Lines that are parts of a page, made of the same elements. */
const parts = [
  '<p class="meta"><span class="share">Share this on Chirper</span> | <span class="comments">12 remarks</span></p>',
  '<div><span class="comments">12 remarks</span></div>',
  '<p>By Storm <span class="comments">12 remarks</span></p>',
];

test.each(parts)('a line beside an article is none of its sentences: %s', (part) => {
  const { markdown } = contentAsUsual(`<html><body>${pages['an article']?.(part)}</body></html>`);
  expect(markdown).not.toContain('12 remarks');
});

test('a tooltip and a text for screen readers are no words of the sentence', () => {
  const tip = '<span class="tooltip">a door for water</span> of it.';
  const line = `<p>See the list<span class="sr-only"> opens in a window</span>, and the gate${tip}</p>`;
  const { markdown } = contentAsUsual(`<html><body>${pages['a page of parts']?.(line)}</body></html>`);
  expect(markdown).toContain('See the list, and the gate of it.');
});
