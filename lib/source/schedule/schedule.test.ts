import { expect, test } from 'vitest';
import { seededRandom } from '../../../test/harness/seeded-random.ts';
import { spanMs } from '../span.ts';
import { sourceRunSchema } from '../source-run.ts';
import { nextRunAfter, planHash } from '../source-plan.ts';
import { noState, type SourceState } from '../source-state.ts';
import type { ManifestSource } from '../resolve-sources.ts';
import { autoEvery, tellAsking, watchRun, type Watched } from './auto-cadence.ts';
import { learnFrom } from './learn-from.ts';
import { allowRun } from './allow-run.ts';
import { boundPages } from './page-budget.ts';
import { addSpent, runBudget, type SourceLimits } from './run-budget.ts';
import { nextSlowdown } from './slowdown.ts';
import { whyNotAlone } from './why-not-alone.ts';
import { whyNotSteered } from './why-not-steered.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
const start = Date.UTC(2026, 0, 1);
const bounds = { min: '1d', max: '30d' };

const makeSource = (more: Partial<ManifestSource>): ManifestSource => ({
  id: 'tides',
  url: 'https://a.example/',
  method: 'crawl',
  status: 'active',
  priority: 'medium',
  frequency: undefined,
  ...more,
});

test('the cadence auto follows what changes: two years of a page that changes every ten days, seen by one of 20 seeds', () => {
  const source = makeSource({ auto: bounds });
  const usual: number[] = [];
  for (let seed = 1; seed <= 20; seed += 1) {
    const random = seededRandom(seed);
    let nextChange = start - Math.log(1 - random()) * 10 * day;
    let state: SourceState = noState;
    let at = start;
    const gaps: number[] = [];
    while (at < start + 730 * day) {
      let changed = false;
      while (nextChange <= at) {
        changed = true;
        nextChange -= Math.log(1 - random()) * 10 * day;
      }
      if (state.headAt !== undefined)
        state = { ...state, watched: watchRun(state.watched, { ms: at - state.headAt, changed }) };
      state = { ...state, headAt: at };
      const next = nextRunAfter(source, state, at);
      if (next === null) throw new Error('It is always due again');
      expect(next - at).toBeGreaterThan(0);
      expect(next - at).toBeLessThanOrEqual(31 * day);
      if (at > start + 180 * day) gaps.push((next - at) / day);
      at = next;
    }
    usual.push(gaps.toSorted((a, b) => a - b)[Math.floor(gaps.length / 2)] ?? 0);
  }
  const median = usual.toSorted((a, b) => a - b)[10] ?? 0;
  expect(median).toBeGreaterThan(5);
  expect(median).toBeLessThan(20);
});

test('auto keeps to its bounds: what always changes is asked at the shortest distance, what never does at the longest', () => {
  const after = (changed: boolean): string => {
    let watched: Watched | undefined;
    for (let run = 0; run < 60; run += 1)
      watched = watchRun(watched, { ms: spanMs(autoEvery(bounds, watched)), changed });
    return autoEvery(bounds, watched);
  };
  expect([after(true), after(false), autoEvery(bounds, undefined)]).toEqual(['1d', '30d', '1d']);
});

test('after one look at what had not changed, auto does not leap to its longest distance', () => {
  const watched = watchRun(undefined, { ms: day, changed: false });
  expect(spanMs(autoEvery({ min: '1d', max: '365d' }, watched))).toBeLessThanOrEqual(4 * day);
});

test.each([
  [{ frequency: 'weekly' }, undefined, null],
  [{ auto: bounds }, undefined, 'auto begins with every 1d, and asks at least every 30d'],
  [
    { frequency: 'weekly' },
    { checks: 26, changed: 3, ms: 26 * 7 * day },
    'changed in 3 of 26 checks, about once in 58 days: weekly asks 8 times per change',
  ],
  [
    { every: '30d' },
    { checks: 10, changed: 10, ms: 10 * 7 * day },
    'changed in 10 of 10 checks, about once in 2 days: 30d misses changes',
  ],
  [
    { auto: bounds },
    { checks: 26, changed: 3, ms: 26 * 7 * day },
    'changed in 3 of 26 checks, about once in 58 days: auto, now every 30d, asks 2 times per change',
  ],
  [
    { frequency: 'weekly' },
    { checks: 1, changed: 1, ms: minute },
    'changed in 1 of 1 check: too few to say how often it changes',
  ],
  [
    { every: '3d' },
    { checks: 4, changed: 0, ms: 4 * 3 * day },
    'changed in 0 of 4 checks: 3d asks every 3 days',
  ],
] as const)('%j is told as it compares with what was seen', (cadence, watched, words) => {
  const span =
    'auto' in cadence ? autoEvery(cadence.auto, watched) : 'every' in cadence ? cadence.every : '7d';
  expect(tellAsking(cadence, watched, spanMs(span))).toBe(words);
});

test.each([
  [6 * minute, 4, 2, 'about once in 10 minutes: */6 * * * * asks 2 times per change'],
  [6 * minute, 10, 1, 'about once in 60 minutes: */6 * * * * asks 10 times per change'],
  [minute, 4, 4, 'about once in 1 minute: */6 * * * * misses changes'],
  [6 * minute, 4, 0, '*/6 * * * * asks every 6 minutes'],
  [hour, 4, 0, '*/6 * * * * asks every 6 minutes'],
])(
  'runs %d ms apart, of which %d looked and %d saw a change, are told in minutes below two hours',
  (ms, checks, changed, words) => {
    const told = tellAsking({ cron: '*/6 * * * *' }, { checks, changed, ms: checks * ms }, 6 * minute);
    expect(told).toContain(words);
  },
);

test('a plan stays as it was for cadences other than auto', () => {
  const source = makeSource({ frequency: 'weekly' });
  expect(planHash(source)).toBe(planHash({ ...source, auto: undefined }));
  expect(planHash(makeSource({ auto: bounds }))).not.toBe(
    planHash(makeSource({ auto: { ...bounds, max: '9d' } })),
  );
});

test('a tenth of the answers being 429 doubles the distance, up to four times; two calm runs undo one doubling', () => {
  let paced = nextSlowdown({}, 0.1);
  const seen = [paced.slowdown];
  for (const throttled of [0.11, 0.5, 0.9, 0, 0, 0, 0.05, 0, 0]) {
    paced = nextSlowdown(paced, throttled);
    seen.push(paced.slowdown);
  }
  expect(seen).toEqual([1, 2, 4, 4, 4, 2, 2, 2, 2, 1]);
});

test('a slowdown leaves due times out, and moves none', () => {
  const source = makeSource({ frequency: 'daily' });
  const dues = (slowdown: number): number[] => {
    const found: number[] = [];
    let at: number | null = start;
    while (at !== null && found.length < 4) {
      at = nextRunAfter(source, { ...noState, slowdown }, at);
      if (at !== null) found.push(at);
    }
    return found;
  };
  const [usual, slow] = [dues(1), dues(2)];
  expect(slow[0]).toBe(usual[1]);
  expect((slow[1] ?? 0) - (slow[0] ?? 0)).toBe(2 * day);
});

test('a run may spend what its manifest allows, and no more than is left of the month', () => {
  const spent = addSpent(addSpent(undefined, start, 3), start + day, 1);
  const limits = { dollars_per_run: 2, dollars_per_month: 5 };
  expect(runBudget(limits, spent, start + 2 * day)).toBe(1);
  expect(runBudget(limits, spent, start + 40 * day)).toBe(2);
  expect(runBudget({ dollars_per_month: 4 }, spent, start + 2 * day)).toBe(0);
  expect(runBudget({}, spent, start)).toBeNull();
});

test('a run begins within what is left for it, and not after five failed ones or in a month that is spent', () => {
  const spent = addSpent(undefined, start, 4, 30);
  const judge = (allowed: SourceLimits | undefined, failedInRow: number, at = start + day) => {
    const listed = { status: 'active', limits: allowed } as const;
    const answer = allowRun({ id: 'a', listed, crawls: true }, { failedInRow, spent }, at);
    return answer.ok ? answer.budget : answer.failure.code;
  };
  const month = { dollars_per_month: 5, credits_per_run: 20, credits_per_month: 40 };
  expect(judge(month, 4)).toEqual({ maxDollars: 1, maxCredits: 10 });
  expect(judge(month, 5)).toBe('SOURCE_PAUSED');
  expect(judge(undefined, 0)).toEqual({});
  expect(judge({ dollars_per_month: 4 }, 5)).toBe('BUDGET_EXHAUSTED');
  expect(judge({ credits_per_month: 30 }, 0)).toBe('BUDGET_EXHAUSTED');
  expect(judge({ credits_per_month: 30 }, 0, start + 40 * day)).toEqual({ maxCredits: 30 });
  expect(judge({ pages: 4 }, 0)).toEqual({ maxPages: 4 });
});

test('of the pages that are asked for and those that a manifest allows, the smaller number binds', () => {
  const bound = (limit: number, pagesMax: number | undefined, crawls = true) =>
    boundPages({ source: 'a', limit, crawls }, pagesMax);
  expect(bound(9, undefined)).toEqual({ ok: true, limit: 9 });
  expect(bound(3, 4)).toEqual({ ok: true, limit: 3 });
  expect(bound(4, 4)).toEqual({ ok: true, limit: 4 });
  expect(bound(9, 4)).toEqual({
    ok: true,
    limit: 4,
    warning: 'limit: 4 pages in place of 9, which is what the manifest of the source a allows (limits.pages)',
  });
  expect(bound(4, 4, false)).toEqual({ ok: true, limit: 4 });
  expect(bound(9, 4, false)).toMatchObject({ ok: false, failure: { code: 'BAD_REQUEST' } });
  const unread = { failedInRow: 0, spent: undefined };
  const named = { id: 'a', listed: { status: 'active', limits: { pages: 4 } }, crawls: false } as const;
  expect(allowRun(named, unread, start)).toEqual({ ok: true, budget: {} });
});

test('no run of a retired source begins, and a source that no manifest lists is bound by none', () => {
  const judge = (listed: Pick<ManifestSource, 'status' | 'limits'> | undefined) => {
    const answer = allowRun({ id: 'a', listed, crawls: true }, { failedInRow: 0 }, start);
    return answer.ok ? answer.budget : `${answer.failure.code}: ${answer.failure.message}`;
  };
  const limits = { dollars_per_run: 2 };
  for (const status of ['active', 'paused', 'proposed'] as const)
    expect(judge({ status, limits })).toEqual({ maxDollars: 2 });
  expect(judge({ status: 'retired', limits })).toBe(
    'BAD_REQUEST: Cannot run the source a: its manifest says that it is retired',
  );
  expect(judge(undefined)).toEqual({});
});

test('a source is run, paused or resumed where that does something', () => {
  const why = (action: 'run' | 'pause' | 'resume', status: ManifestSource['status'], failedInRow = 0) =>
    whyNotSteered(action, { status }, { failedInRow });
  for (const action of ['run', 'pause', 'resume'] as const) {
    expect(why(action, 'active')).toBeNull();
    expect(why(action, 'retired')).toBe('its manifest has retired it');
  }
  expect([why('run', 'proposed'), why('run', 'paused')]).toEqual([null, null]);
  expect([why('pause', 'proposed'), why('resume', 'paused')]).toEqual([
    'its manifest only proposes it',
    'its manifest pauses it',
  ]);
  expect(why('run', 'active', 5)).toBe('its last 5 runs failed: resume it first');
  expect(why('resume', 'proposed', 5)).toBeNull();
});

const unhealthy = { pages: 5, failedShare: 0.5, medianBytes: 1, browserShare: 0, throttledShare: 0.5 };
const run = sourceRunSchema.parse({
  job: 'a',
  startedAt: start,
  endedAt: start + day,
  outcome: 'completed',
  trigger: 'scheduled',
  isComplete: true,
  visited: 10,
  changes: { modified: 1 },
  standings: {},
  held: 0,
  health: unhealthy,
});

test('of what a run leaves, only a complete one that read a page, after another, says how often something changes', () => {
  const before = { ...noState, headAt: start };
  expect(learnFrom(before, run, 0.5)).toEqual({
    slowdown: 2,
    calmRuns: 0,
    watched: { checks: 1, changed: 1, ms: day },
    spent: { month: '2026-01', dollars: 0.5 },
  });
  expect(learnFrom(noState, run, 0)).not.toHaveProperty('watched');
  expect(learnFrom(before, { ...run, isComplete: false }, 0)).not.toHaveProperty('watched');
  // Many pages were asked for and none was read: nobody knows whether they have changed.
  const unread = { ...run, changes: {}, health: { ...unhealthy, pages: 0 } };
  expect(learnFrom(before, unread, 0)).not.toHaveProperty('watched');
  const unchanged = { ...run, changes: {}, health: { ...unhealthy, pages: 10, failedShare: 0 } };
  expect(learnFrom(before, unchanged, 0).watched).toEqual({ checks: 1, changed: 0, ms: day });
  expect(learnFrom(before, { ...run, outcome: 'cancelled' }, 0)).not.toHaveProperty('slowdown');
});

test.each([
  ['runs', makeSource({}), noState, null],
  ['is proposed', makeSource({ status: 'proposed' }), noState, /proposes/],
  [
    'has failed',
    makeSource({}),
    { ...noState, failedInRow: 5, lastFailure: { job: 'a', at: 1, code: 'HTTP_FORBIDDEN' } },
    /5 runs .* HTTP_FORBIDDEN: .* resumes/,
  ],
  [
    'was paused',
    makeSource({}),
    { ...noState, paused: { at: 1, by: 'ann', why: 'too loud' } },
    /^ann paused it: too loud$/,
  ],
  ['is slow', makeSource({}), { ...noState, slowdown: 2 }, /asked for patience: .* 2 times/],
  [
    'has spent its month',
    makeSource({ limits: { dollars_per_month: 1 } }),
    { ...noState, spent: { month: '2026-01', dollars: 1 } },
    /spent its month: 1.0000 of 1/,
  ],
  [
    'has spent a month of very little',
    makeSource({ limits: { dollars_per_month: 0.000_000_1 } }),
    { ...noState, spent: { month: '2026-01', dollars: 0.000_012_345 } },
    /spent its month: 0\.000012 of 0\.0000001 dollars$/,
  ],
  [
    'has a new month',
    makeSource({ limits: { dollars_per_month: 1 } }),
    { ...noState, spent: { month: '2025-12', dollars: 1 } },
    null,
  ],
])('a source that %s says why it does not run by itself', (_, source, state, expected) => {
  const why = whyNotAlone(source, state, start);
  if (expected === null) expect(why).toBeNull();
  else expect(why).toMatch(expected);
});
