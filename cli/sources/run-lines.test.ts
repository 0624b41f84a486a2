import { expect, test } from 'vitest';
import { runColumns, showLastRun, type Run } from './run-lines.ts';

const run: Run = {
  job: 'j',
  endedAt: '2026-03-01T06:00:00.000Z',
  outcome: 'completed',
  code: null,
  trigger: 'schedule',
  isComplete: false,
  visited: 1,
  changes: {},
  pages: { present: 4, unreachable: 0 },
  held: 0,
};
const changes = (of: Partial<Run>): string | undefined =>
  runColumns.find(({ heading }) => heading === 'CHANGES')?.show({ ...run, ...of });

test.each([
  [{}, 'no change'],
  [{ pages: { present: 3, unreachable: 1 } }, 'no change; 1 not read'],
  [{ changes: { modified: 2 }, held: 3 }, '2 modified, 3 held back'],
  [{ changes: { added: 1 }, pages: { unreachable: 2 } }, '1 added; 2 not read'],
  [{ health: { failed: 3 }, pages: { present: 2 } }, 'no change; 3 not read'],
  [{ health: { failed: 3 }, pages: { present: 2, unreachable: 1 } }, 'no change; 3 not read'],
  [{ health: null, pages: { present: 2 } }, 'no change'],
  [{ outcome: 'skipped', pages: { unreachable: 2 } }, ''],
] as const)(
  'a log tells pages that could not be fetched apart from those without a change: %j',
  (of, told) => {
    expect(changes(of)).toBe(told);
  },
);

test.each([
  [{}, ''],
  [{ code: 'JOB_DEADLINE' }, 'JOB_DEADLINE'],
  [{ health: { seed: { verdict: 'there' } } }, ''],
  [{ health: { seed: { verdict: 'gone', code: 'HTTP_NOT_FOUND' } } }, 'HTTP_NOT_FOUND'],
  [{ health: { seed: { verdict: 'moved' } } }, 'moved'],
  [{ outcome: 'failed', health: { failed: 2 } }, 'no page was read'],
] as const)("a log says why a run ended early, or what became of its source's own URL: %j", (of, told) => {
  expect(runColumns.find(({ heading }) => heading === 'REASON')?.show({ ...run, ...of })).toBe(told);
});

test.each([
  ['completed', null, '2026-11-22 12:00'],
  ['failed', 'HTTP_NOT_FOUND', '2026-11-22 12:00 failed HTTP_NOT_FOUND'],
  ['cancelled', null, '2026-11-22 12:00 cancelled'],
  [null, null, '2026-11-22 12:00'],
])('a list of sources says how a last run ended that did not complete: %s %s', (outcome, code, shown) => {
  const end = { lastRunAt: '2026-11-22T12:00:00.000Z', lastRunOutcome: outcome, lastRunCode: code };
  expect(showLastRun(end)).toBe(shown);
});
