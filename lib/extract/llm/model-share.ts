import type { ExtractSpec } from '../../request/extract-spec.ts';
import { fieldsOfSpec } from '../schema/asked-fields.ts';
import { chooseModel } from './model-choice.ts';
import type { ModelPrice } from './model-price.ts';
import type { ModelSettings } from './model-settings.ts';

/** What a model is asked about one page, as far as it can be told before the page is there. */
export interface ModelShare {
  /** Null where no model would be asked: the request names one that this deployment does not know. */
  readonly model: string | null;
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** Null where it is not known. */
  readonly price: ModelPrice | null;
}

/** Tokens of a page's markdown that is neither short nor long: some 1,300 words. */
export const pageTokensUsual = 2_000;

/** Instructions and the schema's frame; a field's name, type and description; its value in an answer. */
const questionTokens = 450;
const fieldTokens = { asked: 30, answered: 20 } as const;
const answerTokens = 30;
/** An answer whose fields nobody named, and a summary. */
const freeAnswerTokens = 250;
const summaryTokens = { asked: 150, answered: 200 } as const;

/**
 * The most that a model is likely to take for a page of the usual length. What the page's own data answers takes no
 * token, and
 * an answer that is known from before none either, so it may be nothing.
 *
 * @param order What is extracted; null where that is nothing.
 */
export const estimateModelShare = (
  settings: ModelSettings,
  order: ExtractSpec | null,
  hasSummary: boolean,
): ModelShare | null => {
  if (order === null && !hasSummary) return null;
  // Which keys there are only functions know that ask: every provider is taken to have one.
  const keyed = new Set(['openai', 'anthropic', 'google', ...Object.keys(settings.providers)]);
  const chosen = chooseModel(settings, keyed, { provider: order?.provider, model: order?.model });
  const read = order === null ? null : fieldsOfSpec(order);
  const fields = read?.kind === 'read' ? read.fields.length : 0;
  const answered = fields === 0 ? freeAnswerTokens : answerTokens + fields * fieldTokens.answered;
  const asked = pageTokensUsual + questionTokens + fields * fieldTokens.asked;
  return {
    model: chosen.kind === 'chosen' ? chosen.choice.model : null,
    price: chosen.kind === 'chosen' ? chosen.choice.price : null,
    inputTokens: (order === null ? 0 : asked) + (hasSummary ? pageTokensUsual + summaryTokens.asked : 0),
    outputTokens: (order === null ? 0 : answered) + (hasSummary ? summaryTokens.answered : 0),
  };
};
