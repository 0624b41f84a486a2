import { expect, test } from 'vitest';
import type { Cadence } from './cadence.ts';
import { cronProblem, nextDue, usualPeriod } from './next-due.ts';

const hour = 60 * 60_000;
const day = 24 * hour;
const start = Date.UTC(2026, 0, 1);

const zones = [
  'America/New_York',
  'Europe/Berlin',
  'Australia/Lord_Howe',
  'Asia/Kathmandu',
  'America/Santiago',
];

const clock = (timezone: string, at: number): string =>
  new Date(at).toLocaleTimeString('en-GB', { timeZone: timezone, hour: '2-digit', minute: '2-digit' });
const date = (timezone: string, at: number): string =>
  new Date(at).toLocaleDateString('en-CA', { timeZone: timezone });

/** Every moment of a year at which a source is due. */
const year = (name: string, cadence: Cadence): number[] => {
  const dues: number[] = [];
  for (
    let at = nextDue(name, cadence, start - 1);
    at !== null && at < start + 365 * day;
    at = nextDue(name, cadence, at)
  )
    dues.push(at);
  return dues;
};

test.each(zones)(
  'daily in %s: one run on each day of the calendar, at one time, through changes of clocks',
  (timezone) => {
    const window = { from: '02:00', to: '06:00' };
    for (let index = 0; index < 10; index += 1) {
      const dues = year(`source-${index}`, { frequency: 'daily', timezone, window });
      const days = dues.map((at) => date(timezone, at));
      expect(new Set(days).size).toBe(days.length);
      expect(dues.length).toBeGreaterThanOrEqual(364);
      const times = new Set(dues.map((at) => clock(timezone, at)));
      // On the night on which a clock is put forward over it, a time is another.
      expect(times.size).toBeLessThanOrEqual(2);
      for (const time of times) expect(time >= '02:00' && time < '06:30').toBe(true);
    }
  },
);

test('weekly, biweekly and every three days keep their distance; monthly falls into every month', () => {
  for (const [cadence, days] of [
    [{ frequency: 'weekly' }, 7],
    [{ frequency: 'biweekly' }, 14],
    [{ every: '3d' }, 3],
  ] as const) {
    const dues = year('a', { ...cadence, timezone: 'Europe/Berlin' });
    const gaps = dues.slice(1).map((at, index) => Math.round((at - (dues[index] ?? 0)) / hour));
    for (const gap of gaps) expect(Math.abs(gap - days * 24)).toBeLessThanOrEqual(1);
  }
  const months = year('a', { frequency: 'monthly', timezone: 'Asia/Kathmandu' }).map((at) =>
    new Date(at).getUTCMonth(),
  );
  expect(new Set(months).size).toBe(12);
});

test('hourly and every six hours keep to the minute, and within a window where there is one', () => {
  expect(new Set(year('a', { frequency: 'hourly' }).map((at) => at % hour)).size).toBe(1);
  expect(new Set(year('a', { every: '6h' }).map((at) => at % (6 * hour))).size).toBe(1);
  const dues = year('a', {
    frequency: 'hourly',
    timezone: 'America/New_York',
    window: { from: '22:00', to: '02:00' },
  });
  for (const at of dues) expect(clock('America/New_York', at)).toMatch(/^(?:22|23|00|01):/);
  expect(dues.length).toBeGreaterThan(360 * 4);
  // Every twelve hours never falls into that half hour by itself.
  const rare = year('a', { every: '12h', window: { from: '03:00', to: '03:01' } });
  expect(rare.length).toBeGreaterThanOrEqual(364);
});

test('a cron expression is kept to the minute in its zone', () => {
  const dues = year('a', { cron: '30 9 * * MON-FRI', timezone: 'America/New_York' });
  expect(dues.length).toBe(261);
  expect(new Set(dues.map((at) => clock('America/New_York', at)))).toEqual(new Set(['09:30']));
});

test.each([
  ['0 9 * *', /five fields/],
  ['0 0 9 * * *', /five fields/],
  ['61 9 * * *', /61/],
  ['0 9 * * NEVER', /./],
  ['0 9 31 2 *', /some moment|./],
])('the cron expression %s is refused', (expression, problem) => {
  expect(cronProblem(expression)).toMatch(problem);
});

test('of two thousand daily sources no minute has more than two in a hundred, and each keeps its place', () => {
  const window = { from: '02:00', to: '06:00' };
  const dues = Array.from({ length: 2_000 }, (_, index) =>
    nextDue(`s-${index}`, { frequency: 'daily', window }, start),
  );
  const minutes = new Map<number, number>();
  for (const at of dues) {
    const minute = Math.floor((at ?? 0) / 60_000);
    minutes.set(minute, (minutes.get(minute) ?? 0) + 1);
  }
  expect(Math.max(...minutes.values())).toBeLessThanOrEqual(40);
  expect(nextDue('s-1', { frequency: 'daily', window }, start)).toBe(dues[1]);
});

test('the usual period is told; without a cadence nothing is due', () => {
  expect(usualPeriod('a', { frequency: 'weekly' }, start)).toBe(7 * day);
  expect(nextDue('a', {}, start)).toBeNull();
  expect(usualPeriod('a', {}, start)).toBeNull();
});
