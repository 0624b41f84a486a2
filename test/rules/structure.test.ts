import { expect, test } from 'vitest';
import { findPlace } from './import-rules.ts';
import { sourceFiles } from './source-files.ts';
import { circles, filesPerFolder, folderGraph, importGraph, productionFiles } from './structure.ts';

const files = productionFiles(sourceFiles());
const filesInFolderMax = 30;

test('every file of lib has exactly one floor and one stage', () => {
  expect(files.filter(({ path }) => findPlace(path) === null).map(({ path }) => path)).toEqual([]);
  expect(findPlace('lib/elsewhere/x.ts')).toBeNull();
  expect(findPlace('lib/steps/x.ts')).toBeNull();
});

test('no folder of lib holds more files than one can read at a glance', () => {
  const full = [...filesPerFolder(files)].filter(([, count]) => count > filesInFolderMax);
  expect(full).toEqual([]);
});

test('no folders of lib import one another in a circle', () => {
  expect(circles(folderGraph(importGraph(files)))).toEqual([]);
});

/** Files that know one another for a reason. The list may only shrink. */
const knownCircles = [
  // The file says why.
  ['lib/content/dom/dom.ts'],
];

test('no files of the product import one another in a circle, types included, but those that say why', () => {
  const all = sourceFiles().filter(({ path }) => !/^test\/|\.(?:test|fixture)\.tsx?$/.test(path));
  expect(all.length).toBeGreaterThan(files.length);
  const found = circles(importGraph(all));
  expect(found).toHaveLength(knownCircles.length);
  for (const known of knownCircles) expect(found).toContainEqual(expect.arrayContaining(known));
});

test('a circle is found wherever it begins, and a chain is none', () => {
  const graph = new Map([
    ['a', ['b']],
    ['b', ['c', 'd']],
    ['c', ['b']],
    ['d', ['e']],
    ['e', []],
  ]);
  expect(circles(graph)).toEqual([['b', 'c']]);
  expect(circles(new Map([['a', ['a']]]))).toEqual([]);
});
