import { expect, test } from 'vitest';
import { cpuMs } from '../../../test/harness/cpu-time.ts';
import { sourceLimits } from '../../limits/source-limits.ts';
import { runSeeds } from './run-seeds.ts';

type Job = Parameters<typeof runSeeds>[0];

const jobWith = (includePaths: string[], excludePaths: string[]): Job =>
  ({
    limit: 10_000,
    request: {
      crawl: {
        includePaths,
        excludePaths,
        regexOnFullURL: false,
        ignoreQueryParameters: false,
        deduplicateSimilarURLs: false,
      },
    },
  }) as unknown as Job;

const known = (count: number, path: string) =>
  Array.from({ length: count }, (_, index) => ({ url: `https://a.test/${path}${index}`, depth: 1 }));

test('a run judges known pages within a bound of work, and counts those beyond it', () => {
  const patterns = Array.from({ length: 8 }, (_, index) => `${'.{0,15}'.repeat(69)}b${index}`);
  const began = cpuMs();
  const { seeds, unjudged } = runSeeds(jobWith([], patterns), [], known(306, 'a'.repeat(500)), 20_000_000);
  // Each page takes a third of a second: without the bound, all take minutes.
  expect(cpuMs() - began).toBeLessThan(60_000);
  expect(unjudged).toBeGreaterThan(290);
  expect(seeds.length + unjudged).toBe(306);
});

test('the known pages of a large source are all judged', () => {
  const patterns = Array.from({ length: 10 }, (_, index) => `^/part-${index}/[a-z0-9-]+`);
  const { seeds, unjudged } = runSeeds(
    jobWith(patterns, ['/print$']),
    [],
    known(10_000, 'part-3/chapter-of-a-book-'),
  );
  expect({ unjudged, seeds: seeds.length }).toEqual({ unjudged: 0, seeds: 10_000 });
  // And so are ten times as many: characters of their paths times size of their patterns.
  expect(100_000 * 40 * 250).toBeLessThanOrEqual(sourceLimits.knownPatternWorkMax);
});
