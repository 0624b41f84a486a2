import { expect, test } from 'vitest';
import { isJobId, newJobId } from './job-id.ts';
import { mayBecome, outcomes } from './job.ts';

test('a job ends only through finishing, and an end is final', () => {
  expect(mayBecome('running', 'finishing')).toBe(true);
  for (const outcome of outcomes) {
    expect(mayBecome('running', outcome)).toBe(false);
    expect(mayBecome('finishing', outcome)).toBe(true);
    for (const next of ['running', 'finishing', ...outcomes] as const)
      expect(mayBecome(outcome, next)).toBe(false);
  }
});

test('ids sort by the moment of their making, and nothing else is taken for one', () => {
  const ids = [1_700_000_000_000, 1_700_000_000_001, 1_800_000_000_000].map((now) => newJobId(now));
  expect(ids.toSorted()).toEqual(ids);
  expect(ids.every(isJobId)).toBe(true);
  for (const text of ['', 'nope', `${ids[0]}x`, ids[0]?.toUpperCase() ?? '', '../../etc'])
    expect(isJobId(text)).toBe(false);
});
