import { expect, test } from 'vitest';
import { judgeRun, saysOfSource } from './judge-run.ts';

test('a run that reads no page has failed, and one that was cancelled stays cancelled', () => {
  expect(judgeRun({ outcome: 'completed', pagesRead: 0 })).toBe('failed');
  expect(judgeRun({ outcome: 'completed', pagesRead: 1 })).toBe('completed');
  expect(judgeRun({ outcome: 'completed', pagesRead: undefined })).toBe('completed');
  expect(judgeRun({ outcome: 'cancelled', pagesRead: 0 })).toBe('cancelled');
});

test('only a run that was not cancelled and could pay says whether its source can be read', () => {
  expect(saysOfSource({ outcome: 'failed', code: 'HTTP_FORBIDDEN' })).toBe(true);
  expect(saysOfSource({ outcome: 'completed', code: undefined })).toBe(true);
  expect(saysOfSource({ outcome: 'completed', code: 'BUDGET_EXHAUSTED' })).toBe(false);
  expect(saysOfSource({ outcome: 'cancelled', code: undefined })).toBe(false);
});
