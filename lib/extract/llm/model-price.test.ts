import { expect, test } from 'vitest';
import { noModelUsage } from '../model/page-extraction.ts';
import { addUsage, costOf, priceOf } from './model-price.ts';

test('a model without a known price costs an unknown sum, not nothing', () => {
  expect(priceOf('my-own-model')).toBeNull();
  expect(costOf(null, { inputTokens: 10, outputTokens: 10 })).toBeNull();
  const spent = { calls: 1, inputTokens: 10, outputTokens: 10, dollars: null };
  expect(addUsage(noModelUsage, spent, { ...spent, dollars: 1 })).toEqual({
    calls: 2,
    inputTokens: 20,
    outputTokens: 20,
    dollars: null,
  });
});

test("a deployment's own price goes before the list, and a dated name costs what its model does", () => {
  expect(priceOf('gpt-4o-mini-2024-07-18')).toEqual(priceOf('gpt-4o-mini'));
  const own = { 'gpt-4o-mini': { input: 1, output: 2 } };
  expect(priceOf('gpt-4o-mini-2024-07-18', own)).toEqual({ input: 1, output: 2 });
  expect(costOf({ input: 1, output: 2 }, { inputTokens: 500_000, outputTokens: 250_000 })).toBe(1);
});

test('a prompt beyond the tier of its model costs the higher rate, all of it', () => {
  const price = { input: 1, output: 2, above: { inputTokens: 1_000, input: 10, output: 20 } };
  expect(costOf(price, { inputTokens: 1_000, outputTokens: 0 })).toBeCloseTo(0.001);
  expect(costOf(price, { inputTokens: 1_001, outputTokens: 0 })).toBeCloseTo(0.010_01);
});
