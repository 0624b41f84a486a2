import { expect, test } from 'vitest';
import { runColumns, type Run } from './run-lines.ts';

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
  [{ pages: { present: 3, unreachable: 1 } }, 'no change; 1 unreachable'],
  [{ changes: { modified: 2 }, held: 3 }, '2 modified, 3 held back'],
  [{ changes: { added: 1 }, pages: { unreachable: 2 } }, '1 added; 2 unreachable'],
  [{ outcome: 'skipped', pages: { unreachable: 2 } }, ''],
] as const)(
  'a log tells pages that could not be fetched apart from those without a change: %j',
  (of, told) => {
    expect(changes(of)).toBe(told);
  },
);
