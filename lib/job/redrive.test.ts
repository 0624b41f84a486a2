import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isSameSelection, picks, quotaAfter, seriesThrough } from './redrive.ts';

const none = { codes: [], include: [] };
const page = fc.record({
  state: fc.constantFrom('failed' as const, 'blocked' as const, 'skipped' as const),
  code: fc.constantFrom(
    'TIMEOUT',
    'ROBOTS_DISALLOWED',
    'JOB_CANCELLED',
    'JOB_DEADLINE',
    'REDIRECT_OUT_OF_SCOPE',
  ),
});

test('a code picks its pages, however they ended, and no others', () => {
  fc.assert(
    fc.property(page, fc.constantFrom('TIMEOUT', 'JOB_CANCELLED', 'ROBOTS_DISALLOWED'), (ended, code) => {
      expect(picks({ ...none, codes: [code] }, ended)).toBe(ended.code === code);
    }),
  );
});

test('blocked pages, and pages that led out of scope, are picked by nothing but their code', () => {
  fc.assert(
    fc.property(page, (ended) => {
      const taken = picks({ codes: [], include: ['failed', 'abandoned'] }, ended);
      if (ended.state === 'blocked' || ended.code === 'REDIRECT_OUT_OF_SCOPE')
        expect(taken).toBe(ended.state === 'failed');
      if (ended.state === 'failed') expect(taken).toBe(true);
    }),
  );
});

test('abandoned pages are those that the end of the job skipped', () => {
  const abandoned = { codes: [], include: ['abandoned' as const] };
  expect(picks(abandoned, { state: 'skipped', code: 'JOB_CANCELLED' })).toBe(true);
  expect(picks(abandoned, { state: 'skipped', code: 'JOB_DEADLINE' })).toBe(true);
  expect(picks(abandoned, { state: 'skipped', code: 'BUDGET_EXHAUSTED' })).toBe(true);
  // A job that a page made fail leaves its other pages with the code of that page.
  expect(picks(abandoned, { state: 'skipped', code: 'HTTP_NOT_FOUND' })).toBe(true);
  expect(picks(abandoned, { state: 'skipped', code: 'REDIRECT_OUT_OF_SCOPE' })).toBe(false);
  expect(picks(abandoned, { state: 'skipped', code: 'LIMIT_REACHED' })).toBe(false);
  expect(picks(abandoned, { state: 'failed', code: 'TIMEOUT' })).toBe(false);
});

test('selections are the same when they name the same', () => {
  const codes = { ...none, codes: ['A', 'B'] };
  expect(isSameSelection(codes, { ...none, codes: ['A', 'B'] })).toBe(true);
  expect(isSameSelection(codes, { ...none, codes: ['A'] })).toBe(false);
  expect(isSameSelection(codes, { codes: ['A', 'B'], include: ['failed'] })).toBe(false);
});

test('a series names every job in the order in which they were made, and how each came about', () => {
  const redrive = { of: 'a', selection: none, pages: 1 };
  expect(seriesThrough({ id: 'a' })).toEqual([{ job: 'a' }]);
  expect(seriesThrough({ id: 'b', series: [{ job: 'a' }], redrive })).toEqual([
    { job: 'a' },
    { job: 'b', redrive },
  ]);
});

test('however often pages are redriven, the pages of a series never exceed the limit of its first job', () => {
  const round = fc.record({ fails: fc.nat(1_000), seeded: fc.nat(1_000), finds: fc.nat(1_000) });
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1_000 }), fc.array(round, { maxLength: 6 }), (limit, rounds) => {
      let last: Parameters<typeof quotaAfter>[0] = { limit, admitted: Math.min(limit, rounds.length * 100) };
      let distinct = last.admitted;
      for (const { fails, seeded, finds } of rounds) {
        const pages = Math.max(1, Math.min(fails, distinct));
        const next = pages + quotaAfter(last);
        // A job that is cut while it is seeded admits no child.
        const seeds = Math.min(seeded, pages);
        const found = seeds < pages ? 0 : Math.min(finds, next - pages);
        distinct += found;
        last = { limit: next, admitted: seeds + found, redrive: { of: 'a', selection: none, pages } };
        expect(distinct).toBeLessThanOrEqual(limit);
        expect(distinct + quotaAfter(last)).toBe(limit);
      }
    }),
  );
});
