import { expect, test } from 'vitest';
import { contentAsUsual } from '../read-as-usual.fixture.ts';

const paragraph =
  'The mill by the river was built of oak by hand, and it ground the corn of nine villages through every winter ' +
  'until the railway came and took the corn to the town, where steam did what the river had done before.';

const read = (line: string): string =>
  contentAsUsual(
    `<!doctype html><html lang="en"><title>Edith Marlowe</title><main><article><h1>Edith Marlowe</h1>${line}` +
      `${`<p>${paragraph}</p>`.repeat(4)}</article></main></html>`,
    { url: 'https://a.test/' },
  ).markdown;

test.each([
  'Weather observer, <time>9 March 1871</time> to <time>2 November 1953</time>.',
  'Weather observer from 1899 until <span>2 November 1953</span>, when she gave it up.',
  'The museum opened on <time datetime="1953-11-02">2 November 1953</time> and is closed today.',
])('a date in a sentence stays where it stands: %s', (html) => {
  expect(read(`<p class="lead">${html}</p>`)).toContain('2 November 1953');
});

test.each([
  '<p>By Ada Brown, 2 November 1953</p>',
  '<p><time>2 November 1953</time></p>',
  '<div>Columns | <span>2 November 1953</span><p>A river.</p></div>',
])('a line that says when the page was written is left out: %s', (html) => {
  expect(read(html)).not.toContain('2 November 1953');
});
