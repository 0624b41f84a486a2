/**
 * The seeds of the deep tests are cut into twenty slices. A run takes one, which the commit decides, so that a commit
 * is tested the same each time and twenty commits are tested with about thirteen slices; `npm run test:deep:all` takes
 * all of them.
 */
import { execFileSync } from 'node:child_process';

/** A slice's number, or `all`. It replaces the one that the commit decides. */
export const sliceVariable = 'GLEANER_TEST_SLICE';
export const slicesInAll = 20;
/** What `GLEANER_TEST_SLICE` has for a run of all slices. */
export const wholeRun = 'all';

const every = Array.from({ length: slicesInAll }, (_, slice) => slice);

/**
 * The slice that a commit decides. `hash`: hexadecimal digits; undefined where there is no Git, which takes the first.
 */
export const sliceOfCommit = (hash: string | undefined): number =>
  hash === undefined ? 0 : Number.parseInt(hash.slice(0, 8), 16) % slicesInAll;

/**
 * Slices of a run, 0 to 19, by the value of `GLEANER_TEST_SLICE`, or else by the commit.
 * Throws for a value that is neither a slice nor `all`.
 */
export const readSlices = (value: string | undefined, hash: () => string | undefined): readonly number[] => {
  if (value === wholeRun) return every;
  if (value === undefined || value === '') return [sliceOfCommit(hash())];
  const slice = every.find((one) => String(one) === value);
  if (slice === undefined)
    throw new Error(
      `${sliceVariable} cannot be used: found ${JSON.stringify(value)}, wanted 0 to ${slicesInAll - 1} or ${wholeRun}`,
    );
  return [slice];
};

const headHash = (): string | undefined => {
  try {
    return execFileSync('git', ['rev-parse', 'HEAD'], {
      cwd: import.meta.dirname,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
  } catch {
    return undefined;
  }
};

let read: readonly number[] | undefined;

/** The slices of this run. */
export const slicesOfRun = (): readonly number[] =>
  (read ??= readSlices(process.env[sliceVariable], headHash));

/** Whether this run takes all slices, and may judge what only all of them show together. */
export const isWholeRun = (): boolean => slicesOfRun().length === slicesInAll;

/**
 * What `slices` have of cases: of each twenty the one at their own place, so that slices of a short list may be empty.
 */
export const casesOfRun = <Case>(cases: readonly Case[], slices = slicesOfRun()): readonly Case[] =>
  cases.filter((_case, at) => slices.includes(at % slicesInAll));

const quarters = 4;

/**
 * What `slices` have of cases that are too few or too unlike for a twentieth of them: one in four, so that each stands
 * in five slices.
 */
export const quarterOfRun = <Case>(cases: readonly Case[], slices = slicesOfRun()): readonly Case[] =>
  cases.filter((_case, at) => slices.some((slice) => slice % quarters === at % quarters));

/** Seeds in sequence, both ends included. */
export interface SeedRange {
  readonly first: number;
  readonly last: number;
}

/**
 * What `slices` have of `count` seeds that begin with `first`: each slice in sequence, all of them together everything.
 */
export const seedRanges = (first: number, count: number, slices = slicesOfRun()): readonly SeedRange[] => {
  const from = (slice: number): number => first + Math.floor((slice * count) / slicesInAll);
  const ranges = slices.map((slice) => ({ first: from(slice), last: from(slice + 1) - 1 }));
  return slices.length === slicesInAll ? [{ first, last: first + count - 1 }] : ranges;
};

/** The same seeds, one by one. */
export const seedsOfRun = (first: number, count: number, slices = slicesOfRun()): readonly number[] =>
  seedRanges(first, count, slices).flatMap((range) =>
    Array.from({ length: range.last - range.first + 1 }, (_, at) => range.first + at),
  );
