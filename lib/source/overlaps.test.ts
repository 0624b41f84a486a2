import { expect, test } from 'vitest';
import { findOverlaps, findSharedPages } from './overlaps.ts';
import type { ManifestSource } from './resolve-sources.ts';

const site = 'https://www.example.gov';
const crawl = (id: string, path: string, more: Partial<ManifestSource> = {}): ManifestSource => ({
  id,
  url: path.startsWith('http') ? path : `${site}${path}`,
  method: 'crawl',
  status: 'active',
  priority: 'medium',
  frequency: 'weekly',
  ...more,
});
const globs = (include: string[], exclude: string[] = []) => ({
  scrape_config: { include_patterns: include, exclude_patterns: exclude },
});

test.each([
  ['one begins below the other', [crawl('a', '/'), crawl('b', '/guide/')], ['b in a']],
  ['both begin at one address', [crawl('b', '/guide/'), crawl('a', '/guide/')], ['b in a']],
  ['three begin at one address', ['a', 'b', 'c'].map((id) => crawl(id, '/')), ['b in a', 'c in a']],
  [
    'one begins at the folder, the other at its index',
    [crawl('a', '/g/index.html'), crawl('b', '/g')],
    ['b in a'],
  ],
  [
    'they are folders side by side',
    [crawl('a', '/guide'), crawl('b', '/guide-book'), crawl('c', '/tides')],
    [],
  ],
  ['they differ by www and scheme', [crawl('a', 'http://example.gov/'), crawl('b', '/guide/')], ['b in a']],
  ['they are on two hosts', [crawl('a', 'https://example.org/'), crawl('b', '/')], []],
  ['the outer one excludes it', [crawl('a', '/', globs([], ['/guide/*'])), crawl('b', '/guide/')], []],
  ['the outer one includes it', [crawl('a', '/', globs(['/guide/*'])), crawl('b', '/guide/')], ['b in a']],
  ['the outer one includes other pages', [crawl('a', '/', globs(['/forms/*'])), crawl('b', '/guide/')], []],
  [
    'the outer one includes it by `crawl`, which goes first',
    [
      crawl('a', '/', { ...globs(['/forms/*']), crawl: { includePaths: ['^/guide/'] } }),
      crawl('b', '/guide/'),
    ],
    ['b in a'],
  ],
  [
    'the outer one includes other pages by `crawl`',
    [crawl('a', '/', { crawl: { includePaths: ['^/(forms|fees)/'] } }), crawl('b', '/guide/')],
    [],
  ],
  [
    'patterns divide one site among them',
    [
      crawl('a', '/', globs(['/forms/*'])),
      crawl('b', '/', globs(['/guide/*'])),
      crawl('c', '/', globs(['/fees/*'])),
    ],
    [],
  ],
  [
    'one takes what the other excludes',
    [crawl('a', '/guide/', globs([], ['/guide/a/*'])), crawl('b', '/guide/', globs(['/guide/a/*']))],
    [],
  ],
  [
    'patterns of both name the same pages',
    [crawl('a', '/rules/', globs(['/1024/*'])), crawl('b', '/rules/', globs(['/1024/*', '/1026/*']))],
    ['b in a'],
  ],
  [
    'only the second takes all that the first takes',
    [crawl('a', '/', globs(['/guide/*'])), crawl('b', '/')],
    ['a in b'],
  ],
  [
    'one takes the whole site from a page far below',
    [crawl('a', '/far/below/', { crawl: { crawlEntireDomain: true } }), crawl('b', '/guide/')],
    ['b in a'],
  ],
  [
    'the patterns of one are for whole URLs',
    [
      crawl('a', '/', {
        crawl: { regexOnFullURL: true, includePaths: ['^https://www[.]example[.]gov/guide/'] },
      }),
      crawl('b', '/guide/'),
      crawl('c', '/forms/'),
    ],
    ['b in a'],
  ],
  [
    'the outer one does not go so deep',
    [crawl('a', '/', { crawl: { maxDepth: 1 } }), crawl('b', '/a/b/')],
    [],
  ],
  ['one is paused', [crawl('a', '/'), crawl('b', '/guide/', { status: 'paused' })], []],
  ['one is a single page', [crawl('a', '/'), crawl('b', '/guide/', { method: 'scrape' })], []],
])('where %s, exactly the crawls whose pages are fetched twice are found', (_, sources, told) => {
  for (const order of [sources, sources.toReversed()])
    expect(findOverlaps(order).found.map(({ inner, outer }) => `${inner} in ${outer}`)).toEqual(told);
});

test('of 5,000 crawls from one address each is found once, and patterns that never match cost bounded work', () => {
  const same = Array.from({ length: 5_000 }, (_, at) => crawl(`s-${String(at).padStart(4, '0')}`, '/'));
  expect(findOverlaps(same)).toMatchObject({ found: { length: 4_999 }, uncompared: [] });
  const before = process.cpuUsage();
  const apart = same.map((source, at) => ({ ...source, ...globs([`/${'long/'.repeat(40)}${at}/*`]) }));
  const { found, uncompared } = findOverlaps(apart);
  expect(found).toEqual([]);
  // Those that were left out are told, to the last one.
  expect(uncompared.length).toBeGreaterThan(0);
  expect(uncompared.at(-1)).toBe('s-4999');
  const { user } = process.cpuUsage(before);
  console.log(
    `5,000 crawls with patterns of their own are compared in ${(user / 1_000).toFixed(0)} ms of CPU`,
  );
});

test('pages that two sources name are found, whatever their spelling and the order of the sources', () => {
  const one = (id: string, more: object): ManifestSource => ({
    ...crawl(id, '/'),
    method: 'scrape',
    ...more,
  });
  const at = (path: string): string => `https://www.example.gov${path}`;
  const sources = [
    one('a', { url: at('/rule') }),
    one('b', { method: 'batch', url: undefined, urls: [at('/x'), at('/rule#top'), at('/y')] }),
    one('c', { method: 'batch', url: undefined, urls: [at('/y'), at('/x'), at('/z')] }),
    one('d', { url: at('/alone') }),
    one('e', { url: at('/rule'), status: 'paused' }),
    crawl('f', '/rule'),
  ];
  for (const order of [sources, sources.toReversed()])
    expect(findSharedPages(order)).toEqual([
      { source: 'b', other: 'a', url: at('/rule'), count: 1 },
      { source: 'c', other: 'b', url: at('/y'), count: 2 },
    ]);
});
