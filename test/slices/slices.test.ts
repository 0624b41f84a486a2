import { expect, test } from 'vitest';
import {
  casesOfRun,
  quarterOfRun,
  readSlices,
  seedRanges,
  seedsOfRun,
  sliceOfCommit,
  slicesInAll,
  wholeRun,
} from './slices.ts';

const every = Array.from({ length: slicesInAll }, (_, slice) => slice);

test.each([
  [1, 1_500],
  [110_001, 20_000],
  [0, 7],
])('each of the seeds from %i on, of %i, is in one slice', (first, count) => {
  const all = Array.from({ length: count }, (_, at) => first + at);
  expect(every.flatMap((slice) => seedsOfRun(first, count, [slice]))).toEqual(all);
  expect(seedsOfRun(first, count, every)).toEqual(all);
  expect(seedRanges(first, count, every)).toEqual([{ first, last: first + count - 1 }]);
});

test('each of several cases is in one slice, in its place', () => {
  const cases = Array.from({ length: 23 }, (_, at) => `case ${at}`);
  expect(every.flatMap((slice) => casesOfRun(cases, [slice])).toSorted()).toEqual(cases.toSorted());
  expect(casesOfRun(cases, [2])).toEqual(['case 2', 'case 22']);
  expect(casesOfRun(cases, every)).toEqual(cases);
});

test('each of several cases is in one of four slices that follow one another', () => {
  const cases = Array.from({ length: 23 }, (_, at) => `case ${at}`);
  for (const first of every.slice(0, -3)) {
    const four = every.slice(first, first + 4);
    expect(four.flatMap((slice) => quarterOfRun(cases, [slice])).toSorted()).toEqual(cases.toSorted());
  }
  expect(quarterOfRun(cases, [6])).toEqual(['case 2', 'case 6', 'case 10', 'case 14', 'case 18', 'case 22']);
  expect(quarterOfRun(cases, every)).toEqual(cases);
});

test('a commit decides its slice, and commits have all of them', () => {
  const hashes = Array.from({ length: 100 }, (_, at) => (at * 0x9e3779b1).toString(16).padStart(40, '0'));
  expect(sliceOfCommit('b3a77fc3d0')).toBe(0xb3a77fc3 % slicesInAll);
  expect(sliceOfCommit(undefined)).toBe(0);
  expect(new Set(hashes.map((hash) => sliceOfCommit(hash.slice(-8)))).size).toBe(slicesInAll);
});

test('a value is preferred to the commit, and one that is no slice is refused', () => {
  const hash = (): string => '00000003';
  expect(readSlices(undefined, hash)).toEqual([3]);
  expect(readSlices('', hash)).toEqual([3]);
  expect(readSlices('7', hash)).toEqual([7]);
  expect(readSlices(wholeRun, hash)).toEqual(every);
  for (const value of ['20', '-1', '07', 'whole', '1.5'])
    expect(() => readSlices(value, hash)).toThrow(`found "${value}", wanted 0 to 19 or all`);
});
