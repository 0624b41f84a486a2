import { expect, test } from 'vitest';
import { isJobId, newJobId } from './job-id.ts';

test('ids sort by the moment of their making, and nothing else is taken for one', () => {
  const ids = [1_700_000_000_000, 1_700_000_000_001, 1_800_000_000_000].map((now) => newJobId(now));
  expect(ids.toSorted()).toEqual(ids);
  expect(ids.every(isJobId)).toBe(true);
  for (const text of ['', 'nope', `${ids[0]}x`, ids[0]?.toUpperCase() ?? '', '../../etc'])
    expect(isJobId(text)).toBe(false);
});
