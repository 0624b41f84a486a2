import { expect, test } from 'vitest';
import { limits } from '../../limits/limits.ts';
import type { PageContent } from '../page-content.ts';
import { contentAsUsual } from '../read-as-usual.fixture.ts';
import { leastCpuMs } from '../../../test/harness/cpu-time.ts';

const contentOf = (html: string, url = 'https://a.test/docs/page.html'): PageContent =>
  contentAsUsual(html, { url });

test('a title of a million characters is cut, marked, and named among what was cut', () => {
  const { title, cut } = contentOf(`<title>${'long '.repeat(200_000)}</title><p>Words`);
  expect(title).toHaveLength(limits.metadataCharactersMax);
  expect(title?.endsWith('…')).toBe(true);
  expect(cut).toEqual(['title']);
});

test('every field of metadata is bounded, in number and in size, and whatever is cut is named', () => {
  const text = 'x'.repeat(1_000_000);
  const metas = Array.from({ length: 5_000 }, (_, at) => `<meta name="m${at}" content="${'y'.repeat(500)}">`);
  const content = contentOf(`<title>${text}</title><meta name=description content="${text}">
    <meta name=keywords content="${'word,'.repeat(100)}"><meta property="og:image" content="https://a.test/${text}">
    ${Array.from({ length: 500 }, (_, at) => `<meta property="article:tag" content="tag ${at}">`).join('')}
    ${metas.join('')}<h1>${text}</h1><link rel=icon href="/${text}">
    <script type="application/ld+json">${JSON.stringify({
      '@type': 'Article',
      headline: text,
      author: Array.from({ length: 500 }, (_, at) => ({
        '@type': 'Person',
        name: `Ada ${'Q'.repeat(1 + (at % 9))} x${at}`,
      })),
      datePublished: text,
    })}</script>`);
  const {
    title,
    description,
    headline,
    siteName,
    author,
    authors,
    keywords,
    og,
    favicon,
    metas: kept,
    cut,
  } = content;
  const fields = { title, description, headline, siteName, author, authors, keywords, og, favicon };
  expect(JSON.stringify(fields).length).toBeLessThan(40_000);
  expect(authors.length).toBeLessThanOrEqual(limits.authorsMax);
  expect(Object.keys(kept).length).toBeLessThanOrEqual(limits.metasMax);
  expect(JSON.stringify(kept).length).toBeLessThan(2 * limits.metasCharactersMax);
  expect(cut).toEqual(expect.arrayContaining(['metas', 'title', 'headline']));
});

test('a page within its bounds has nothing cut', () => {
  expect(contentOf('<title>Short</title><meta name=a content=b><p>Words').cut).toEqual([]);
});

test("a date in the address serves where the page says nothing, and the page's own word goes before it", () => {
  const at = 'https://a.test/2024/04/02/mill';
  expect(contentOf('<h1>Mill</h1><p>Words', at).publishedTime).toBe('2024-04-02');
  expect(contentOf('<h1>Mill</h1><time datetime="2024-04-01">x</time><p>Words', at).publishedTime).toBe(
    '2024-04-01',
  );
});

test('a canonical address that is the home page of every page is none', () => {
  const canonical = (href: string, url?: string): string | null =>
    contentOf(`<link rel=canonical href="${href}"><p>Words`, url).canonicalUrl;
  expect(canonical('/')).toBeNull();
  expect(canonical('/', 'https://a.test/index.html')).toBe('https://a.test/');
  expect(canonical('/docs/other')).toBe('https://a.test/docs/other');
});

test('an author box full of elements takes no longer than the page', () => {
  const page = `<h1>Mill</h1>${`<div class="author">${'<i></i>'.repeat(200)}`.repeat(500)}`;
  expect(leastCpuMs(() => contentOf(page))).toBeLessThan(10_000);
});

const room = (date: string): string | null =>
  contentOf(
    `<html lang="en"><title>Room</title><main><h1>Room in York</h1><p>A quiet room near the river.</p>${date}</main>`,
  ).publishedTime;

test.each([
  '<ul><li>Available from 1 October 2026</li><li>Rent £600</li></ul>',
  '<p>Best before: 12 July 2026</p>',
  '<p>Apply by Monday, 12 July 2026</p>',
  '<dl><dt>Available from</dt><dd>1.2.2026</dd><dt>Posted</dt><dd>yesterday</dd></dl>',
  '<dl class="meta"><dt>Available from</dt><dd>1.2.2026</dd></dl>',
  '<p>Available from <time datetime="2026-10-01">1 October</time></p>',
  '<p><b>Opens:</b> <span>1 October 2026</span></p>',
  '<p>Ad runs: 1 October 2026</p>',
  '<p>Verfügbar ab 1.10.2026</p>',
  '<p>At <time itemprop="startDate" datetime="2027-05-04T20:00+02:00">4 May</time></p>',
  '<p>Open <time itemprop="doorTime" datetime="2026-05-04">4 May</time></p>',
  '<table><tr><th>Deadline</th><td>1 October 2026</td></tr></table>',
])('a date that its own label gives to something else is not when the page was published: %s', (date) => {
  expect(room(date)).toBeNull();
});

test.each([
  '<p>12 July 2026</p>',
  '<p>12 July 2026 by Ada Brown</p>',
  '<h2>The end</h2><p>12 July 2026</p>',
  '<div>How the mill will open</div><div><span>12 July 2026</span></div>',
  '<p>By Ada Brown, 12 July 2026</p>',
  '<p>London, 12 July 2026</p>',
  '<p>News | Sunday, 12 July 2026</p>',
  '<p>Date: 12 July 2026</p>',
  '<p>Author: Ada Brown | Issue date: 12 July 2026</p>',
  '<p>Posted from York on 12 July 2026</p>',
  '<dl><dt>Published</dt><dd>12 July 2026</dd><dt>Available from</dt><dd>1 October 2026</dd></dl>',
  '<p>Available from 1 October 2026</p><p>12 July 2026</p>',
  '<p>on <time datetime="2026-07-12">12 July</time></p>',
  '<div><b>For Immediate Release:</b> 12 July 2026</div>',
  '<p>Release: 12 July 2026</p>',
  '<p>News: 12 July 2026</p>',
  '<p>NEW DELHI: 12 July 2026</p>',
  '<ul><li><span>Start date</span> <a href="/threads/1"><time datetime="2026-07-12">12 July</time></a></li></ul>',
])('a bare date near the headline, or one with a label of its own, is when it was published: %s', (date) => {
  expect(room(date)).toBe('2026-07-12');
});

test.each([
  ['<p><span>מאת דוד כהן</span> <span>2 במרץ 2026</span></p>', 'דוד כהן', '2026-03-02'],
  ['<p><span>بقلم أحمد علي</span> <span>2 مارس 2026</span></p>', 'أحمد علي', '2026-03-02'],
  ['<p><span>Автор: Иван Петров 2 марта 2026</span></p>', 'Иван Петров', '2026-03-02'],
  ['<div class="byline">บทความโดย สมชาย ใจดี ๒ มีนาคม ๒๕๖๙</div>', 'สมชาย ใจดี', '2026-03-02'],
  ['<div class="byline"><span class="date">२ मार्च २०२६</span></div>', null, '2026-03-02'],
  ['<div class="byline">۱۲ اسفند ۱۴۰۴</div>', null, null],
  ['<p>令和八年三月二日</p>', null, '2026-03-02'],
])('a byline has its names and its date apart, in every script: %s', (byline, author, published) => {
  const text = `<p>${'The mill on the river was built of grey stone, and its wheel turned for years. '.repeat(6)}</p>`;
  const { author: found, publishedTime } = contentAsUsual(
    `<article><h1>The old mill of the valley</h1>${byline}${text}${text}</article>`,
  );
  expect([found, publishedTime]).toEqual([author, published]);
});

const sentence = 'The mill on the river was built of grey stone, and its wheel turned for years. ';
const textOfMill = `<p>${sentence.repeat(6)}</p>`;
const told = (html: string): readonly (string | null)[] => {
  const { author, publishedTime } = contentAsUsual(html);
  return [author, publishedTime];
};

test.each([
  '<meta name="author" content="Grey Stone"><meta name="copyright" content="Copyright (c) Grey Stone 2026">',
  '<meta name="author" content="Grey Stone"><meta name="publisher" content="Grey Stone">',
  '<meta name="author" content="Grey Stone Inc.">',
])('the owner of a site, whom it names on every page, gives way to who wrote this one: %s', (meta) => {
  const page = (byline: string): string =>
    `<head>${meta}</head><article><h1>The old mill of the valley</h1>${byline}${textOfMill}${textOfMill}</article>`;
  expect(told(page('<p class="byline">By Ada Brown</p>'))[0]).toBe('Ada Brown');
  expect(told(`<meta property="article:author" content="Ada Brown">${page('')}`)[0]).toBe('Ada Brown');
  expect(told(page(''))[0]).toMatch(/^Grey Stone/);
});

test('the footer of an article says who wrote it and when, and that of the page does not', () => {
  const byline = '<a rel="author" href="/ada">Ada Brown</a> <time datetime="2026-07-12">12 July</time>';
  const head = `<h1>The old mill of the valley</h1>${textOfMill}${textOfMill}`;
  const own = told(`<article>${head}<footer>${byline}</footer></article>`);
  expect(own).toEqual(['Ada Brown', '2026-07-12']);
  expect(told(`<article>${head}</article><footer>${byline}</footer>`)).toEqual([null, null]);
});

test('a date that stands with the headline is its date, also in a part beside the content', () => {
  const headline = '<h1>The old mill of the valley</h1>';
  const date = '<span class="date">12 July 2026</span>';
  expect(told(`<aside>${headline}${date}</aside><div>${textOfMill}${textOfMill}</div>`)[1]).toBe(
    '2026-07-12',
  );
  expect(told(`${headline}<div>${textOfMill}${textOfMill}</div><aside>${date}</aside>`)[1]).toBeNull();
});

test('the date in a byline is when the page was published, however long the line', () => {
  const byline =
    '<div class="author">Written by <a href="/ada">Ada Brown</a> in <a href="/mills">Mills of the Valley</a> on ' +
    '12 July 2026 at 08:34 PM EDT. <a href="/forum">41 Comments</a></div>';
  const page = `<article><h1>The old mill of the valley</h1>${byline}${textOfMill}${textOfMill}</article>`;
  expect(told(page)[1]?.slice(0, 10)).toBe('2026-07-12');
});
