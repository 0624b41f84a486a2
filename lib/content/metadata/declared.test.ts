import { expect, test } from 'vitest';
import { readPage } from '../read-page.ts';
import type { PageContent } from '../page-content.ts';

const url = 'https://a.test/docs/page.html';
const contentOf = (html: string): PageContent => {
  const page = readPage({
    html,
    url,
    options: {
      onlyMainContent: true,
      includeTags: [],
      excludeTags: [],
      removeBase64Images: true,
      wantHtml: false,
    },
  });
  if (page.kind === 'refused') throw new Error(page.failure.message);
  return page.content;
};
const metadataOf = (head: string): PageContent =>
  contentOf(`<html><head>${head}</head><body><p>Some words.</p></body></html>`);

test('what a page says of itself is read, by whichever names it says it', () => {
  expect(
    metadataOf(`
      <title> A
        title </title>
      <meta name="Description" content="About it">
      <meta name="keywords" content="one, two,, three ">
      <meta name="author" content="A. Writer">
      <meta name="robots" content="noindex"><meta name="robots" content="max-snippet:-1">
      <meta property="article:published_time" content="2026-01-02">
      <meta property="article:modified_time" content="2026-02-03">
      <link rel="Canonical" href="/docs/page?utm_source=x">
      <link rel="shortcut icon" href="../icon.png">`),
  ).toMatchObject({
    title: 'A title',
    description: 'About it',
    keywords: ['one', 'two', 'three'],
    author: 'A. Writer',
    robots: 'noindex, max-snippet:-1',
    publishedTime: '2026-01-02',
    modifiedTime: '2026-02-03',
    canonicalUrl: 'https://a.test/docs/page',
    favicon: 'https://a.test/icon.png',
  });
});

test.each(['DC.', 'dc:', 'DCTERMS.', 'dcterms:'])('Dublin Core is read, written %s', (prefix) => {
  const names = {
    title: 'Core',
    creator: 'C. Ore',
    description: 'Of it',
    language: 'de-AT',
    created: '2020-01-01',
  };
  const metas = Object.entries(names).map(
    ([name, value]) => `<meta name="${prefix}${name}" content="${value}">`,
  );
  expect(metadataOf(metas.join(''))).toMatchObject({
    title: 'Core',
    author: 'C. Ore',
    description: 'Of it',
    language: 'de',
    publishedTime: '2020-01-01',
  });
});

test('Open Graph has its own place, its addresses absolute, and serves where the page says nothing else', () => {
  const metadata = metadataOf(`
    <meta property="og:title" content="OG"><meta property="og:description" content="Of OG">
    <meta property="og:image" content="/i.png"><meta property="og:image" content="/j.png">
    <meta property="og:url" content="//a.test/og"><meta property="og:site_name" content="Site">
    <meta property="og:type" content="article"><meta property="og:locale" content="pt_BR">`);
  expect(metadata).toMatchObject({ title: 'OG', description: 'Of OG', language: 'pt' });
  expect(metadata.og).toEqual({
    title: 'OG',
    description: 'Of OG',
    image: 'https://a.test/i.png',
    url: 'https://a.test/og',
    siteName: 'Site',
    type: 'article',
    locale: 'pt_BR',
  });
});

test('every meta element with a name is kept, by each of its names, the repeated ones with all their values', () => {
  const { metas } = metadataOf(`
    <meta name="Viewport" content="width=device-width"><meta name="a" content="1"><meta name="A" content="2">
    <meta name="twitter:card" property="og:x" content="both"><meta name="empty"><meta charset="utf-8">
    <meta http-equiv="refresh" content="9"><meta name="__proto__" content="p">`);
  expect(Object.entries(metas)).toEqual([
    ['viewport', 'width=device-width'],
    ['a', ['1', '2']],
    ['og:x', 'both'],
    ['twitter:card', 'both'],
    ['__proto__', 'p'],
  ]);
});

test('a language is the declared one, else that of the text, and what names none declares none', () => {
  const text =
    '<p>Der Hund läuft durch den Garten, und die Katze sitzt auf der Mauer. Beide warten auf das Essen, ' +
    'das noch nicht fertig ist.</p>';
  const language = (html: string): string | null => contentOf(`${html}<body>${text}`).language;
  expect(language('<html lang="fr-CA">')).toBe('fr');
  expect(language('<html xml:lang="nl">')).toBe('nl');
  expect(language('<html>')).toBe('de');
  expect(language('<html lang="klingonisch">')).toBe('de');
  expect(language('<meta http-equiv="Content-Language" content="it">')).toBe('it');
});

test('a title within a drawing, an icon within the page and a canonical address of another scheme are none', () => {
  expect(
    metadataOf(
      '<svg><title>Logo</title></svg><link rel=icon href="data:image/png;base64,AA">' +
        '<link rel=canonical href="javascript:x">',
    ),
  ).toMatchObject({ title: null, favicon: null, canonicalUrl: null });
});

test('images are absolute, each once, in the order of the page, whether scripts load them or not', () => {
  const { images } = contentOf(`<base href="https://cdn.test/img/"><body><p>Words</p>
    <img src="a.png"><img src="/b.png" alt=b><img src="a.png"><img src="data:image/gif;base64,R0" data-src="c.png">
    <img srcset="d-1x.png 1x, d-2x.png 2x"><img alt="none"><img src="data:image/gif;base64,R0">`);
  expect(images).toEqual([
    'https://cdn.test/img/a.png',
    'https://cdn.test/b.png',
    'https://cdn.test/img/c.png',
    'https://cdn.test/img/d-1x.png',
  ]);
});
