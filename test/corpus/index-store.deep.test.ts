import { afterAll, beforeAll, test } from 'vitest';
import { indexKinds, startIndexes, type IndexesUnderTest } from './indexes-under-test.ts';
import { tenThousandPassages } from './store-cases/all-cases.ts';

let indexes: IndexesUnderTest;
beforeAll(async () => {
  indexes = await startIndexes();
});
afterAll(async () => {
  await indexes?.close();
});

test.each(indexKinds)('ten thousand passages, whose vectors are in %s', async (kind) => {
  await tenThousandPassages(indexes.underTest(kind));
});
