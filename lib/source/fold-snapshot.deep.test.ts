import { expect, test } from 'vitest';
import { seedsOfRun } from '../../test/slices/slices.ts';
import { foldHistory } from '../../test/sources/fold-history.ts';

const seeds = seedsOfRun(110_001, 20_000);

// `npm run prove:sources -- --law fold` takes a hundred thousand.
test(`of ${seeds.length} random histories, no page that is there is told as deleted`, () => {
  let deletions = 0;
  for (const seed of seeds) {
    const { violations, deletions: more } = foldHistory(seed);
    expect(violations).toEqual([]);
    deletions += more;
  }
  console.log(`${deletions} pages were told as deleted, none of them falsely`);
  expect(deletions).toBeGreaterThan(2.5 * seeds.length);
});
