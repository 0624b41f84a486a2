import { expect, test } from 'vitest';
import { findCandidates } from '../candidates/find-candidates.ts';
import { readFacts, makeFields } from '../facts.fixture.ts';
import type { Json } from '../schema/json.ts';

const string = { type: 'string' };
const date = { type: 'string', format: 'date' };

const article = (properties: object, heading = 'Mills turn again'): string =>
  `<html lang="en"><head><title>x</title><meta property="og:site_name" content="The Mill">
  <script type="application/ld+json">${JSON.stringify({ '@type': 'NewsArticle', ...properties })}</script></head>
  <body><main><h1>${heading}</h1><p>After ten years of rust the mills of the valley turn again, and bread ` +
  `is baked from their flour.</p></main></body></html>`;

const answered = (html: string, properties: Readonly<Record<string, Json>>): Record<string, Json> =>
  Object.fromEntries(
    Object.entries(findCandidates(readFacts(html), makeFields(properties))).map(([name, { value }]) => [
      name,
      value,
    ]),
  );

test('a title is the one that readers see over the text, also where machines are told another', () => {
  const title = (headline: string): Json | undefined =>
    answered(article({ headline }), { title: string })['title'];
  expect(title('Mills turn again')).toBe('Mills turn again');
  expect(title('Mills turn again | The Mill')).toBe('Mills turn again');
  expect(title('Mills turn')).toBe('Mills turn again');
  expect(title('You won’t believe what these mills do')).toBe('Mills turn again');
});

test('a signature is a name, without the house that it is signed for', () => {
  const author = (name: string): Json | undefined =>
    answered(article({ author: name }), { author: string })['author'];
  expect(author('Ada Byron')).toBe('Ada Byron');
  expect(author('Ada Byron, The Mill Online')).toBe('Ada Byron');
  expect(author('Ada Byron | Staff')).toBeUndefined();
  expect(author('https://social.example/ada')).toBeUndefined();
});

test('two names for who wrote it, as much to be believed, are none', () => {
  const two = (second: string): string =>
    article({ headline: 'x', author: 'Ada Byron' }).replace(
      '<main>',
      `<main><div itemscope itemtype="https://schema.org/Article"><meta itemprop="headline" content="x">` +
        `<meta itemprop="author" content="${second}"></div>`,
    );
  expect(answered(two('Ada Byron'), { author: string })).toEqual({ author: 'Ada Byron' });
  expect(answered(two('Bo Webmaster'), { author: string })).toEqual({});
});

test('a day that depends on where the reader is stays open, and the moment itself does not', () => {
  const published = (datePublished: string, schema: Json): Json | undefined =>
    answered(article({ datePublished }), { published: schema })['published'];
  expect(published('2026-03-04T12:00:00Z', date)).toBe('2026-03-04');
  expect(published('2026-03-04T02:00:00Z', date)).toBeUndefined();
  expect(published('2026-03-04 02:00:00', date)).toBeUndefined();
  expect(published('2026-03-04T02:00:00+09:00', date)).toBe('2026-03-04');
  expect(published('2026-03-04', date)).toBe('2026-03-04');
  expect(published('2026-03-04T02:00:00Z', string)).toBe('2026-03-04T02:00:00Z');
});

test('who keeps the page is not who wrote the thing on it', () => {
  const meta = '<meta name="author" content="Webmaster">';
  expect(
    answered(`<html><head>${meta}</head><body><p>Text of an essay.</p></body></html>`, { author: string }),
  ).toEqual({ author: 'Webmaster' });
  const product = article({ '@type': 'Product', name: 'Mill' }).replace('<title>', `${meta}<title>`);
  expect(answered(product, { author: string, creator: string })).toEqual({});
});
