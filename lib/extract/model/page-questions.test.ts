import { expect, test } from 'vitest';
import { makeFields } from '../facts.fixture.ts';
import type { Question } from '../llm/model-output.ts';
import { expectedSpending } from './page-questions.ts';
import { testChoice } from '../../../test/harness/test-choice.ts';

const question = (more: Partial<Question> = {}): Question => ({
  choice: { ...testChoice, price: { input: 1, output: 2 } },
  schema: { type: 'object' },
  system: 'Read.',
  user: 'A page of some words.',
  maxOutputTokens: 8_192,
  ...more,
});
const string = { type: 'string' };

test('what a question may take is bounded by what answers with its schema took, with room above', () => {
  const fields = makeFields({ name: string, tags: { type: 'array', items: string } });
  const [at100, at200] = [100, 200].map((usual) => expectedSpending(question(), fields, usual));
  expect((at200?.tokens ?? 0) - (at100?.tokens ?? 0)).toBe(150);
  // Money in millionths of a dollar: two for a token of output.
  expect((at200?.microdollars ?? 0) - (at100?.microdollars ?? 0)).toBe(300);
});

test('before the first answer the fields say what it may take: a list more than a scalar, and no more than it may', () => {
  const one = expectedSpending(question(), makeFields({ name: string })).tokens;
  const two = expectedSpending(question(), makeFields({ name: string, sku: string })).tokens;
  const list = expectedSpending(question(), makeFields({ tags: { type: 'array', items: string } })).tokens;
  expect(two).toBeGreaterThan(one);
  expect(list).toBeGreaterThan(two);
  expect(one).toBeLessThan(200);
  const bounded = expectedSpending(question({ maxOutputTokens: 50 }), makeFields({ name: string }), 10_000);
  expect(bounded.tokens - expectedSpending(question({ maxOutputTokens: 0 }), []).tokens).toBe(50);
});
