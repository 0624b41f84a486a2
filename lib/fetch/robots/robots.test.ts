import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { cpuMs } from '../../../test/harness/cpu-time.ts';
import { limits } from '../../limits/limits.ts';
import { matchesRobotsPattern, normalisePath, normalisePattern } from './robots-pattern.ts';
import { isAllowed, robotsRulesSchema, rulesFor } from './robots.ts';

const allowed = (text: string, path: string, token = 'Gleaner'): boolean =>
  isAllowed(rulesFor(text, token), `https://example.com${path}`);

// RFC 9309 section 5.1.
const simple = `User-Agent: *
Disallow: *.gif$
Disallow: /example/
Allow: /publications/

User-Agent: foobot
Disallow:/
Allow:/example/page.html
Allow:/example/allowed.gif

User-Agent: barbot
User-Agent: bazbot
Disallow: /example/page.html

User-Agent: quxbot

EOF`;

test.each([
  ['anybot', '/publications/x.gif', true],
  ['anybot', '/x.gif', false],
  ['anybot', '/x.gif?a', true],
  ['anybot', '/example/a', false],
  ['foobot', '/example/page.html', true],
  ['foobot', '/example/allowed.gif', true],
  ['foobot', '/other', false],
  ['FooBot', '/other', false],
  ['barbot', '/example/page.html', false],
  ['BAZBOT', '/example/page.html', false],
  ['barbot', '/example/a', true],
  ['quxbot', '/example/a', true],
])('in the example of the RFC, %s and %s: %s', (token, path, expected) => {
  expect(allowed(simple, path, token)).toBe(expected);
});

test('the longest match decides (RFC 9309 section 5.2), and allow where that ties', () => {
  const text = 'User-Agent: foobot\nAllow: /example/page/\nDisallow: /example/page/disallowed.gif';
  expect(allowed(text, '/example/page/disallowed.gif', 'foobot')).toBe(false);
  expect(allowed(text, '/example/page/', 'foobot')).toBe(true);
  expect(allowed('User-agent: *\nDisallow: /a\nAllow: /a', '/a')).toBe(true);
  expect(allowed('User-agent: *\nAllow: /\nDisallow: /a*c', '/abc')).toBe(false);
});

// RFC 9309 sections 2.2.2 and 2.2.3, and the table of section 2.2.2.
test.each([
  ['/foo/bar?baz=quz', '/foo/bar?baz=quz'],
  ['/foo/bar?baz=http%3A%2F%2Ffoo.bar', '/foo/bar?baz=http://foo.bar'],
  ['/foo/bar?baz=http://foo.bar', '/foo/bar?baz=http%3a%2f%2ffoo.bar'],
  ['/foo/bar/ツ', '/foo/bar/%E3%83%84'],
  ['/foo/bar/%e3%83%84', '/foo/bar/ツ'],
  ['/foo/bar/%62%61%7A', '/foo/bar/baz'],
  ['/path/file-with-a-%2A.html', '/path/file-with-a-*.html'],
  ['/path/foo-%24', '/path/foo-$'],
  ['/a%zz', '/a%zz'],
  ['/a$b', '/a$b'],
  ['fish', '/fish/salmon'],
])('%s is the path %s', (pattern, path) => {
  expect(allowed(`User-agent: *\nDisallow: ${pattern}`, path)).toBe(false);
});

test.each([
  ['/a%2Fb', '/a/b'],
  ['/a*$', '/b'],
  ['/fish', '/Fish'],
  ['/*.php$', '/a.php?x'],
  ['/a*b$', '/abc'],
  ['/ab*b$', '/ab'],
])('%s is not the path %s', (pattern, path) => {
  expect(allowed(`User-agent: *\nDisallow: ${pattern}`, path)).toBe(true);
});

test.each([
  ['\uFEFFUser-agent: *\rDisallow: /', false],
  ['user-AGENT :\t* # all\r\n\r\n  disallow : / # everything', false],
  ['User-agent: *\nSitemap: https://example.com/s.xml\nUser-agent: x\nDisallow: /', false],
  ['User-agent: *\n\n\nDisallow: /', false],
  ['User-agent: *\nCrawl-delay: 5\nUser-agent: x\nDisallow: /', false],
  ['User-agent: *\nDisallow:', true],
  ['Disallow: /\nUser-agent: *', true],
  ['<html><body>User-agent</body></html>', true],
  ['', true],
  ['User-agent: *\nAllow: /x\nUser-agent: other\nDisallow: /', true],
  ['User-agent: gleaner/1.0\nDisallow: /', false],
  ['User-agent: gleanerbot\nDisallow: /', true],
  ['User-agent: Gleaner\nAllow: /q\nUser-agent: *\nDisallow: /', true],
  ['User-agent: Gleaner\nAllow: /q\nUser-agent: a\nDisallow: /b\nUser-agent: GLEANER\nDisallow: /', false],
])('%j read for us allows /page: %s', (text, expected) => {
  expect(allowed(text, '/page')).toBe(expected);
});

test('robots.txt itself is always allowed', () => {
  expect(allowed('User-agent: *\nDisallow: /', '/robots.txt')).toBe(true);
});

test('a crawl delay is the longest of our groups, with fractions, and capped', () => {
  const delay = (text: string) => rulesFor(text, 'Gleaner').crawlDelaySeconds;
  expect(delay('User-agent: *\nCrawl-delay: 1.5\nUser-agent: x\nCrawl-delay: 9')).toBe(9);
  expect(delay('User-agent: *\nDisallow: /a\nCrawl-delay: .5\nUser-agent: x\nCrawl-delay: 9')).toBe(0.5);
  expect(delay('User-agent: *\nCrawl-delay: 99999')).toBe(limits.crawlDelaySecondsMax);
  for (const value of ['-1', 'ten', '', 'Infinity', '1e9'])
    expect(delay(`User-agent: *\nCrawl-delay: ${value}`)).toBeNull();
});

test('what is kept is plain JSON, small, and only ours', () => {
  const group = (agent: string) =>
    `User-agent: ` +
    `${agent}\n${Array.from({ length: 30_000 }, (_, index) => `Disallow: /${agent}/${index}`).join('\n')}\n`;
  const rules = rulesFor(
    `${group('a')}${group('Gleaner')}Sitemap: https://e.com/1\nSitemap: /relative\nSitemap: https://e.com/1`,
    'Gleaner',
  );
  expect(robotsRulesSchema.parse(JSON.parse(JSON.stringify(rules)))).toEqual(rules);
  expect(rules.rules.every(({ pattern }) => pattern.startsWith('/Gleaner/'))).toBe(true);
  expect(rules.rules.reduce((sum, { pattern }) => sum + pattern.length, 0)).toBeLessThanOrEqual(
    limits.robotsRuleBytesMax,
  );
  expect(rules.sitemaps).toEqual(['https://e.com/1', '/relative']);
});

const letters = fc.string({
  unit: fc.constantFrom('a', 'b', '/', '*', '$', '.', '%2A', '%41', 'é', '?'),
  maxLength: 12,
});

test('the matcher agrees with a regular expression', () => {
  fc.assert(
    fc.property(letters, letters, (rawPattern, rawPath) => {
      const pattern = normalisePattern(`/${rawPattern}`);
      const path = normalisePath(`/${rawPath}`);
      const anchored = pattern.endsWith('$');
      const source = (anchored ? pattern.slice(0, -1) : pattern)
        .split('*')
        .map((piece) => piece.replace(/[.?+^${}()|[\]\\]/g, '\\$&'))
        .join('.*');
      expect(matchesRobotsPattern(pattern, path)).toBe(
        new RegExp(`^${source}${anchored ? '$' : ''}`, 's').test(path),
      );
    }),
    { numRuns: 3_000 },
  );
});

test('normalising twice changes nothing', () => {
  fc.assert(
    fc.property(fc.oneof(letters, fc.string()), (text) => {
      expect(normalisePath(normalisePath(text))).toBe(normalisePath(text));
    }),
  );
});

test('a pattern of many wildcards is matched in no more time than it takes to read the path', () => {
  const started = cpuMs();
  for (let times = 0; times < 100; times++)
    matchesRobotsPattern(`/${'*a'.repeat(500)}*b`, `/${'a'.repeat(2_000)}`);
  expect(cpuMs() - started).toBeLessThan(500);
});

test('any text is read without an error', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      isAllowed(rulesFor(`User-agent: *\nDisallow: ${text}\n${text}`, 'x'), 'https://example.com/a');
    }),
  );
});
