import { expect, test } from 'vitest';
import { readPage } from '../../read-page.ts';
import { usualReading } from '../../read-as-usual.fixture.ts';

const kindOf = (html: string): string => {
  const page = readPage({ html, url: 'https://a.test/a/page.html', options: usualReading });
  return page.kind === 'read' ? page.content.pageKind : page.failure.message;
};

const say = 'A plank of ash makes a shelf and a bench. ';
const listOf = (className: string): string => {
  const entries = Array.from(
    { length: 12 },
    (_, n) =>
      `<li class="${className}"><p><a href="https://reader${n}.test/">Reader ${n}</a> ${say}</p></li>`,
  );
  return `<ol>${entries.join('')}</ol>`;
};
const page = (head: string, list: string): string =>
  `<!doctype html><title>Planks</title>${head}<main><h1>Planks</h1><p>${say}</p>${list}</main>`;

const claim =
  '<meta property="og:type" content="article"><meta property="article:published_time" content="2026-01-02">';

test('comments of a page that describes itself as an article make no listing of it, other entries do', () => {
  expect(kindOf(page(claim, listOf('comment even')))).toBe('article');
  expect(kindOf(page(claim, listOf('entry')))).toBe('listing');
  expect(kindOf(page('', listOf('comment even')))).toBe('listing');
});

test('entries are alike although each has a class with its own number', () => {
  expect(kindOf(page('', listOf('entry')))).toBe('listing');
  const numbered = listOf('entry').replaceAll('class="entry"', () => `class="post-${(count += 1)} entry"`);
  expect(kindOf(page('', numbered))).toBe('listing');
});
let count = 0;

test('a box around the main part is no frame, although it is called after the sidebar beside it', () => {
  const html = page('', listOf('entry'));
  expect(kindOf(html.replace('<main>', '<div class="content-sidebar-wrap"><main>'))).toBe('listing');
});

test('what WordPress calls an archive is a listing, however much is said above its entries', () => {
  const prose = `<p>${say.repeat(12)}</p>`.repeat(6);
  const html = page('', prose + listOf('entry'));
  expect(kindOf(html)).toBe('article');
  expect(kindOf(html.replace('<main>', '<body class="archive category category-9"><main>'))).toBe('listing');
  expect(kindOf(page('', prose).replace('<main>', '<body class="archive category"><main>'))).toBe('article');
});
