import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { cpuMs } from '../../../test/harness/cpu-time.ts';
import { limits } from '../../limits/limits.ts';
import { judgeByRobots, openRobotsWork } from './robots-judgement.ts';
import { normalisePath, normalisePattern } from './robots-pattern.ts';
import { robotsRulesSchema, rulesFor, type RobotsRules } from './robots.ts';

const allowed = (text: string, path: string, token = 'Gleaner'): boolean =>
  judgeByRobots(rulesFor(text, token), `https://example.com${path}`) === 'allowed';

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

/** Matches a normalised pattern by the words of RFC 9309, with a regular expression. */
const matchesByRegExp = (pattern: string, path: string): boolean => {
  const anchored = pattern.endsWith('$');
  const source = (anchored ? pattern.slice(0, -1) : pattern)
    .split('*')
    .map((piece) => piece.replace(/[.?+^${}()|[\]\\]/g, '\\$&'))
    .join('.*');
  return new RegExp(`^${source}${anchored ? '$' : ''}`, 's').test(path);
};

const rulesOf = (...patterns: string[]): RobotsRules => ({
  rules: patterns.map((pattern) => ({ allow: false, pattern })),
  crawlDelaySeconds: null,
  sitemaps: [],
});

test('a rule agrees with a regular expression', () => {
  fc.assert(
    fc.property(letters, letters, (rawPattern, rawPath) => {
      const pattern = normalisePattern(`/${rawPattern}`);
      const { pathname, search } = new URL(`https://a.test/${rawPath}`);
      const path = normalisePath(pathname + search);
      expect(judgeByRobots(rulesOf(pattern), `https://a.test/${rawPath}`) === 'forbidden').toBe(
        matchesByRegExp(pattern, path),
      );
    }),
    { numRuns: 3_000 },
  );
});

test('of many rules decides the first that matches, as if each were tried by itself', () => {
  const line = fc.tuple(
    fc.constantFrom('Allow', 'Disallow'),
    fc.constantFrom('/', '*', '', '/a', '/a/'),
    letters,
  );
  fc.assert(
    fc.property(fc.array(line, { maxLength: 30 }), fc.array(letters, { maxLength: 5 }), (lines, paths) => {
      const text = lines.map(([field, start, rest]) => `${field}: ${start}${rest}`).join('\n');
      const robots = rulesFor(`User-agent: *\n${text}`, 'Gleaner');
      for (const raw of ['', 'a', 'a/', ...paths]) {
        const { href, pathname, search } = new URL(`https://a.test/${raw}`);
        const path = normalisePath(pathname + search);
        const first = robots.rules.find(({ pattern }) => matchesByRegExp(pattern, path));
        expect(judgeByRobots(robots, href)).toBe((first?.allow ?? true) ? 'allowed' : 'forbidden');
      }
    }),
    { numRuns: 2_000 },
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
  const robots = rulesOf(`/${'*a'.repeat(500)}*b`);
  const started = cpuMs();
  for (let times = 0; times < 100; times++) judgeByRobots(robots, `https://a.test/b${'a'.repeat(2_000)}`);
  expect(cpuMs() - started).toBeLessThan(500);
});

test('rules that take more work than they may forbid what they cannot judge, and the work is one of all URLs', () => {
  const lines = Array.from({ length: 37_000 }, (_, at) => `allow:*aaa${at.toString(36)}X`).join('\n');
  const hostile = rulesFor(`User-agent: *\n${lines}`, 'Gleaner');
  const url = `https://a.test/${'a'.repeat(1_800)}/X0123456789bcdefghijklmnopqrstuvwyz`;
  expect(judgeByRobots(hostile, url)).toBe('unjudged');
  const work = openRobotsWork();
  const began = cpuMs();
  const judged = Array.from({ length: 5_000 }, () => judgeByRobots(hostile, url, work));
  expect(judged.every((judgement) => judgement === 'unjudged')).toBe(true);
  // By itself, each takes half a second and more.
  expect(cpuMs() - began).toBeLessThan(60_000);
  expect(work.left).toBeLessThan(0);
  expect(judgeByRobots(hostile, 'https://a.test/robots.txt', work)).toBe('allowed');
  expect(judgeByRobots(rulesOf(), url, work)).toBe('allowed');
});

test('a long robots.txt that is meant well is a hundredth of the work for a URL, or less', () => {
  const lines = Array.from(
    { length: 2_000 },
    (_, at) => `Disallow: /${at % 2 === 0 ? `shop/${at}/` : `*?filter-${at}=`}`,
  );
  const robots = rulesFor(`User-agent: *\n${lines.join('\n')}`, 'Gleaner');
  const work = openRobotsWork();
  for (let at = 0; at < 100; at += 1)
    expect(judgeByRobots(robots, `https://a.test/shop/x/${at}/a-thing-to-buy?colour=red`, work)).toBe(
      'allowed',
    );
  expect(openRobotsWork().left - work.left).toBeLessThan(limits.robotsWorkMax);
});

test('any text is read without an error', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      judgeByRobots(rulesFor(`User-agent: *\nDisallow: ${text}\n${text}`, 'x'), 'https://example.com/a');
    }),
  );
});
