import { expect, test } from 'vitest';
import { seededRandom } from '../../../test/harness/seeded-random.ts';
import { limits } from '../../limits/limits.ts';
import { freshPace, reserve, type Pace } from './pace.ts';
import { releaseLease } from './release-lease.ts';
import { slotSpacing, type ReturnTimes } from './slot-times.ts';

/** A message of pages on its way: when it arrives, and what its pages were told. */
interface Letter {
  readonly at: number;
  readonly pages: number;
  readonly returnTimes?: ReturnTimes;
  readonly due?: number;
}

interface Crawled {
  /** When each request left, in order. */
  readonly sent: readonly number[];
  /** Messages that were received. */
  readonly receives: number;
  /** What workers waited for slots, together. */
  readonly waitedMs: number;
}

const t0 = 1_000_000_000;
const answerMs = 300;

/** A letter as SQS carries it: delays of whole seconds up to fifteen minutes, and up to a second late. */
const post = (now: number, at: number, late: number, pages: number, spacing: number): Letter => {
  const returnTimes = { from: at, spacing };
  const farMs = limits.messageDelaySecondsMax * 1_000;
  if (at - now > farMs) return { at: now + farMs + late, pages, returnTimes, due: at };
  return { at: now + Math.max(0, Math.floor((at - now) / 1_000)) * 1_000 + late, pages, returnTimes };
};

/**
 * Crawls a host in virtual time, as workers and queues do. `pauses`: moments at which it asks to be left alone for a
 * minute.
 */
const crawl = (
  pages: number,
  delaySeconds: number,
  seed: number,
  pauses: readonly number[] = [],
): Crawled => {
  const policy = { spacingMs: delaySeconds * 1_000, concurrency: 3 };
  const random = seededRandom(seed);
  const late = (): number => Math.round(random() * 1_000);
  let pace: Pace = freshPace;
  const queue: Letter[] = Array.from({ length: Math.ceil(pages / 10) }, (_, index) => ({
    at: t0 + late(),
    pages: Math.min(10, pages - index * 10),
  }));
  const sent: number[] = [];
  let [receives, waitedMs] = [0, 0];
  while (queue.length > 0) {
    queue.sort((a, b) => a.at - b.at);
    const letter = queue.shift() as Letter;
    const now = letter.at;
    receives += 1;
    if ((letter.due ?? 0) > now + limits.slotPatienceMs) {
      queue.push(post(now, letter.due ?? 0, late(), letter.pages, slotSpacing(policy)));
      continue;
    }
    const lease = `l${receives}`;
    const ask = {
      now,
      wanted: letter.pages,
      lease,
      ...(letter.returnTimes ? { returnTimes: letter.returnTimes } : {}),
    };
    const asked = reserve(pace, policy, ask);
    pace = asked.pace;
    if (asked.kind === 'later') {
      const { from, spacing } = asked.returnTimes as ReturnTimes;
      queue.push(post(now, from, late(), letter.pages, spacing));
      continue;
    }
    const leaves = asked.slots.from;
    waitedMs += leaves - now;
    sent.push(leaves);
    const { rest } = asked;
    for (let index = 0; index < letter.pages - 1; index += 1) {
      const { from, spacing } = rest as ReturnTimes;
      queue.push(post(leaves + answerMs, from + index * spacing, late(), 1, spacing));
    }
    if (!pauses.includes(sent.length)) continue;
    const report = { answered: 1, failedInRow: 0, granted: asked.slots, retryAfterMs: 60_000 };
    pace = releaseLease(pace, lease, report, leaves + answerMs);
  }
  return { sent, receives, waitedMs };
};

const slotOf = (delaySeconds: number): number =>
  slotSpacing({ spacingMs: delaySeconds * 1_000, concurrency: 3 });

const gapsOf = ({ sent }: Crawled): number[] =>
  sent
    .toSorted((a, b) => a - b)
    .slice(1)
    .map((at, index) => at - (sent[index] ?? 0));

test.each([
  [60, 21],
  [60, 200],
  [45, 80],
  [31, 100],
  [10, 300],
  [7, 300],
  [2, 1_000],
  [1.5, 500],
])(
  'a host with a delay of %f s is asked once in every delay and a tenth of it, for %i pages',
  (delay, pages) => {
    for (const seed of [1, 2, 3]) {
      const crawled = crawl(pages, delay, seed);
      expect(crawled.sent).toHaveLength(pages);
      const gaps = gapsOf(crawled);
      expect(Math.min(...gaps)).toBeGreaterThanOrEqual(delay * 1_000);
      // Messages come up to a second late; at short delays a slot is given up now and then to make up for it.
      const longest = Math.max(delay * 1_100, delay * 1_000 + 1_500);
      expect(Math.max(...gaps)).toBeLessThanOrEqual(delay < 5 ? 2 * longest : longest);
      const took = (crawled.sent.at(-1) ?? 0) - (crawled.sent[0] ?? 0);
      expect(took).toBeLessThanOrEqual(pages * slotOf(delay) * 1.05);
    }
  },
);

test('a page at a slow host costs few messages and less than a second of waiting', () => {
  const { receives, waitedMs } = crawl(1_000, 2, 7);
  expect(receives / 1_000).toBeLessThan(1.4);
  expect(waitedMs / 1_000).toBeLessThan(1_000);
});

test('after a pause of the host its pages come back one by one', () => {
  const crawled = crawl(300, 2, 11, [50, 120]);
  expect(crawled.sent).toHaveLength(300);
  const gaps = gapsOf(crawled).filter((gap) => gap < 30_000);
  expect(Math.min(...gaps)).toBeGreaterThanOrEqual(2_000);
  expect(crawled.receives).toBeLessThan(300 * 2);
  const took = (crawled.sent.at(-1) ?? 0) - (crawled.sent[0] ?? 0);
  expect(took).toBeLessThanOrEqual(300 * slotOf(2) * 1.1 + 2 * 61_000);
});
