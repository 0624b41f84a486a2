import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { opensAt, timeWindowSchema, type TimeWindow } from './time-window.ts';

const window = (from: string, to: string, timezone = 'UTC'): TimeWindow =>
  timeWindowSchema.parse({ from, to, timezone });
const next = (of: TimeWindow, now: string): string | null => {
  const at = opensAt(of, Date.parse(now));
  return at === null ? null : new Date(at).toISOString().slice(0, 16);
};

test.each<[string, TimeWindow, string, string | null]>([
  ['within', window('08:00', '12:00'), '2026-03-10T09:00Z', null],
  ['at its beginning', window('08:00', '12:00'), '2026-03-10T08:00Z', null],
  ['at its end', window('08:00', '12:00'), '2026-03-10T12:00Z', '2026-03-11T08:00'],
  ['before it', window('08:00', '12:00'), '2026-03-10T07:59:59Z', '2026-03-10T08:00'],
  ['over midnight, in the evening', window('22:00', '06:00'), '2026-03-10T23:00Z', null],
  ['over midnight, in the morning', window('22:00', '06:00'), '2026-03-10T05:59Z', null],
  ['over midnight, by day', window('22:00', '06:00'), '2026-03-10T06:00Z', '2026-03-10T22:00'],
  ['in another zone', window('22:00', '06:00', 'America/New_York'), '2026-07-01T12:00Z', '2026-07-02T02:00'],
  [
    'in a zone of half hours',
    window('09:00', '10:00', 'Asia/Kolkata'),
    '2026-07-01T12:00Z',
    '2026-07-02T03:30',
  ],
  // Clocks in Berlin go from 02:00 to 03:00 at 01:00 UTC on 29 March 2026, and from 03:00 back to 02:00 on 25 October.
  [
    'over the hour that is left out',
    window('02:30', '06:00', 'Europe/Berlin'),
    '2026-03-29T00:30Z',
    '2026-03-29T01:00',
  ],
  [
    'within the hour that is left out',
    window('02:10', '02:50', 'Europe/Berlin'),
    '2026-03-29T00:30Z',
    '2026-03-30T00:10',
  ],
  ['after a night that was shorter', window('22:00', '06:00', 'Europe/Berlin'), '2026-03-28T21:30Z', null],
  [
    'in the hour that comes twice, first',
    window('02:10', '02:50', 'Europe/Berlin'),
    '2026-10-25T00:00Z',
    '2026-10-25T00:10',
  ],
  [
    'in the hour that comes twice, between',
    window('02:10', '02:50', 'Europe/Berlin'),
    '2026-10-25T00:55Z',
    '2026-10-25T01:10',
  ],
  [
    'in the hour that comes twice, after',
    window('02:10', '02:50', 'Europe/Berlin'),
    '2026-10-25T01:50Z',
    '2026-10-26T01:10',
  ],
])('a window opens: %s', (_title, of, now, expected) => {
  expect(next(of, now)).toBe(expected);
});

test('the moment at which a window opens is the first minute of those that are within it', () => {
  const time = fc
    .integer({ min: 0, max: 1_439 })
    .map(
      (minutes) =>
        `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`,
    );
  // Around changes of clocks: of an hour, of half an hour, by a day that was left out, and none.
  const moment = fc
    .constantFrom<[string, string]>(
      ['Europe/Berlin', '2026-03-29T01:00Z'],
      ['Europe/Berlin', '2026-10-25T01:00Z'],
      ['America/New_York', '2026-11-01T06:00Z'],
      ['Australia/Lord_Howe', '2026-04-04T15:00Z'],
      ['Australia/Lord_Howe', '2026-10-03T15:30Z'],
      ['Pacific/Apia', '2011-12-30T10:00Z'],
      ['Asia/Kathmandu', '2026-01-01T00:00Z'],
    )
    .chain(([zone, around]) =>
      fc
        .integer({ min: -1_800, max: 1_800 })
        .map((minutes) => ({ zone, now: Date.parse(around) + minutes * 60_000 })),
    );
  fc.assert(
    fc.property(time, time, moment, (from, to, { zone, now }) => {
      fc.pre(from !== to);
      const of = window(from, to, zone);
      const clock = new Intl.DateTimeFormat('en-GB', { timeZone: zone, timeStyle: 'short' });
      const isOpen = (at: number): boolean => {
        const text = clock.format(at);
        return from < to ? text >= from && text < to : text >= from || text < to;
      };
      let expected = now;
      while (!isOpen(expected)) expected += 60_000;
      expect(opensAt(of, now)).toBe(expected === now ? null : expected);
    }),
    { numRuns: 300 },
  );
});

test.each([
  [{ from: '22:00', to: '22:00' }],
  [{ from: '24:00', to: '06:00' }],
  [{ from: '2:00', to: '06:00' }],
  [{ from: '22:00' }],
  [{ from: '22:00', to: '06:00', timezone: 'Europe/Atlantis' }],
  [{ from: '22:00', to: '06:00', timezon: 'UTC' }],
])('%j is no window', (value) => {
  expect(timeWindowSchema.safeParse(value).success).toBe(false);
});
