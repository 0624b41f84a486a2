import { expect, test } from 'vitest';
import { foldHistory } from '../../test/sources/fold-history.ts';

// `npm run prove:sources -- --law fold` takes a hundred thousand.
test('of twenty thousand random histories, no page that is there is told as deleted', () => {
  let deletions = 0;
  for (let seed = 110_001; seed <= 130_000; seed += 1) {
    const { violations, deletions: more } = foldHistory(seed);
    expect(violations).toEqual([]);
    deletions += more;
  }
  console.log(`${deletions} pages were told as deleted, none of them falsely`);
  expect(deletions).toBeGreaterThan(50_000);
});
