import { posix } from 'node:path';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { makePageFile } from './page-file.ts';

const segment = fc.oneof(
  fc.constantFrom(
    'index',
    'index.md',
    'a',
    'A',
    'a.md',
    'a.md.md',
    '..',
    '.',
    '%2e%2e',
    '%2F',
    '%5C..',
    'con',
    'nul.txt',
    '',
    'ä',
    '%C3%A4',
    'a~b',
    'page',
    'a_80',
    ' ',
    '-',
  ),
  fc.stringMatching(/^[a-zA-Z0-9._~%-]{0,8}$/),
  fc.string({ maxLength: 6 }),
  fc.constant('x'.repeat(300)),
);
const host = fc.constantFrom(
  'a.example',
  'a.example:80',
  'a.example:443',
  'a.example:8443',
  'a.md',
  'a.example_80',
  'A.EXAMPLE',
  'con',
  '[::1]',
  '[::1]:8080',
  '127.0.0.1:3000',
  'bücher.example',
  'a..example',
);
const url = fc
  .tuple(
    fc.constantFrom('http', 'https'),
    fc.constantFrom('', 'u@', 'u:p@'),
    host,
    fc.array(segment, { maxLength: 4 }),
    fc.constantFrom('', '?', '?a=1', '?a=2', '#x', '?a=1#x'),
  )
  .map(([scheme, user, host, segments, tail]) => `${scheme}://${user}${host}/${segments.join('/')}${tail}`);
const anyText = fc.oneof(
  { weight: 8, arbitrary: url },
  fc.webUrl({ withQueryParameters: true }),
  fc.string(),
);

const identityOf = (text: string): string => URL.parse(text)?.href ?? text;

/** Every URL of a small, spiteful world: each way of writing scheme, user, host, two segments and tail. */
const smallWorld = (): string[] => {
  const hosts = [
    'a.example',
    'a.example:80',
    'a.example:443',
    'a.example_80',
    'a.example_443_https',
    'a.md',
    '[::1]',
  ];
  const segments = [
    '',
    'index',
    'index.md',
    'a',
    'A',
    'aa',
    'aA',
    'a.md',
    'a~',
    'a%2Fa',
    'a%20',
    'ä',
    'con',
    'x'.repeat(60),
    'X'.repeat(60),
  ];
  const paths = segments.flatMap((first) => [first, ...segments.map((second) => `${first}/${second}`)]);
  const urls = ['http', 'https'].flatMap((scheme) =>
    ['', 'u@'].flatMap((user) =>
      hosts.flatMap((host) =>
        paths.flatMap((path) =>
          ['', '?', '?a', '#a'].map((tail) => `${scheme}://${user}${host}/${path}${tail}`),
        ),
      ),
    ),
  );
  return [...new Set(urls.map(identityOf))];
};

/** As a file system sees a path for which neither letter case nor the form of accents counts. */
const folded = (path: string): string => path.normalize('NFD').toLowerCase();

test('two URLs never have the same file, even where letter case does not count', () => {
  const owners = new Map<string, string>();
  const clashes: string[] = [];
  for (const url of smallWorld()) {
    const file = folded(makePageFile(url));
    const owner = owners.get(file);
    if (owner !== undefined) clashes.push(`${owner} and ${url}: ${file}`);
    owners.set(file, url);
  }
  expect(owners.size).toBeGreaterThan(15_000);
  expect(clashes).toEqual([]);
});

test('two texts of any kind never have the same file', () => {
  fc.assert(
    fc.property(anyText, anyText, (left, right) => {
      fc.pre(identityOf(left) !== identityOf(right));
      expect(folded(makePageFile(left))).not.toBe(folded(makePageFile(right)));
    }),
    { numRuns: 2_000 },
  );
});

test('no file of one URL is the folder of another', () => {
  const files = smallWorld().map((url) => folded(makePageFile(url)));
  const folders = new Set(
    files.flatMap((file) => [...file.matchAll(/\//g)].map(({ index }) => file.slice(0, index))),
  );
  expect(files.filter((file) => folders.has(file))).toEqual([]);
});

test('no file lies outside the folder it is taken relative to, or has a name that a file system refuses', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      const path = makePageFile(text);
      expect(posix.normalize(path)).toBe(path);
      expect(path).not.toMatch(/^[./]|\\|\p{Cc}|[<>:"|?*]|(?:^|\/)\.\.?(?:\/|$)|[. ](?:\/|$)/u);
      expect(path).not.toMatch(/(?:^|\/)(?:con|prn|aux|nul|com\d|lpt\d)(?:[./]|$)/i);
      for (const part of path.split('/')) expect(Buffer.byteLength(part)).toBeLessThanOrEqual(255);
    }),
    { numRuns: 2_000 },
  );
});

test('a URL that is a good file name keeps it', () => {
  expect(makePageFile('https://example.com/')).toBe('example.com/index.md');
  expect(makePageFile('https://example.com/guide/trees')).toBe('example.com/guide/trees.md');
  expect(makePageFile('https://example.com/guide/trees.html')).toBe('example.com/guide/trees.html.md');
  expect(makePageFile('http://example.com/')).toBe('example.com_80/index.md');
  expect(makePageFile('http://127.0.0.1:8915/docs/')).toBe('127.0.0.1_8915/docs/index.md');
});

test('a URL that is not a good file name gets a readable one with a hash', () => {
  expect(makePageFile('https://example.com/Guide?page=2')).toMatch(
    /^example\.com\/Guide-page-2~[0-9a-f]{16}\.md$/,
  );
  expect(makePageFile('https://example.com/a/../../etc/passwd')).toBe('example.com/etc/passwd.md');
  expect(makePageFile('https://example.com/%2e%2e%2fetc')).toMatch(/^example\.com\/etc~[0-9a-f]{16}\.md$/);
});
