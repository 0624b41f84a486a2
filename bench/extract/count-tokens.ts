import type { Answers } from '../../lib/extract/candidates/candidate.ts';
import type { PageFacts } from '../../lib/extract/candidates/page-facts.ts';
import type { ModelChoice } from '../../lib/extract/llm/model-choice.ts';
import type { Question } from '../../lib/extract/llm/model-output.ts';
import { openFields } from '../../lib/extract/model/asked-page.ts';
import { planQuestions, type PageQuestions } from '../../lib/extract/model/page-questions.ts';
import { writePrompt } from '../../lib/extract/model/prompt.ts';
import { estimateTokens } from '../../lib/extract/model/token-estimate.ts';
import type { Field } from '../../lib/extract/schema/field.ts';
import type { JsonObject } from '../../lib/extract/schema/json.ts';
import { completeSpec } from '../../lib/request/extract-spec.ts';

/** Tokens of words and schema together, as providers count them. */
const sizeOf = ({ system, user, schema }: Pick<Question, 'system' | 'user' | 'schema'>): number =>
  estimateTokens(system) + estimateTokens(user) + estimateTokens(JSON.stringify(schema));

/** A model for which questions are written and which none is put to. */
const choice: ModelChoice = {
  provider: 'bench',
  baseUrl: 'http://bench.invalid',
  model: 'bench',
  isKeyless: true,
  keyConcurrency: 1,
  price: null,
  parameters: {},
};

/** The questions that a page is asked for what it leaves open, were all of them put. */
export const questionsFor = (
  facts: PageFacts,
  fields: readonly Field[],
  answers: Answers,
  chunkTokens?: number,
): PageQuestions['questions'] => {
  const open = openFields(fields, answers);
  if (open.length === 0) return [];
  const schema = schemaAround(fields);
  const spec = completeSpec({ schema, ...(chunkTokens === undefined ? {} : { chunkTokens }) });
  const page = { facts, spec, fields, schema, isWrapped: false };
  return planQuestions(page, choice, { open, answers }, { until: 0 }).questions;
};

/** What they take. */
export const tokensAsked = (...asked: Parameters<typeof questionsFor>): number =>
  questionsFor(...asked).reduce((sum, { question }) => sum + sizeOf(question), 0);

const schemaAround = (fields: readonly Field[]): JsonObject => ({
  type: 'object',
  properties: Object.fromEntries(fields.map(({ name, schema }) => [name, schema])),
});

/** What would be sent if a model were asked for all fields with a whole text, in the same words. */
export const tokensOfWhole = (facts: PageFacts, text: string, fields: readonly Field[]): number => {
  const chunk = { headings: [], text, start: 0, end: text.length };
  const { title } = facts.metadata;
  const prompt = writePrompt({ url: facts.url, title, chunk, part: 1, parts: 1, fields });
  return sizeOf({ ...prompt, schema: schemaAround(fields) });
};
