import { expect, test } from 'vitest';
import { foldHistory } from '../../test/sources/fold-history.ts';

test('of a hundred thousand random histories, no page that is there is told as deleted', () => {
  let deletions = 0;
  for (let seed = 10_001; seed <= 110_000; seed += 1) {
    const { violations, deletions: more } = foldHistory(seed);
    expect(violations).toEqual([]);
    deletions += more;
  }
  console.log(`${deletions} pages were told as deleted, none of them falsely`);
  expect(deletions).toBeGreaterThan(100_000);
});
