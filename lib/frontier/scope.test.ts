import { expect, test } from 'vitest';
import { cpuMs } from '../../test/harness/cpu-time.ts';
import { compileScope, judgeLink, type CrawlScope } from './scope.ts';

const verdict = (link: string, request: Partial<CrawlScope>): string => {
  const scope = compileScope({
    seedUrl: 'https://a.test/',
    includePaths: [],
    excludePaths: [],
    regexOnFullURL: false,
    crawlEntireDomain: false,
    allowExternalLinks: false,
    allowSubdomains: false,
    ...request,
  });
  const judged = judgeLink(link, scope);
  return judged.inScope ? 'in' : judged.reason;
};

test.each([
  ['https://a.test/docs/', 'https://a.test/docs/x', 'in'],
  ['https://a.test/docs', 'https://a.test/docs', 'in'],
  ['https://a.test/docs', 'https://a.test/docs/x', 'in'],
  ['https://a.test/docs', 'https://a.test/docs-old/x', 'above-seed'],
  ['https://a.test/docs/intro.html', 'https://a.test/docs/more.html', 'in'],
  ['https://a.test/docs/intro.html', 'https://a.test/blog/', 'above-seed'],
  ['https://a.test/docs/v1.2', 'https://a.test/docs/v1.2/x', 'in'],
  ['https://a.test/docs/v1.2', 'https://a.test/docs/v1.1/x', 'above-seed'],
  ['https://a.test/3.12', 'https://a.test/3.11/x', 'above-seed'],
])('from %s, %s is: %s', (seedUrl, link, expected) => {
  expect(verdict(link, { seedUrl })).toBe(expected);
});

test.each([
  ['https://a.test/', 'https://a.test/home', 'https://a.test/blog/1', 'in'],
  ['https://a.test/node.js', 'https://a.test/node.js/', 'https://a.test/node.js/x', 'in'],
  ['https://a.test/node.js', 'https://a.test/node.js/', 'https://a.test/deno', 'above-seed'],
  ['https://a.test/docs', 'https://a.test/docs/latest/intro/', 'https://a.test/docs/v1/b', 'in'],
  ['https://a.test/docs', 'https://a.test/docs/latest/intro/', 'https://a.test/blog', 'above-seed'],
  ['https://a.test/docs', 'https://a.test/en/docs/', 'https://a.test/en/docs/x', 'in'],
  ['https://a.test/docs', 'https://a.test/en/docs/', 'https://a.test/docs/x', 'in'],
  ['https://a.test/docs', 'https://a.test/en/docs/', 'https://a.test/en/blog', 'above-seed'],
  ['https://a.test/', 'https://b.test/start/', 'https://b.test/blog', 'in'],
  ['https://a.test/', 'https://b.test/start/', 'https://a.test/blog', 'in'],
  ['https://a.test/', 'https://b.test/start/', 'https://c.test/blog', 'external'],
  ['https://a.test/docs', 'https://b.test/docs/latest/', 'https://b.test/docs/v1', 'in'],
  ['https://a.test/docs', 'https://b.test/manual/', 'https://b.test/manual/x', 'in'],
  ['https://a.test/docs', 'https://b.test/manual/', 'https://a.test/docs/x', 'in'],
  ['https://a.test/docs', 'https://b.test/manual/', 'https://b.test/docs/x', 'above-seed'],
  ['https://a.test/docs', 'https://b.test/manual/', 'https://a.test/manual/x', 'above-seed'],
])('from %s, which redirects to %s, %s is: %s', (seedUrl, foundUrl, link, expected) => {
  expect(verdict(link, { seedUrl, foundUrl })).toBe(expected);
});

test('subdomains of the host where the first page was found are subdomains of the site', () => {
  const request = { seedUrl: 'https://a.test/', foundUrl: 'https://b.test/', allowSubdomains: true };
  expect(verdict('https://docs.b.test/', request)).toBe('in');
  expect(verdict('https://docs.a.test/', request)).toBe('in');
});

test('crawlEntireDomain opens every path of the host', () => {
  expect(verdict('https://a.test/blog', { seedUrl: 'https://a.test/docs/', crawlEntireDomain: true })).toBe(
    'in',
  );
});

test('http, https, www and the bare host are one site; another port is not', () => {
  expect(verdict('http://www.a.test/x', {})).toBe('in');
  expect(verdict('https://a.test:8443/x', {})).toBe('external');
});

test('subdomains are in scope only where allowed, and a look-alike never is', () => {
  const seedUrl = 'https://www.example.co.uk/';
  expect(verdict('https://docs.example.co.uk/', { seedUrl })).toBe('external');
  expect(verdict('https://docs.example.co.uk/', { seedUrl, allowSubdomains: true })).toBe('in');
  expect(verdict('https://notexample.co.uk/', { seedUrl, allowSubdomains: true })).toBe('external');
  expect(verdict('https://other.co.uk/', { seedUrl, allowSubdomains: true })).toBe('external');
});

test('other sites are in scope only where external links are allowed', () => {
  expect(verdict('https://b.test/', {})).toBe('external');
  expect(verdict('https://b.test/', { allowExternalLinks: true })).toBe('in');
});

test('an exclusion wins over an inclusion', () => {
  const request = { includePaths: ['^/docs'], excludePaths: ['/draft/'] };
  expect(verdict('https://a.test/docs/x', request)).toBe('in');
  expect(verdict('https://a.test/docs/draft/x', request)).toBe('excluded');
  expect(verdict('https://a.test/blog', request)).toBe('not-included');
});

test('what includePaths names, or a sitemap, is not taken for a trap by its date', () => {
  const far = 'https://a.test/calendar/1914/07';
  const request = { year: 2026, seedUrl: 'https://a.test/' };
  expect(verdict(far, request)).toBe('calendar');
  expect(verdict(far, { ...request, includePaths: ['^/calendar/'] })).toBe('in');
  const path = '/a/b/a/b/a/b/a/b';
  expect(verdict(`https://a.test${path}`, { ...request, includePaths: ['^/a/'] })).toBe('repeating-path');
});

test('patterns see the query only where they match the full URL', () => {
  expect(verdict('https://a.test/x?lang=de', { excludePaths: ['lang=de'] })).toBe('in');
  expect(verdict('https://a.test/x?lang=de', { excludePaths: ['lang=de'], regexOnFullURL: true })).toBe(
    'excluded',
  );
});

test.each([
  ['https://a.test/%C3%BCber/eins', '^/über/'],
  ['https://a.test/%C3%BCber/eins', '^/%C3%BCber/'],
  ['https://a.test/z%20y', '^/z y$'],
  ['https://a.test/100%25', '^/100%$'],
  ['https://a.test/%E4/%C3%BC', '^/%E4/ü$'],
])('a pattern matches a path as it is sent or as it is read: %s, %s', (link, pattern) => {
  expect(verdict(link, { includePaths: [pattern] })).toBe('in');
  expect(verdict(link, { excludePaths: [pattern] })).toBe('excluded');
  const onFullUrl = `https://a.test${pattern.replace('^', '')}`;
  expect(verdict(link, { includePaths: [onFullUrl], regexOnFullURL: true })).toBe('in');
});

test.each(['logo.PNG', 'site.css', 'app.js', 'font.woff2', 'all.zip', 'talk.mp4', 'setup.exe'])(
  '%s is no page',
  (name) => {
    expect(verdict(`https://a.test/${name}`, {})).toBe('asset');
  },
);

test.each(['paper.pdf', 'notes.txt', 'feed.xml', 'data.json'])('%s is a page', (name) => {
  expect(verdict(`https://a.test/${name}`, {})).toBe('in');
});

test('a pattern that backtracks beyond reason is judged in linear time', () => {
  const began = cpuMs();
  const link = `https://a.test/${'a'.repeat(1_500)}!`;
  expect(verdict(link, { excludePaths: ['(a+)+$', '(a|aa)+$'] })).toBe('in');
  expect(cpuMs() - began).toBeLessThan(1_000);
});

test(
  'a path with more segments than maxDepth is too deep, wherever the crawl began; index pages count ' +
    'as their folder',
  () => {
    const request = { seedUrl: 'https://a.test/docs/', maxDepth: 2 };
    expect(verdict('https://a.test/docs/x', request)).toBe('in');
    expect(verdict('https://a.test/docs/x/index.html', request)).toBe('in');
    expect(verdict('https://a.test/docs/x/y', request)).toBe('too-deep');
  },
);

test.each([
  ['http://192.0.2.1/', 'http://198.51.100.9/x'],
  ['http://intranet/', 'http://wiki/x'],
])('a host without a domain has no subdomains: from %s, %s is external', (seedUrl, link) => {
  expect(verdict(link, { seedUrl, allowSubdomains: true })).toBe('external');
});
