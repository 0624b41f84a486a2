import { expect, test } from 'vitest';
import { seededRandom } from '../../../test/harness/seeded-random.ts';
import type { FailureCode } from '../../failure.ts';
import { limits } from '../../limits/limits.ts';
import { freshPace, reserve, type Pace } from './pace.ts';
import { releaseLease } from './release-lease.ts';
import { readyMs } from './slot.ts';
import type { Promised } from './slot-times.ts';
import { isDeadLink, nextAttempt } from './retry.ts';

/** A page of the site: what is wrong with it, if anything, and how many of its requests have failed. */
interface Link {
  readonly dead?: FailureCode;
  attempts: number;
}

interface Letter {
  readonly at: number;
  readonly links: Link[];
  readonly promised?: Promised;
}

interface Crawled {
  /** When each request left, in order (milliseconds since the epoch). */
  readonly sent: readonly number[];
  /** Milliseconds from the first request to the last. */
  readonly tookMs: number;
  readonly delivered: number;
}

const t0 = 1_000_000_000;
const answerMs = 50;
const spacingMs = 500;
const policy = { spacingMs, concurrency: 1 };

/** Failures that are the host's own, as far as one request can tell (`isHostTrouble`). */
const isTrouble = (code: FailureCode | undefined): boolean => code !== undefined && code !== 'HTTP_NOT_FOUND';

/** Crawls one host in virtual time, as a worker does with the messages of its queue. */
const crawl = (links: readonly Link[], seed: number): Crawled => {
  const random = seededRandom(seed);
  const queue: Letter[] = [];
  for (let index = 0; index < links.length; index += limits.urlBatchPagesMax)
    queue.push({ at: t0, links: links.slice(index, index + limits.urlBatchPagesMax) });
  let [pace, clock, leases, delivered]: [Pace, number, number, number] = [freshPace, t0, 0, 0];
  const sent: number[] = [];
  while (queue.length > 0) {
    queue.sort((a, b) => a.at - b.at);
    const letter = queue.shift() as Letter;
    clock = Math.max(clock, letter.at);
    const lease = `l${(leases += 1)}`;
    const { promised } = letter;
    const wish = { now: clock, wanted: letter.links.length, lease };
    const asked = reserve(pace, policy, promised === undefined ? wish : { ...wish, promised });
    ({ pace } = asked);
    if (asked.retriesInVain === true) {
      const isOver = ({ dead, attempts }: Link): boolean =>
        attempts > 0 && dead !== undefined && isDeadLink(dead, random, asked.kind === 'later');
      letter.links.splice(0, letter.links.length, ...letter.links.filter((link) => !isOver(link)));
    }
    if (asked.kind === 'later') {
      if (letter.links.length === 0) continue;
      // A second early, and whole seconds, as a message is.
      const early = Math.floor((asked.at - clock - readyMs) / 1_000) * 1_000;
      const { links } = letter;
      queue.push({
        at: clock + Math.max(0, early),
        links,
        ...(asked.slots ? { promised: asked.slots } : {}),
      });
      continue;
    }
    const { slots } = asked;
    const report = { answered: 0, failedInRow: 0, won: 0, lost: 0, used: 0 };
    while (report.used < slots.count && letter.links.length > 0) {
      if (report.failedInRow >= (report.answered > 0 ? limits.breakerFailuresMax : asked.failuresLeft)) break;
      const link = letter.links.shift() as Link;
      const leaves = slots.from + report.used * slots.spacing;
      report.used += 1;
      sent.push(leaves);
      clock = Math.max(clock, leaves + answerMs);
      const failed = isTrouble(link.dead);
      if (link.attempts > 0) report[failed ? 'lost' : 'won'] += 1;
      const isOwn = link.attempts > 0 && asked.retriesInVain;
      if (failed) report.failedInRow += isOwn ? 0 : 1;
      else [report.answered, report.failedInRow] = [report.answered + 1, 0];
      if (link.dead === undefined) delivered += 1;
      else {
        const next = nextAttempt({
          code: link.dead,
          attempts: link.attempts,
          retriesPay: asked.retriesPay,
          retriesInVain: asked.retriesInVain,
          random,
        });
        link.attempts += 1;
        if (next.again) queue.push({ at: clock + Math.ceil(next.delayMs / 1_000) * 1_000, links: [link] });
      }
    }
    const { answered, failedInRow, won, lost } = report;
    const unusedFrom = slots.from + report.used * slots.spacing;
    pace = releaseLease(
      pace,
      lease,
      { answered, failedInRow, granted: slots, unusedFrom, responseMs: answerMs, retries: { won, lost } },
      clock,
    );
    if (letter.links.length > 0) queue.push({ at: clock, links: letter.links });
  }
  return { sent, delivered, tookMs: (sent.at(-1) ?? 0) - (sent[0] ?? 0) };
};

const site = (pages: number, dead: number, code: FailureCode, seed: number): Link[] => {
  const random = seededRandom(seed);
  const links: Link[] = Array.from({ length: pages }, (_, index) =>
    index < dead ? { dead: code, attempts: 0 } : { attempts: 0 },
  );
  return links
    .map((link) => ({ link, order: random() }))
    .toSorted((a, b) => a.order - b.order)
    .map(({ link }) => link);
};

const gapsOf = ({ sent }: Crawled): number[] => sent.slice(1).map((at, index) => at - (sent[index] ?? 0));

/** Times of crawls with dead links, as parts of those without, in so many orders of their pages. */
const compared = (code: FailureCode): { readonly ratios: number[]; readonly crawls: readonly Crawled[] } => {
  const seeds = Array.from({ length: 40 }, (_, index) => index + 1);
  const crawls = seeds.map((seed) => crawl(site(1_000, 200, code, seed), seed));
  return {
    crawls,
    ratios: seeds.map((seed, index) => {
      const whole = crawl(site(1_000, 0, code, seed), seed);
      return (crawls[index]?.tookMs ?? Number.NaN) / whole.tookMs;
    }),
  };
};

const dead = ['HTTP_NOT_FOUND', 'CONNECTION_RESET', 'CONNECTION_REFUSED', 'HTTP_SERVER_ERROR'] as const;

test.each(dead)(
  '200 dead links (%s) among 1,000 pages cost at most a fifth of the time that 1,000 pages take',
  (code) => {
    const { ratios, crawls } = compared(code);
    expect(crawls.map(({ delivered }) => delivered)).toEqual(crawls.map(() => 800));
    expect(ratios.reduce((sum, ratio) => sum + ratio, 0) / ratios.length).toBeLessThanOrEqual(1.2);
    // Five of them in a row, by chance, are a minute of rest for the host: rarely two in a crawl.
    expect(Math.max(...ratios)).toBeLessThanOrEqual(1.35);
  },
);

test.each(dead)('no dead link (%s) brings two requests closer than the delay', (code) => {
  for (const one of compared(code).crawls) expect(Math.min(...gapsOf(one))).toBeGreaterThanOrEqual(spacingMs);
});
