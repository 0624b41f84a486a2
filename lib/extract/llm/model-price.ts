import * as z from 'zod';
import { noModelUsage, type ModelUsage } from '../model/page-extraction.ts';

const dollars = z.number().min(0).max(10_000);

/** Dollars for a million tokens in and out; some models cost more if the prompt is longer than `above.inputTokens`. */
export const modelPriceSchema = z.strictObject({
  input: dollars,
  output: dollars,
  above: z
    .strictObject({ inputTokens: z.number().int().positive(), input: dollars, output: dollars })
    .optional(),
});
export type ModelPrice = z.infer<typeof modelPriceSchema>;

const flat = (input: number, output: number): ModelPrice => ({ input, output });

const tiered = (
  [input, output]: readonly [number, number],
  inputTokens: number,
  [longInput, longOutput]: readonly [number, number],
): ModelPrice => ({ input, output, above: { inputTokens, input: longInput, output: longOutput } });

/**
 * List prices for ordinary requests, from the providers' price pages between August and November 2026. Prices change: a
 * deployment sets its own under `prices` in GLEANER_LLM. A dated name (`gpt-4o-mini-2024-07-18`) costs the same as its
 * model.
 */
const listPrices: Readonly<Record<string, ModelPrice>> = {
  'gpt-6-astra': flat(10, 50),
  'gpt-6-sol': flat(2, 10),
  'gpt-6-luna': flat(0.1, 0.5),
  'gpt-5.6-sol': flat(4, 20),
  'gpt-5.6-terra': tiered([2, 12], 272_000, [4, 18]),
  'gpt-5.6-luna': tiered([0.2, 1.2], 272_000, [0.4, 1.8]),
  'gpt-5.5': flat(5, 30),
  'gpt-5.4': flat(2.5, 15),
  'gpt-5.4-mini': flat(0.75, 4.5),
  'gpt-5.4-nano': flat(0.2, 1.25),
  'gpt-5.1': flat(1.25, 10),
  'gpt-5': flat(1.25, 10),
  'gpt-5-mini': flat(0.25, 2),
  'gpt-5-nano': flat(0.05, 0.4),
  'gpt-4.1': flat(2, 8),
  'gpt-4.1-mini': flat(0.4, 1.6),
  'gpt-4.1-nano': flat(0.1, 0.4),
  'gpt-4o': flat(2.5, 10),
  'gpt-4o-mini': flat(0.15, 0.6),
  'claude-fable-5-1': flat(10, 50),
  'claude-opus-5-5': flat(4, 20),
  'claude-opus-5': flat(5, 25),
  'claude-opus-4-6': flat(5, 25),
  'claude-sonnet-5-5': flat(2, 10),
  'claude-haiku-5-5': tiered([0.1, 0.5], 100_000, [0.5, 2.5]),
  'gemini-3.8-flash': flat(0.75, 3.75),
  'gemini-3.5-flash': flat(1.5, 9),
  'gemini-3.5-flash-lite': flat(0.3, 2.5),
  'gemini-3.1-pro-preview': tiered([2, 12], 200_000, [4, 18]),
  'gemini-2.5-pro': tiered([1.25, 10], 200_000, [2.5, 15]),
  'gemini-2.5-flash': flat(0.3, 2.5),
  'gemini-2.5-flash-lite': flat(0.1, 0.4),
};

/**
 * Removes from a model's name the date of its release, as OpenAI (`-2024-07-18`) and Anthropic (`-20251001`) append it.
 */
const undated = (model: string): string => model.replace(/-(?:\d{4}-\d\d-\d\d|\d{8}|latest)$/, '');

/** Returns the price of a model, the deployment's own first. Null means that it is not known, not that it is zero. */
export const findModelPrice = (
  model: string,
  own: Readonly<Record<string, ModelPrice>> = {},
): ModelPrice | null => {
  const names = [model, undated(model)];
  for (const prices of [own, listPrices]) {
    const name = names.find((each) => Object.hasOwn(prices, each));
    if (name !== undefined) return prices[name] ?? null;
  }
  return null;
};

/** Returns dollars for one call; null if the price is not known. */
export const callCost = (
  price: ModelPrice | null,
  tokens: { readonly inputTokens: number; readonly outputTokens: number },
): number | null => {
  if (price === null) return null;
  const rate =
    price.above !== undefined && tokens.inputTokens > price.above.inputTokens ? price.above : price;
  return (tokens.inputTokens * rate.input + tokens.outputTokens * rate.output) / 1_000_000;
};

/** Adds usages. If one has no price, the sum has none. */
export const addUsage = (...usages: readonly ModelUsage[]): ModelUsage =>
  usages.reduce(
    (sum, each) => ({
      calls: sum.calls + each.calls,
      inputTokens: sum.inputTokens + each.inputTokens,
      outputTokens: sum.outputTokens + each.outputTokens,
      dollars: sum.dollars === null || each.dollars === null ? null : sum.dollars + each.dollars,
    }),
    noModelUsage,
  );
