import { expect, test } from 'vitest';
import { seededRandom } from '../../../test/harness/seeded-random.ts';
import { addRetries, areRetriesInVain, doRetriesPay, type RetryRecord } from './retry-record.ts';
import { nextAttempt } from './retry.ts';

interface Crawled {
  delivered: number;
  requests: number;
  /** The longest time from a page's first failure to its last request. */
  longestMs: number;
}

/** Requests pages of one host, those that are due first, until each is answered well or given up. */
const crawl = (
  pages: number,
  seed: number,
  answersWell: (page: number, random: () => number) => boolean,
): Crawled => {
  const random = seededRandom(seed);
  const due = Array.from({ length: pages }, (_, page) => ({ page, at: page * 500, attempts: 0, first: 0 }));
  const crawled = { delivered: 0, requests: 0, longestMs: 0 };
  let record: RetryRecord | undefined;
  for (let next = due.shift(); next !== undefined; next = due.shift()) {
    const { page, at, attempts } = next;
    const first = attempts === 0 ? at : next.first;
    crawled.requests += 1;
    crawled.longestMs = Math.max(crawled.longestMs, at - first);
    const isWell = answersWell(page, random);
    if (attempts > 0) record = addRetries(record, { won: isWell ? 1 : 0, lost: isWell ? 0 : 1 });
    if (isWell) {
      crawled.delivered += 1;
      continue;
    }
    const retriesPay = doRetriesPay(record);
    const again = nextAttempt({ code: 'HTTP_UNAVAILABLE', attempts, retriesPay, random });
    if (!again.again) continue;
    due.push({ page, at: at + again.delayMs, attempts: attempts + 1, first });
    due.sort((a, b) => a.at - b.at);
  }
  return crawled;
};

test('a host that answers 503 to every second request gives all of 20 pages, in 49 of 50 crawls', () => {
  const crawls = Array.from({ length: 1_000 }, (_, seed) =>
    crawl(20, seed + 1, (_page, random) => random() < 0.5),
  );
  expect(crawls.filter(({ delivered }) => delivered === 20).length).toBeGreaterThanOrEqual(980);
  // Ten minutes, with a tenth on top of each delay.
  expect(Math.max(...crawls.map(({ longestMs }) => longestMs))).toBeLessThanOrEqual(660_000);
});

test('pages that are broken for good are requested four times each, however many they are', () => {
  const { delivered, requests } = crawl(1_000, 1, (page) => page % 5 !== 0);
  expect([delivered, requests]).toEqual([800, 800 + 4 * 200]);
});

test('where hardly any retry brings a page, broken pages are given up as elsewhere', () => {
  // One page of 200 comes at its second request; 40 never come.
  const seen = new Set<number>();
  const { requests } = crawl(200, 1, (page) => {
    if (page % 5 === 0) return false;
    if (page !== 101 || seen.has(page)) return true;
    seen.add(page);
    return false;
  });
  expect(requests).toBe(161 + 4 * 40);
});

test('old retries count less than new ones', () => {
  let record: RetryRecord | undefined;
  for (let retry = 0; retry < 500; retry += 1) record = addRetries(record, { won: 1, lost: 0 });
  expect(doRetriesPay(record)).toBe(true);
  for (let retry = 0; retry < 300; retry += 1) record = addRetries(record, { won: 0, lost: 1 });
  expect(doRetriesPay(record)).toBe(false);
  expect(addRetries(undefined, { won: 0, lost: 0 })).toBeUndefined();
});

test('retries are in vain once four were lost and none brought a page, until one in ten does', () => {
  expect(areRetriesInVain(undefined)).toBe(false);
  expect(areRetriesInVain({ won: 0, lost: 3 })).toBe(false);
  expect(areRetriesInVain({ won: 0, lost: 4 })).toBe(true);
  expect(areRetriesInVain({ won: 1, lost: 9 })).toBe(false);
  expect(areRetriesInVain({ won: 1, lost: 10 })).toBe(true);
});
