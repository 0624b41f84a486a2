import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { limits } from '../limits/limits.ts';
import type { JobSpec } from '../request/job-spec.ts';
import { pickShard, shardCountFor, newShards, sumShards } from './counter-shards.ts';

test('the limit is dealt out to the last page, and evenly', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1_000_000 }), fc.integer({ min: 2, max: 64 }), (limit, shards) => {
      const quotas = newShards(limit, shards, 0).map(({ quota }) => quota);
      expect(quotas.reduce((sum, quota) => sum + quota, 0)).toBe(limit);
      expect(Math.max(...quotas) - Math.min(...quotas)).toBeLessThanOrEqual(1);
    }),
  );
});

test('every page has one shard of its job, and pages spread over all of them', () => {
  const hashes = Array.from({ length: 6_400 }, (_, index) =>
    (index * 2_654_435_761).toString(16).padStart(32, '0').split('').toReversed().join(''),
  );
  const counts = Map.groupBy(hashes, (hash) => pickShard(hash, 16));
  expect([...counts.keys()].toSorted((a, b) => a - b)).toEqual(
    Array.from({ length: 16 }, (_, shard) => shard),
  );
});

test('what is open in all shards is what was admitted and not finished, in whichever', () => {
  const [one, other] = newShards(10, 2, 5);
  if (one === undefined || other === undefined) throw new Error('There are two shards');
  const sums = sumShards([
    { ...one, admitted: 7 },
    { ...other, finished: 3, done: 2, failed: 1, progressAt: 9 },
  ]);
  expect(sums).toMatchObject({ admitted: 7, finished: 3, open: 4, done: 2, failed: 1, progressAt: 9 });
});

const request = (allowExternalLinks: boolean): JobSpec =>
  ({ crawl: { allowExternalLinks } }) as unknown as JobSpec;

test('a crawl of one site keeps its counters in one item, however large it is', () => {
  expect(shardCountFor('crawl', request(false), { limit: 500_000, hosts: 1 })).toBeUndefined();
});

test(
  'a crawl that may leave its site, and a batch over many hosts, have shards, up to what one ' +
    'transaction puts',
  () => {
    expect(shardCountFor('crawl', request(true), { limit: 1_000, hosts: 1 })).toBeUndefined();
    expect(shardCountFor('crawl', request(true), { limit: 10_000, hosts: 1 })).toBe(4);
    expect(shardCountFor('crawl', request(true), { limit: 500_000, hosts: 1 })).toBe(limits.shardsMax);
    expect(shardCountFor('batch', request(false), { limit: 10_000, hosts: 20 })).toBeUndefined();
    expect(shardCountFor('batch', request(false), { limit: 10_000, hosts: 10_000 })).toBe(limits.shardsMax);
  },
);
