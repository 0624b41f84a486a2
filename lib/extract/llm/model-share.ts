import type { ExtractSpec } from '../../request/extract-spec.ts';
import { fieldsOfSpec } from '../schema/asked-fields.ts';
import { chooseModel } from './model-choice.ts';
import type { ModelPrice } from './model-price.ts';
import type { ModelSettings } from './model-settings.ts';

/** An estimate of what a model is asked about one page, made before the page is fetched. */
export interface ModelShare {
  /** Null if no model would be asked: the request names one that this deployment does not know. */
  readonly model: string | null;
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** Null if it is not known. */
  readonly price: ModelPrice | null;
}

/** Tokens of the Markdown of a page of usual length: some 1,300 words. */
export const pageTokensUsual = 2_000;

/**
 * Tokens of the instructions and the schema's frame; of a field's name, type and description; of its value in an
 * answer.
 */
const questionTokens = 450;
const fieldTokens = { asked: 30, answered: 20 } as const;
const answerTokens = 30;
/** Tokens of an answer without named fields, and of a summary. */
const freeAnswerTokens = 250;
const summaryTokens = { asked: 150, answered: 200 } as const;

/**
 * Estimates the most that a model is likely to take for a page of usual length. Fields that the page's own data answers
 * and answers from the cache take no tokens, so the cost may be zero.
 *
 * @param spec What is extracted; null for nothing.
 */
export const estimateModelShare = (
  settings: ModelSettings,
  spec: ExtractSpec | null,
  hasSummary: boolean,
): ModelShare | null => {
  if (spec === null && !hasSummary) return null;
  // Only functions that ask know which keys there are, so every provider is taken to have one.
  const keyed = new Set(['openai', 'anthropic', 'google', ...Object.keys(settings.providers)]);
  const chosen = chooseModel(settings, keyed, { provider: spec?.provider, model: spec?.model });
  const read = spec === null ? null : fieldsOfSpec(spec);
  const fields = read?.kind === 'read' ? read.fields.length : 0;
  const answered = fields === 0 ? freeAnswerTokens : answerTokens + fields * fieldTokens.answered;
  const asked = pageTokensUsual + questionTokens + fields * fieldTokens.asked;
  return {
    model: chosen.kind === 'chosen' ? chosen.choice.model : null,
    price: chosen.kind === 'chosen' ? chosen.choice.price : null,
    inputTokens: (spec === null ? 0 : asked) + (hasSummary ? pageTokensUsual + summaryTokens.asked : 0),
    outputTokens: (spec === null ? 0 : answered) + (hasSummary ? summaryTokens.answered : 0),
  };
};
