import { seededRandom } from '../harness/seeded-random.ts';

/** Everything that a seed decides before a run: what is asked for, and how much goes wrong. */
export interface Scenario {
  readonly seed: number;
  readonly kind: 'crawl' | 'batch';
  /** Sites: a crawl has one, a batch may go to two. */
  readonly sites: number;
  /** The sites are wikis, and their API is configured. */
  readonly wiki: boolean;
  /** A webhook is told of all that happens. */
  readonly tells: boolean;
  /** Something is extracted from each page. */
  readonly extracts: boolean;
  /** Whoever extracts from some pages dies of it (`web.ts`). */
  readonly extractionKills: boolean;
  readonly sizeMax: number;
  readonly limit: number;
  /** Pages that may be tried beside as many as the limit says, at least. */
  readonly spareTries: number;
  /** Jobs at the same time on the same site. */
  readonly jobs: 1 | 2;
  /** The same submission is sent by two clients at once. */
  readonly twice: boolean;
  /** Milliseconds after which somebody cancels; null: nobody. */
  readonly cancelAfterMs: number | null;
  /** Milliseconds that the job may take. */
  readonly deadlineMs: number;
  /** Children that one transaction takes: few, so that chunked admission is common. */
  readonly childrenMax: number;
  /** Cells that the job's counters are spread over; 1: none, they stand in its own item. */
  readonly cells: number;
  readonly delaySeconds: number;
  /** Calls of which something may go wrong; afterwards everything works. */
  readonly faults: number;
  /** Probability, for each call, that it goes wrong while faults are left. */
  readonly faultRate: number;
  /** Receives after which a message is a dead letter. */
  readonly receivesMax: number;
  /** Of a message: that it is lost, doubled, held up. */
  readonly lose: number;
  readonly double: number;
  readonly hold: number;
  /** Of an eventually consistent read: that it misses what was written. */
  readonly stale: number;
  /** That time goes on while a call is under way. */
  readonly slow: number;
}

/** Who is told; answers well, as far as the faults let it. */
export const receiverOrigin = 'http://receiver.test';

/** A deadline that no job should meet. */
export const patientMs = 12 * 3_600_000;

export const makeScenario = (seed: number): Scenario => {
  const random = seededRandom(seed * 7 + 5);
  const chance = (share: number): boolean => random() < share;
  const between = (low: number, high: number): number => low + Math.floor(random() * (high - low + 1));
  const calm = chance(0.05);
  const batch = chance(0.15);
  return {
    seed,
    kind: batch ? 'batch' : 'crawl',
    sites: batch ? between(1, 2) : 1,
    sizeMax: chance(0.1) ? 14 : 6,
    limit: chance(0.3) ? between(1, 4) : 100,
    jobs: chance(0.15) ? 2 : 1,
    twice: chance(0.15),
    cancelAfterMs: chance(0.2) ? between(0, chance(0.7) ? 2_500 : 30_000) : null,
    deadlineMs: chance(0.07) ? between(5_000, 600_000) : patientMs,
    childrenMax: chance(0.5) ? between(1, 3) : 90,
    cells: chance(0.35) ? between(2, 4) : 1,
    delaySeconds: chance(0.7) ? 0.5 : chance(0.5) ? 0 : 3,
    faults: calm ? 0 : between(1, 16),
    receivesMax: between(1, 4),
    faultRate: [0.02, 0.05, 0.15][between(0, 2)] ?? 0.05,
    lose: calm ? 0 : chance(0.5) ? 0 : 0.15,
    double: calm ? 0 : chance(0.4) ? 0 : 0.25,
    hold: calm ? 0 : chance(0.5) ? 0 : 0.2,
    stale: calm ? 0 : chance(0.5) ? 0 : 0.3,
    slow: calm ? 0 : chance(0.5) ? 0.02 : 0.1,
    extracts: chance(0.25),
    wiki: chance(0.3),
    // Last, so that what the other dice say of a seed stays as it was.
    tells: chance(0.25),
    spareTries: between(1, 20),
    extractionKills: chance(0.3),
  };
};
