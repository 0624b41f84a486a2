import { afterAll, beforeAll, expect, test } from 'vitest';
import { catalogue, quickCatalogue } from './catalogue/catalogue.ts';
import { runAttacks, startTarget } from './catalogue/run-catalogue.ts';

/** A part of `npm run attack`, against a stack of its own. */
let target: Awaited<ReturnType<typeof startTarget>>;
beforeAll(async () => {
  target = await startTarget();
});
afterAll(async () => {
  await target?.stop();
});

test('the catalogue has at least four hundred attacks, each of a name of its own', () => {
  const names = catalogue.map(({ group, name }) => `${group}: ${name}`);
  expect(names.length).toBeGreaterThanOrEqual(400);
  expect(new Set(names).size).toBe(names.length);
});

test('of the quick attacks none gets something', async () => {
  expect(quickCatalogue.length).toBeGreaterThanOrEqual(60);
  const ended = await runAttacks(target, quickCatalogue);
  const failed = ended.flatMap(({ attack, verdict }) =>
    typeof verdict === 'string' ? [] : [`${attack.group}: ${attack.name}: ${verdict.failed}`],
  );
  expect(failed).toEqual([]);
  expect(target.site.canaryHits()).toBe(0);
});
