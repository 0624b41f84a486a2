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

test('teasers with author and day are no thread, whatever element their titles are in', () => {
  const teaser = (title: string): string =>
    `<article><div class="title"><a href="/${title}">The ${title} was opened</a></div><div class="author">Ada</div>` +
    `<div class="date">2 January 2024</div><div class="body">A first sentence of some length about the ${title}, ` +
    'as papers have it on their first page ...</div></article>';
  const text = '<p>The mill was opened by the mayor, who said that it had been closed for long.</p>'.repeat(
    4,
  );
  const teasers = ['mill', 'weir', 'quay', 'inn'].map(teaser).join('');
  const html = `<title>Mill</title><h1>Mill</h1><div class="body">${text}</div>${teasers}`;
  expect(read(html).pageKind).not.toBe('forum');
});

test("a thread of Lemmy is one, with its day in a hint and the forum's own words beside it left out", () => {
  const post = (name: string, text: string): string =>
    `<article class="comment-node"><div><a class="person-listing" href="/u/${name}">${name}</a>` +
    `<span class="moment-time" data-tippy-content="Friday, October 4th, 2024 at 3:43:10 PM">1 year ago</span></div>` +
    `<div class="md-div"><p>${text}</p></div></article>`;
  const says = (at: number): string =>
    `Answer number ${at} says at some length what its writer thinks of the mill.`;
  const html =
    `<title>Mill</title><main><div>${post('ada', 'The mill is open again, and this is what was mended there.')}</div>` +
    `<ul class="comments">${[1, 2, 3].map((at) => `<li>${post(`u${at}`, says(at))}</li>`).join('')}</ul></main>` +
    '<aside><a class="person-listing" href="/u/mod">mod</a><div class="md-div"><p>All about mills.</p></div></aside>';
  const { pageKind, markdown } = read(html);
  expect(pageKind).toBe('forum');
  for (const at of [1, 2, 3]) expect(markdown).toContain(says(at));
  expect(markdown).toContain('## u1, Friday, October 4th, 2024');
  expect(markdown).not.toContain('All about mills');
});

const goods = (price: string): string =>
  Array.from(
    { length: 8 },
    (_, at) =>
      `<article class="card"><a href="/p/${at}"><img src="/${at}.jpg" alt=""></a>` +
      `<h2><a href="/p/${at}">Lens ${at}</a></h2>` +
      `<p>${'It draws evenly into the corners, as glass of this maker does. '.repeat(4)}</p>${price}</article>`,
  ).join('');
const talk =
  '<p>Lenses of all makers are sold here, new and used, and each is tried before it is sent to you.</p>';
const salesTalk = `<div>${talk.repeat(9)}</div>`;

test('a category of a shop is a listing, though its prices stand behind descriptions in a box called pagination', () => {
  const list = `<div class="list_pagination__x1">${goods('<b>$310.00</b>')}</div>`;
  const html = `<title>Lenses</title><main><h1>Lenses</h1>${list}${salesTalk}</main>`;
  const { pageKind, markdown } = read(html);
  expect(pageKind).toBe('listing');
  expect(markdown.match(/\$310\.00/g)).toHaveLength(8);
});

test('a product whose description is one text is a product with its table, unless the page is signed', () => {
  const table = Array.from(
    { length: 4 },
    (_, at) => `<tr><th>Property ${at}</th><td>Value ${at}</td></tr>`,
  ).join('');
  const page = (sign: string): string =>
    `<title>Memory</title><meta property="og:type" content="product"><h1>Memory</h1>${sign}` +
    `<p class="price">€ 32</p><button>Add to cart</button>${salesTalk}<table>${table}</table>`;
  const { pageKind, markdown } = read(page(''));
  expect(pageKind).toBe('product');
  for (const at of [0, 1, 2, 3]) expect(markdown).toContain(`Value ${at}`);
  const signed =
    '<p class="byline">By <a rel="author" href="/ada">Ada Byron</a>, ' +
    '<time datetime="2026-01-02">2 January</time></p>';
  expect(read(page(signed)).pageKind).toBe('article');
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

const chinese = '河边的老磨坊用灰石砌成，水轮一年又一年地转动，为附近几个村子磨黑麦和大麦。';

test('a sentence of wide characters is prose with half as many of them', () => {
  const menus = '<ul><li><a href="/a">新闻</a><li><a href="/b">体育</a><li><a href="/c">财经</a></ul>';
  const html = `<title>老磨坊</title>${menus}<div>${`<p>${chinese}${chinese.slice(0, 12)}</p>`.repeat(5)}</div>${menus}`;
  const { pageKind, markdown } = read(html);
  expect(pageKind).toBe('article');
  expect(markdown).not.toContain('财经');
});

test('a text above more text of replies is no thread, and is kept', () => {
  const reply = (at: number): string =>
    `<li class="reply"><span class="author">读者${at}</span> <time datetime="2024-01-0${at}">1月${at}日</time>` +
    `<div class="reply-text">${chinese}${chinese}谢谢您写的第${at}篇文章。</div></li>`;
  const replies = `<ul>${[1, 2, 3, 4, 5, 6, 7, 8].map(reply).join('')}</ul>`;
  const text = Array.from({ length: 8 }, (_, at) => `<p>第${at}段：${chinese}${chinese}</p>`).join('');
  const { pageKind, markdown } = read(`<title>老磨坊</title><h1>老磨坊</h1><div>${text}</div>${replies}`);
  expect(pageKind).not.toBe('forum');
  expect(markdown).toContain('第7段');
});

test('every post of a thread is kept, with who wrote it and when, in page order', () => {
  const post = (at: number): string =>
    `<div class="post"><a class="username" href="/u/${at}">user${at}</a> <time datetime="2024-01-02">2 ` +
    `January 2024</time><div class="post-body">Answer number ${at} to the question.</div></div>`;
  const html = `<title>Q</title><h1>Q</h1>${Array.from({ length: 300 }, (_, at) => post(at)).join('')}`;
  const { markdown } = read(html);
  const found = [...markdown.matchAll(/## user(\d+), 2 January 2024\n\nAnswer number (\d+) to/g)];
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
