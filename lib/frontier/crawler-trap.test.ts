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
])('%s is none', (path) => {
  expect(trap(path)).toBeNull();
});
