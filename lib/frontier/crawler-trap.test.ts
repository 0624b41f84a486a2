import { expect, test } from 'vitest';
import { detectCrawlerTrap } from './crawler-trap.ts';

const trap = (path: string): string | null => detectCrawlerTrap(new URL(path, 'https://example.com'), 2026);

test.each([
  ['/a/b/a/b/a/b/a/b', 'repeating-path'],
  [`/${Array.from({ length: 30 }, (_, n) => `s${n}`).join('/')}`, 'repeating-path'],
  ['/list?f=1&f=1&f=1', 'endless-query'],
  [`/list?${Array.from({ length: 30 }, (_, n) => `p${n}=1`).join('&')}`, 'endless-query'],
  ['/calendar/2091/03', 'calendar'],
  ['/events?month=5&year=1802', 'calendar'],
  ['/view?date=2031-04-01', 'calendar'],
  ['/calendar/2091', 'calendar'],
  ['/calendar/2091/3', 'calendar'],
  ['/events/2091-03/', 'calendar'],
  ['/event/yoga/2091-03-15', 'calendar'],
  ['/events?month=3-2091', 'calendar'],
  ['/events?date=15-03-2091', 'calendar'],
  ['/month/3/2091', 'calendar'],
])('%s is a trap: %s', (path, expected) => {
  expect(trap(path)).toBe(expected);
});

test.each([
  '/',
  '/blog/2026/03/03/03/post',
  '/calendar/2026/03',
  '/calendar/2028',
  '/history/1066',
  '/events/1999/reunion-2001',
  '/docs/v2/api/v2/reference',
  '/list?color=red&color=blue&size=1',
  '/products/2099-desk',
  '/day-care/fees',
  ...[998, 999, 1000, 1001, 1204, 1500, 1965, 2029, 2500, 2999, 3000].flatMap((id) => [
    `/events/${id}-party`,
    `/event/${id}`,
    `/events/${id}/comments`,
    `/agenda?event=${id}`,
  ]),
  '/agenda-2030',
  '/history/events/1914-outbreak',
  '/news/events/1945-liberation',
  '/events/battle-of-1066',
  '/events/1204-12-angry-men',
  '/events/1204/12',
  '/on-this-day/1776',
  '/day/2030',
])('%s is none', (path) => {
  expect(trap(path)).toBeNull();
});
