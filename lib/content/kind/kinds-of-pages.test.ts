import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { PageContent } from '../page-content.ts';
import { contentAsUsual } from '../read-as-usual.fixture.ts';

const read = (html: string, url = 'https://a.test/part/page'): PageContent => contentAsUsual(html, { url });

const golden = (name: string): string =>
  readFileSync(join(import.meta.dirname, `../../../test/golden/${name}.html`), 'utf8');

test.each([
  ['forum--xenforo', 'forum'],
  ['forum--hashed-names', 'forum'],
  ['product--woocommerce', 'product'],
  ['product--without-structured-data', 'product'],
  ['listing--news-section', 'listing'],
  ['listing--shop-category', 'listing'],
  ['service--roofing', 'other'],
])('%s.html is a page of the kind %s', (name, kind) => {
  expect(read(golden(name)).pageKind).toBe(kind);
});

test('comments below an article make no thread of it', () => {
  expect(read(golden('article--with-comments')).pageKind).not.toBe('forum');
});

test('the root of a site is its start page where it has parts, and only there', () => {
  const html = golden('home--workshop');
  expect(read(html, 'https://a.test/').pageKind).toBe('home');
  expect(read(html, 'https://a.test/de').pageKind).toBe('home');
  expect(read(html, 'https://a.test/about').pageKind).not.toBe('home');
  expect(read('<title>a</title><h1>Moved</h1><p>Soon.</p>', 'https://a.test/').pageKind).not.toBe('home');
});

test('a page is no product because it says so, where nothing is sold', () => {
  const page = (more: string): string =>
    `<title>Jug</title><meta property="og:type" content="product"><h1>Jug</h1><p>Thrown on the wheel.</p>${more}`;
  expect(read(page('')).pageKind).not.toBe('product');
  expect(read(page('<p class="price">€ 32</p>')).pageKind).toBe('product');
  expect(read(page('<button>Add to cart</button>')).pageKind).toBe('product');
});

test('a menu is no listing, however long', () => {
  const links = Array.from({ length: 40 }, (_, at) => `<li><a href="/${at}">Part ${at}</a></li>`).join('');
  expect(
    read(`<title>a</title><ul class="menu">${links}</ul><h1>Wool</h1><p>Spun here.</p>`).pageKind,
  ).not.toBe('listing');
});

test('posts of a blog, each under its own title, are no thread', () => {
  const post = (title: string): string =>
    `<div class="post"><h2><a href="/x">${title}</a></h2><span class="author">Ada</span> ` +
    `<time datetime="2024-01-02">2 January 2024</time><div class="post-body"><p>A first paragraph of some ` +
    `length, so that there is something to read here.</p></div></div>`;
  const html = `<title>Blog</title><h1>Blog</h1>${['One', 'Two', 'Three', 'Four'].map(post).join('')}`;
  expect(read(html).pageKind).not.toBe('forum');
});

const comment = (at: number): string =>
  `<li class="comment"><a class="author" href="/u/${at}">user${at}</a> <time datetime="2024-01-02">a day ago</time>` +
  `<div class="comment_text"><p>Comment number ${at} says what its writer thinks of the text behind the link, ` +
  `and says it in as many words as a comment has.</p></div></li>`;
const claimed =
  '<title>Wool</title><meta property="og:type" content="article"><h1><a href="https://there.example/">Wool</a></h1>';
const commented = `<ol class="comments">${[1, 2, 3, 4, 5].map(comment).join('')}</ol>`;

test('two entries whose titles lead to their pages are no thread, and keep their titles', () => {
  const entry = (name: string, day: string): string =>
    `<article><h1><a href="/${name}">The ${name} was read</a></h1><time datetime="2026-01-${day}">${day}</time>` +
    `<div class="excerpt" itemprop="articleBody"><p>What the ${name} told us in that week.</p></div></article>`;
  const { pageKind, markdown } = read(`<title>a</title>${entry('gauge', '12')}${entry('table', '13')}`);
  expect(pageKind).not.toBe('forum');
  expect(markdown).toMatch(/^#+ \[The gauge was read\]/m);
  expect(markdown).toMatch(/^#+ \[The table was read\]/m);
});

test('comments on a link are a thread, though the page calls itself an article', () => {
  const { pageKind, markdown } = read(`${claimed}${commented}`);
  expect(pageKind).toBe('forum');
  for (const at of [1, 2, 3, 4, 5]) expect(markdown).toContain(`Comment number ${at} says`);
});

test('comments below an article are none, also where its paragraphs are lines', () => {
  const line =
    'The article says this with a sentence that has some length, and then it says some more of it.';
  const text = `<div class="story">${`${line}<br><br>`.repeat(6)}</div>`;
  const { pageKind, markdown } = read(`${claimed}${text}${commented}`);
  expect(pageKind).toBe('article');
  expect(markdown).toContain(line);
});

test('every post of a thread is kept, with who wrote it and when, in page order', () => {
  const post = (at: number): string =>
    `<div class="post"><a class="username" href="/u/${at}">user${at}</a> <time datetime="2024-01-02">2 ` +
    `January 2024</time><div class="post-body">Answer number ${at} to the question.</div></div>`;
  const html = `<title>Q</title><h1>Q</h1>${Array.from({ length: 300 }, (_, at) => post(at)).join('')}`;
  const { markdown } = read(html);
  const found = [...markdown.matchAll(/\*\*user(\d+), 2 January 2024\*\*\n\nAnswer number (\d+) to/g)];
  expect(found.map(([, who, what]) => [Number(who), Number(what)])).toEqual(
    Array.from({ length: 300 }, (_, at) => [at, at]),
  );
});

test('shortcodes of page builders are no text, but for those in code', () => {
  const { markdown } = read(
    '<title>a</title><h1>a</h1><p>[vc_row el_class="x"]Lessons[/vc_row]</p><pre><code>[vc_row]</code>' +
      '</pre><p>[sic] [1]</p>',
  );
  expect(markdown).toContain('Lessons');
  expect(markdown.match(/\[vc_row\]/g)).toHaveLength(1);
  expect(markdown).toContain('sic');
});
