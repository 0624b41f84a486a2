import { expect, test } from 'vitest';
import { parseManifestText } from '../../lib/source/manifest-text.ts';

/**
 * Texts of YAML that grow, recurse or run where they are read. Each is refused, or read as what it says and no more.
 */
const nested = (count: number, line: (at: number) => string): string =>
  Array.from({ length: count }, (_, at) => line(at)).join('\n');

test.each([
  ['aliases of aliases', `a0: &a0 [x]\n${nested(30, (at) => `a${at + 1}: &a${at + 1} [*a${at}, *a${at}]`)}`],
  [
    'merges of merges',
    `a0: &a0 {x: 1}\n${nested(30, (at) => `a${at + 1}: &a${at + 1} {p: *a${at}, q: *a${at}}`)}`,
  ],
  ['one alias very often', `a: &a [${'x,'.repeat(5_000)}]\nb: [${'*a,'.repeat(5_000)}]`],
  ['an alias of itself', 'a: &a [*a]'],
  ['an alias of what it stands in', 'a: &a {b: {c: *a}}'],
  ['lists within lists', '['.repeat(100_000)],
  ['blocks within blocks', nested(2_000, (at) => `${' '.repeat(at)}a:`)],
  ['dashes within dashes', '- '.repeat(50_000)],
  ['a map within keys', '? '.repeat(50_000)],
  ['a key that stands twice', 'a: 1\na: 2'],
  ['100,000 keys that are one', 'a: 1\n'.repeat(100_000)],
  ['brackets that do not close', '{a: '.repeat(50_000)],
  ['quotes that do not close', `a: "${'\\'.repeat(99_999)}`],
  ['an alias of nobody', 'a: *nobody'],
  ['a NUL and a tab', '\0\t- a: [\t'],
])('%s are refused', (_name, text) => {
  expect(parseManifestText(text).ok).toBe(false);
});

test.each([
  ['a function', 'a: !!js/function "function () { return process.exit() }"'],
  ['a pattern', 'a: !!js/regexp /(a+)+$/'],
  ['an object of Python', 'a: !!python/object/apply:os.system ["id"]'],
  ['keys of objects themselves', '__proto__: {polluted: true}\nconstructor: {prototype: {polluted: true}}'],
  ['a very large number', `a: ${'9'.repeat(10_000)}`],
  ['many anchors', nested(20_000, (at) => `k${at}: &a${at} x`)],
])('%s is read as what is written there, or not at all', (_name, text) => {
  const read = parseManifestText(text);
  const values = read.ok ? Object.values(read.value as object) : [];
  expect(values.some((value) => typeof value === 'function' || value instanceof RegExp)).toBe(false);
  expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
});
