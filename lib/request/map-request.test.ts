import { expect, test } from 'vitest';
import type { Dialect } from './dialect.ts';
import { parseMapOfCrawl, parseMapRequest } from './map-request.ts';

const parsed = (body: unknown, dialect: Dialect = 'v2') => {
  const spec = parseMapRequest(body, dialect);
  if (!spec.ok) throw new Error(spec.failure.message);
  return { ...spec.value.request.map, ...spec.value.request.crawl, ignored: spec.ignored };
};
const refusal = (body: unknown): string => {
  const spec = parseMapRequest(body, 'v2');
  return spec.ok ? 'accepted' : `${spec.failure.code} ${spec.failure.message}`;
};
const url = 'https://example.com/docs/';

test("a map's defaults are Firecrawl's", () => {
  expect(parsed({ url })).toMatchObject({
    limit: 5_000,
    sitemap: 'include',
    allowSubdomains: true,
    ignoreQueryParameters: true,
    deduplicateSimilarURLs: true,
    crawlEntireDomain: false,
    ignored: [],
  });
});

test("a site's root has no path to filter by, and filterByPath can be switched off", () => {
  expect(parsed({ url: 'example.com' }).crawlEntireDomain).toBe(true);
  expect(parsed({ url, filterByPath: false }).crawlEntireDomain).toBe(true);
});

test('the first version chooses sitemaps by two switches, and today by one word', () => {
  expect(parsed({ url, ignoreSitemap: true }, 'v1').sitemap).toBe('skip');
  expect(parsed({ url, sitemapOnly: true }, 'v1').sitemap).toBe('only');
  expect(parsed({ url }, 'v1').sitemap).toBe('include');
  expect(parsed({ url, sitemap: 'only' }).sitemap).toBe('only');
  expect(parsed({ url, sitemapOnly: true, origin: 'x', location: {} }).ignored).toEqual([
    'sitemapOnly',
    'location',
  ]);
});

test('a search of spaces is none', () => {
  expect(parsed({ url, search: '  ' }).search).toBeUndefined();
  expect(parsed({ url, search: ' owls ' }).search).toBe('owls');
});

test.each([
  [{ url, limit: 0 }, /BAD_REQUEST .*limit: expected at least 1 URL, found 0/],
  [{ url, limit: 100_001 }, /limit: expected at most 100000 URLs/],
  [{ url, sitemap: 'ignore' }, /sitemap: expected one of include, skip, only, found "ignore"/],
  [{ url, timeout: 0 }, /timeout: expected milliseconds/],
  [{ url: 'ftp://example.com' }, /BAD_REQUEST_INVALID_URL/],
  [{}, /url: expected a URL/],
])('%j is refused with what was wanted', (body, words) => {
  expect(refusal(body)).toMatch(words);
});

test('the map of a crawl keeps its scope, and has a limit of its own', () => {
  const body = {
    url,
    includePaths: ['^/docs'],
    sitemap: 'skip',
    limit: 500_000,
    scrapeOptions: { formats: ['json'] },
  };
  const spec = parseMapOfCrawl(body);
  expect(spec).toMatchObject({
    ok: true,
    value: {
      limit: 1,
      request: {
        crawl: { includePaths: ['^/docs'], sitemap: 'skip', ignoreQueryParameters: false },
        map: { limit: 100_000 },
        scrape: { formats: ['markdown'] },
      },
    },
  });
});
