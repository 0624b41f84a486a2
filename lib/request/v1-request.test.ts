import { expect, test } from 'vitest';
import { parseCrawlRequest } from './crawl-request.ts';
import { parseBatchRequest, parseScrapeRequest } from './scrape-request.ts';
import { fromV1, inV1Names, v1Formats } from './v1-request.ts';

const url = 'https://example.com/';
const schema = { type: 'object', properties: { name: { type: 'string' } } };

test.each([
  [{ formats: ['markdown', 'links'] }, { formats: ['markdown', 'links'] }],
  [
    { formats: ['json'], jsonOptions: { prompt: 'name', schema } },
    { formats: [{ type: 'json', prompt: 'name', schema }] },
  ],
  [
    { formats: ['extract', 'html'], extract: { schema, systemPrompt: 'be brief' } },
    { formats: ['html', { type: 'json', schema, systemPrompt: 'be brief' }] },
  ],
  [
    { formats: ['json', 'extract'], extract: { schema }, jsonOptions: { schema } },
    { formats: [{ type: 'json', schema }] },
  ],
  [
    { formats: [{ type: 'json', prompt: 'its own' }], jsonOptions: { prompt: 'beside', schema } },
    { formats: [{ type: 'json', prompt: 'its own', schema }] },
  ],
  [
    { formats: ['markdown', 'changeTracking'], changeTrackingOptions: { modes: ['git-diff'], tag: null } },
    { formats: ['markdown', { type: 'changeTracking', modes: ['git-diff'], tag: null }] },
  ],
  [{ formats: ['markdown', 'changeTracking'] }, { formats: ['markdown', { type: 'changeTracking' }] }],
  [{ parsePDF: true }, {}],
  [{ parsePDF: false }, { parsers: [] }],
  [
    { formats: ['markdown'], jsonOptions: { schema } },
    { formats: ['markdown'], jsonOptions: { schema } },
  ],
])('a v1 scrape with %j is one with %j', (given, expected) => {
  expect(fromV1('scrape', { url, ...given })).toEqual({ url, ...expected });
});

test.each([
  [{}, { maxDepth: 10 }],
  [
    { maxDepth: 2, maxDiscoveryDepth: 3, limit: 5 },
    { maxDepth: 2, maxDiscoveryDepth: 3, limit: 5 },
  ],
  [{ allowBackwardLinks: true }, { maxDepth: 10, crawlEntireDomain: true }],
  [
    { allowBackwardLinks: true, crawlEntireDomain: false },
    { maxDepth: 10, crawlEntireDomain: false },
  ],
  [{ ignoreSitemap: true }, { maxDepth: 10, sitemap: 'skip' }],
  [{ ignoreSitemap: false }, { maxDepth: 10, sitemap: 'include' }],
  [{ ignoreSitemap: 'yes' }, { maxDepth: 10, ignoreSitemap: 'yes' }],
  [
    { scrapeOptions: { formats: ['extract'], extract: { schema } } },
    { maxDepth: 10, scrapeOptions: { formats: [{ type: 'json', schema }] } },
  ],
])('a v1 crawl with %j is one with %j', (given, expected) => {
  expect(fromV1('crawl', { url, ...given })).toEqual({ url, ...expected });
});

test('a whole page as a picture, named as v1 does, is understood', () => {
  const parsed = parseScrapeRequest(fromV1('scrape', { url, formats: ['screenshot@fullPage'] }));
  expect(parsed.ok && parsed.value.scrape.screenshot).toEqual({ fullPage: true });
});

test('a v1 batch refuses URLs that cannot be fetched unless told to pass over them', () => {
  const urls = [url, 'ftp://example.com/x'];
  expect(parseBatchRequest(fromV1('batch', { urls })).ok).toBe(false);
  const lenient = parseBatchRequest(fromV1('batch', { urls, ignoreInvalidURLs: true }));
  expect(lenient.ok && lenient.value.invalidURLs).toEqual(['ftp://example.com/x']);
});

test("a crawl from below v1's depth is refused in the caller's words", () => {
  const parsed = parseCrawlRequest(fromV1('crawl', { url: `${url}a/b/c`, maxDepth: 2 }));
  expect(parsed.ok ? '' : parsed.failure.message).toMatch(/url: expected a path of at most 2 segments/);
  expect(parseCrawlRequest(fromV1('crawl', { url: `${url}a/b/index.html`, maxDepth: 2 })).ok).toBe(true);
});

test('what is no object, and what is no list of formats, is left for the parser to refuse', () => {
  expect(fromV1('scrape', null)).toBe(null);
  expect(fromV1('crawl', [1])).toEqual([1]);
  const parsed = parseScrapeRequest(fromV1('scrape', { url, formats: 'markdown' }));
  expect(parsed.ok ? '' : parsed.failure.message).toMatch(/formats: .*found "markdown"/);
});

test('what was extracted is answered under the names that were asked for', () => {
  const asked = (formats: unknown): string[] => v1Formats('scrape', { formats }, ['markdown', 'json']);
  expect(asked(['markdown', 'extract'])).toEqual(['markdown', 'extract']);
  expect(asked([{ type: 'json' }])).toEqual(['markdown', 'json']);
  expect(asked(['json', 'extract'])).toEqual(['markdown', 'json', 'extract']);
  expect(v1Formats('crawl', { scrapeOptions: { formats: ['extract'] } }, ['json'])).toEqual(['extract']);
});

test('keys without effect are named as the caller wrote them', () => {
  const parsed = parseCrawlRequest(
    fromV1('crawl', { url, agent: {}, scrapeOptions: { parsePDF: false, formats: ['markdown'] } }),
  );
  expect(parsed.ok && inV1Names(parsed.ignored)).toEqual(['agent', 'scrapeOptions.parsePDF']);
});
