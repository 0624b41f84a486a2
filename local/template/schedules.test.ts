import { Cron } from 'croner';
import { expect, test } from 'vitest';
import { cronOptions, parseSchedule } from './schedules.ts';

const next = (expression: string, from: string): string | undefined => {
  const when = parseSchedule(expression);
  if (when.kind !== 'cron') throw new Error('expected a calendar');
  return new Cron(when.pattern, { timezone: when.timezone, paused: true, ...cronOptions })
    .nextRun(new Date(from))
    ?.toISOString();
};

test('a rate is a number of milliseconds', () => {
  expect(parseSchedule('rate(1 minute)')).toEqual({ kind: 'rate', everyMs: 60_000 });
  expect(parseSchedule('rate(2 days)')).toEqual({ kind: 'rate', everyMs: 172_800_000 });
});

// 2026-11-21 is a Saturday.
test.each([
  ['cron(0 9 ? * 1 *)', '2026-11-22T09:00:00.000Z'],
  ['cron(0 9 ? * 2-6 *)', '2026-11-23T09:00:00.000Z'],
  ['cron(0 9 ? * MON-FRI *)', '2026-11-23T09:00:00.000Z'],
  ['cron(0 9 ? * 6L *)', '2026-11-27T09:00:00.000Z'],
  ['cron(0 9 ? * 3#1 *)', '2026-12-01T09:00:00.000Z'],
  ['cron(0/20 0 L * ? *)', '2026-11-30T00:00:00.000Z'],
  ['cron(30 8 1 1 ? 2028)', '2028-01-01T08:30:00.000Z'],
])('AWS counts weekdays from Sunday as 1: %s', (expression, expected) => {
  expect(next(expression, '2026-11-21T12:00:00Z')).toBe(expected);
});

test.each(['rate(0 minutes)', 'cron(* * *)', 'cron(0 99 ? * 1 *)', 'every minute'])(
  '%s is refused by name',
  (text) => {
    expect(() => parseSchedule(text)).toThrow(`Cannot read the schedule ${text}`);
  },
);
