import { expect, test } from 'vitest';
import { contentAsUsual } from '../../content/read-as-usual.fixture.ts';
import { limits } from '../../limits/limits.ts';
import { parseArticle, firstTitles, parseMembers, parseRevisions, parseSite } from './wiki-api.ts';
import { makeWikiDocument, hasText } from './wiki-document.ts';
import { parseRevision, makeRevisionValidator } from './wiki-revision.ts';

test('one question names as many titles as a stranger may, in a URL that servers take', () => {
  const short = Array.from({ length: 80 }, (_, index) => `T${index}`);
  expect(firstTitles(short)).toEqual(short.slice(0, limits.wikiTitlesMax));
  const long = Array.from({ length: 20 }, (_, index) => `${index}${'漢'.repeat(80)}`);
  const fits = firstTitles(long);
  expect(fits.length).toBeGreaterThan(1);
  expect(encodeURIComponent(fits.join('|')).length).toBeLessThanOrEqual(limits.wikiTitleBytesMax);
  expect(firstTitles(['x'.repeat(limits.wikiTitleBytesMax + 1)])).toHaveLength(1);
});

test('revisions are found by the titles that were asked for, however the wiki spells them', () => {
  const revisions = parseRevisions({
    batchcomplete: true,
    query: {
      normalized: [{ fromencoded: false, from: 'elwynn Forest', to: 'Elwynn Forest' }],
      pages: [
        { ns: 0, title: 'Nope', missing: true },
        { ns: -1, title: 'Special:Version', special: true },
        { pageid: 2, ns: 0, title: 'Elwynn Forest', lastrevid: 12 },
      ],
    },
  });
  expect(revisions).toEqual(
    new Map<string, number | 'missing'>([
      ['Nope', 'missing'],
      ['Elwynn Forest', 12],
      ['elwynn Forest', 12],
    ]),
  );
});

test('a wiki is known by all names of its namespaces, and the configuration says where articles stand', () => {
  const answer = {
    query: {
      general: { sitename: 'W', lang: 'de', articlepath: '/wiki/$1', script: '/w/index.php' },
      namespaces: { '0': { id: 0, name: '' }, '14': { id: 14, name: 'Kategorie', canonical: 'Category' } },
      namespacealiases: [{ id: 14, alias: 'Kat_Alt' }],
    },
  };
  expect(parseSite(answer, undefined)).toMatchObject({
    articlePath: '/wiki/$1',
    namespaces: { kategorie: 14, category: 14, 'kat alt': 14 },
  });
  expect(parseSite(answer, '/$1')?.articlePath).toBe('/$1');
  for (const other of [null, {}, { query: { general: {} } }, [], 'text']) {
    expect(parseSite(other, undefined)).toBeNull();
    expect(parseArticle(other)).toBeNull();
    expect(parseMembers(other)).toBeNull();
    expect(parseRevisions(other)).toBeNull();
  }
});

const article = parseArticle({
  parse: {
    title: 'A & B',
    revid: 7,
    text: '<p>Text</p>',
    displaytitle: '<i>A</i> &amp; B',
    categories: [{ category: 'Two_words' }, { category: 'Kept_back', hidden: true }],
    properties: { 'wikibase-shortdesc': 'a "short" one' },
  },
});

test('the document of an article has its heading, its text, and its categories but for hidden ones', () => {
  const site = {
    siteName: 'W<iki>',
    language: 'he',
    rightToLeft: true,
    articlePath: '/wiki/$1',
    script: '/w/index.php',
    namespaces: {},
  };
  const document = article === null ? '' : makeWikiDocument(site, article, 'https://wiki.test/wiki/A');
  expect(document).toContain('<html lang="he" dir="rtl">');
  expect(document).toContain('<title>A &amp; B</title>');
  expect(document).toContain('<h1 id="firstHeading"><i>A</i> &amp; B</h1>');
  expect(document).toContain('<meta name="description" content="a &quot;short&quot; one">');
  expect(document).toContain('content="W&lt;iki>"');
  expect(document.match(/mediawiki:category" content="[^"]*"/g)).toEqual([
    'mediawiki:category" content="Two words"',
  ]);
});

test("an article from the API is read as the wiki's own page is, with all of its parts", () => {
  const hatnote = '<div class="hatnote">Of the king; see also <a href="/wiki/B">the isle</a>.</div>';
  const text =
    `<div class="mw-parser-output">${hatnote}${'<p>He ruled for a year, and nobody knows why he did.</p>'.repeat(9)}` +
    '<h2><span class="mw-headline">See also</span></h2><ul><li><a href="/wiki/C">Anduin</a></li></ul>' +
    '<ol class="references"><li><span class="mw-cite-backlink">↑</span> Author A.</li></ol></div>';
  const site = {
    siteName: 'W',
    language: 'en',
    rightToLeft: false,
    articlePath: '',
    script: '',
    namespaces: {},
  };
  if (article === null) throw new Error('The article is not parsed.');
  const { pageKind, markdown } = contentAsUsual(
    makeWikiDocument(site, { ...article, text }, 'https://wiki.test/wiki/A'),
  );
  expect(pageKind).toBe('reference');
  expect(markdown).toContain('Of the king; see also');
  expect(markdown).toContain('## See also');
  expect(markdown).not.toContain('↑');
});

test.each([
  ['<div class="mw-parser-output">\n<!-- report -->\n</div>', false],
  ['<style data-mw-deduplicate="x">.a{}</style>', false],
  ['<p>x</p>', true],
  ['<figure><img src="a.png"></figure>', true],
])('%s has something to read: %s', (text, expected) => {
  expect(article !== null && hasText({ ...article, text })).toBe(expected);
});

test('a revision comes back from its validator, and from no validator of a host', () => {
  expect(parseRevision(makeRevisionValidator(12).etag)).toBe(12);
  expect(makeRevisionValidator(0)).toEqual({});
  for (const etag of [undefined, '"12"', 'W/"mediawiki-revision-12"', '"mediawiki-revision-"'])
    expect(parseRevision(etag)).toBeNull();
});
