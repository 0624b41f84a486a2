import type { ModelChoice } from '../../lib/extract/llm/model-choice.ts';

/** A model that was chosen, where nothing is asked of it. */
export const testChoice: ModelChoice = {
  provider: 'test',
  baseUrl: 'http://test.invalid',
  model: 'test',
  isKeyless: true,
  keyConcurrency: 1,
  price: null,
  parameters: {},
};
