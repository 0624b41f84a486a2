import { expect, test } from 'vitest';
import { noModelUsage } from '../model/page-extraction.ts';
import { addUsage, callCost, findModelPrice } from './model-price.ts';

test('a model without a known price costs an unknown sum, not nothing', () => {
  expect(findModelPrice('my-own-model')).toBeNull();
  expect(callCost(null, { inputTokens: 10, outputTokens: 10 })).toBeNull();
  const spent = { calls: 1, inputTokens: 10, outputTokens: 10, dollars: null };
  expect(addUsage(noModelUsage, spent, { ...spent, dollars: 1 })).toEqual({
    calls: 2,
    inputTokens: 20,
    outputTokens: 20,
    dollars: null,
  });
});

test("a deployment's own price goes before the list, and a dated name costs what its model does", () => {
  expect(findModelPrice('gpt-4o-mini-2024-07-18')).toEqual(findModelPrice('gpt-4o-mini'));
  const own = { 'gpt-4o-mini': { input: 1, output: 2 } };
  expect(findModelPrice('gpt-4o-mini-2024-07-18', own)).toEqual({ input: 1, output: 2 });
  expect(callCost({ input: 1, output: 2 }, { inputTokens: 500_000, outputTokens: 250_000 })).toBe(1);
});

test('a prompt beyond the tier of its model costs the higher rate, all of it', () => {
  const price = { input: 1, output: 2, above: { inputTokens: 1_000, input: 10, output: 20 } };
  expect(callCost(price, { inputTokens: 1_000, outputTokens: 0 })).toBeCloseTo(0.001);
  expect(callCost(price, { inputTokens: 1_001, outputTokens: 0 })).toBeCloseTo(0.010_01);
});
