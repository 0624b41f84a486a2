import { expect, test } from 'vitest';
import {
  judgeSource,
  judgeTrouble,
  tellFailed,
  type SourceLine,
} from '../../monitor/sources/source-types.ts';

const now = Date.UTC(2026, 5, 1);
const line = (more: Partial<SourceLine>): SourceLine =>
  ({
    condition: 'active',
    openRun: null,
    failedInRow: 0,
    lastRunAt: '2026-05-01T00:00:00.000Z',
    lastRunOutcome: 'completed',
    lastRunCode: null,
    lastChangeAt: null,
    ...more,
  }) as SourceLine;

test.each([
  [{}, 'ok', null],
  [{ failedInRow: 2, lastRunOutcome: 'failed' }, 'failed', 'failed 2 times in a row'],
  [
    { lastRunOutcome: 'failed', lastRunCode: 'BUDGET_EXHAUSTED' },
    'failed',
    'last run failed: BUDGET_EXHAUSTED',
  ],
  [{ lastRunOutcome: 'completed', lastRunCode: 'BUDGET_EXHAUSTED' }, 'ok', null],
  [{ lastRunOutcome: 'failed', condition: 'paused' }, 'paused', 'last run failed'],
] as const)('a source whose last run failed is never told as ok: %o is %s', (more, state, words) => {
  const source = line(more);
  expect([judgeSource(source, now), tellFailed(source)]).toEqual([state, words]);
  expect(judgeTrouble(source)).toBe(state === 'ok' ? 'active' : state);
});
