import { expect, test } from 'vitest';
import { parseSearchRequest } from './search-request.ts';

const schema = { type: 'object', properties: { name: { type: 'string' } } };

test.each([
  [{}, /query: /],
  [{ query: '  ' }, /query: expected words to look for/],
  [{ query: 'x', limit: 0 }, /limit: /],
  [{ query: 'x', limit: 101 }, /limit: /],
  [
    { query: 'x', sources: ['alexandria'] },
    /sources: expected one of web, news, images, found \["alexandria"\]/,
  ],
  [{ query: 'x', includeDomains: ['a.test'], excludeDomains: ['b.test'] }, /either includeDomains or/],
  [{ query: 'x', includeDomains: ['a b'] }, /includeDomains.0: expected the name of a host/],
  [{ query: 'x', scrapeOptions: { formats: ['nonsense'] } }, /formats.0.type: expected one of/],
])('%j is refused before anything is searched', (body, expected) => {
  const parsed = parseSearchRequest(body, 'v2');
  expect(parsed.ok ? 'accepted' : parsed.failure.message).toMatch(expected);
});

test('results are scraped only where formats are asked for', () => {
  const scrapeOf = (scrapeOptions: unknown): unknown => {
    const parsed = parseSearchRequest({ query: 'x', scrapeOptions }, 'v2');
    return parsed.ok ? parsed.value.scrape : parsed.failure;
  };
  expect([scrapeOf(undefined), scrapeOf({}), scrapeOf({ formats: [] })]).toEqual([null, null, null]);
  expect(scrapeOf({ formats: ['markdown'] })).toEqual({ formats: ['markdown'] });
});

test("a v1 search names what it scrapes in v1's words", () => {
  const scrapeOptions = { formats: ['extract'], extract: { schema } };
  expect(parseSearchRequest({ query: 'x', scrapeOptions }, 'v1').ok).toBe(true);
  expect(parseSearchRequest({ query: 'x', scrapeOptions }, 'v2').ok).toBe(false);
});

test('of keys without effect those are named that somebody chose', () => {
  const parsed = parseSearchRequest(
    {
      query: 'x',
      country: 'us',
      domainTools: true,
      toolDetail: 'compact',
      categories: ['pdf'],
      tbs: 'sbd:1',
    },
    'v2',
  );
  expect(parsed.ok && parsed.ignored).toEqual(['categories', 'tbs']);
});

test('a way of searching a corpus that is none is refused by name', () => {
  const parsed = parseSearchRequest({ query: 'weir', sources: [{ type: 'corpus:main', mode: 'zzz' }] }, 'v2');
  expect(parsed.ok ? '' : parsed.failure.message).toMatch(/sources\.0\.mode: .*"lexical".*found "zzz"/);
});
