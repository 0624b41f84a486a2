import { stripVTControlCharacters } from 'node:util';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { progressRate } from '../../lib/deliver/progress-rate.ts';
import { formatClock, plainProgress, jobProgressLine } from './progress-line.ts';

const progress = fc.record({
  status: fc.constantFrom('crawling', 'completed', 'cancelled'),
  completed: fc.nat({ max: 2_000_000 }),
  total: fc.nat({ max: 1_000_000 }),
  failed: fc.option(fc.nat({ max: 9_999 }), { nil: undefined }),
  rate: fc
    .tuple(fc.nat({ max: 90_000_000 }), fc.nat({ max: 2_000_000 }), fc.nat({ max: 2_000_000 }))
    .map(([at, ended, known]) => progressRate({ createdAt: 0, at, ended, known })),
});

test('the line never takes more room than the terminal has, with or without colour', () => {
  fc.assert(
    fc.property(progress, fc.integer({ min: 0, max: 200 }), fc.boolean(), (progress, columns, color) => {
      const shown = stripVTControlCharacters(jobProgressLine(progress, columns, color));
      expect(shown.length).toBeLessThanOrEqual(columns);
    }),
  );
});

test('without colour the line has no escape sequence', () => {
  fc.assert(
    fc.property(progress, (progress) => {
      expect(jobProgressLine(progress, 120, false)).not.toContain('\u001B');
    }),
  );
});

test('the line says state, counts, failures, speed, time and what is left', () => {
  const rate = progressRate({ createdAt: 0, at: 10_000, ended: 84, known: 120 });
  const line = { status: 'crawling', completed: 84, total: 120, failed: 3, rate };
  expect(plainProgress(line)).toBe('crawling  84/120  3 failed  8.4 pages/s  0:10  0:04 left');
  expect(jobProgressLine(line, 91, false)).toMatch(/^█{19}░{9} {2}crawling/);
});

test('hours are shown from the first hour on', () => {
  expect([formatClock(0), formatClock(59_999), formatClock(3_599_000), formatClock(3_600_000)]).toEqual([
    '0:00',
    '0:59',
    '59:59',
    '1:00:00',
  ]);
});
