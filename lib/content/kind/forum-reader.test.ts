import { expect, test } from 'vitest';
import { splitPassages } from '../../ingest/passages.ts';
import { contentAsUsual } from '../read-as-usual.fixture.ts';

const prose =
  'The weir of the mill has to be lower by a foot, or the meadows behind it will be wet in spring. ';
const byline = (name: string): string =>
  `<header><a class="username" href="/u/${name}">${name}</a> ` +
  '<time datetime="2026-01-02">2 January 2026</time></header>';
const post = (head: string, text: string): string =>
  `<article class="message">${head}<div class="message-body">${text}</div></article>`;
const read = (...posts: readonly string[]): string =>
  contentAsUsual(`<title>Weir</title><main><h1>Weir of the mill</h1>${posts.join('')}</main>`).markdown;
const headingsIn = (markdown: string): string[] => markdown.match(/^#.*$/gm) ?? [];

test('headings that a post has stand below the heading of the post, as deep below one another as in the post', () => {
  const inPost = `<h1>How</h1><p>${prose}</p><h3>When</h3><p>${prose}</p><h1>Why</h1><p>${prose}</p>`;
  const markdown = read(post(byline('Ina'), inPost), post(byline('Storm'), `<h2>No</h2><p>${prose}</p>`));
  expect(headingsIn(markdown)).toEqual([
    '# Weir of the mill',
    '## Ina, 2 January 2026',
    '### How',
    '#### When',
    '### Why',
    '## Storm, 2 January 2026',
    '### No',
  ]);
});

test('a title that stands in the first post is the title of the page', () => {
  const first = post(byline('Ina'), `<h1>Weir of the mill</h1><p>${prose}</p>`);
  const { markdown } = contentAsUsual(
    `<title>Weir of the mill</title><main>${first}${post(byline('Storm'), `<p>${prose}</p>`)}</main>`,
  );
  expect(headingsIn(markdown)).toEqual([
    '# Weir of the mill',
    '## Ina, 2 January 2026',
    '## Storm, 2 January 2026',
  ]);
});

test('no post stands under the name of another: where some have no name and no day, the lines are no headings', () => {
  const markdown = read(
    post(byline('Ina'), `<p>${prose}</p>`),
    post('', `<p>${prose} Nobody knows who said so.</p>`),
    post(byline('Storm'), `<p>${prose}</p>`),
  );
  expect(headingsIn(markdown)).toEqual(['# Weir of the mill']);
  expect(markdown).toContain('**Storm, 2 January 2026**');
});

test('each passage of a thread says whose words it has', () => {
  const markdown = read(
    post(byline('Ina'), `<p>${prose.repeat(12)}</p><p>${prose.repeat(12)}</p>`),
    post(byline('Storm'), `<p>${prose.repeat(12)}</p>`),
  );
  const passages = splitPassages(markdown, { target: 250, max: 800, min: 60 });
  expect(passages.map(({ sectionPath }) => sectionPath.at(-1))).toEqual([
    ...Array.from({ length: 4 }, () => 'Ina, 2 January 2026'),
    ...Array.from({ length: 2 }, () => 'Storm, 2 January 2026'),
  ]);
});
