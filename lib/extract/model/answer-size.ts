import { createHash } from 'node:crypto';
import * as z from 'zod';
import type { ModelChoice } from '../llm/model-choice.ts';
import { canonicalJson } from '../schema/json.ts';
import type { JsonSchema } from '../schema/json-schema.ts';

/**
 * What answers in the shape of one schema take: the average of their output tokens, and how many answers it knows. A
 * team's questions with this schema to one model reserve by it, in whatever job.
 */
export const answerSizeSchema = z.object({
  tokens: z.number().positive(),
  answers: z.number().int().min(1),
});
export type AnswerSize = z.infer<typeof answerSizeSchema>;

/** Whose answers are averaged together. */
export interface AnswerShape {
  readonly choice: Pick<ModelChoice, 'baseUrl' | 'model'>;
  /** The whole schema of the order. */
  readonly schema: JsonSchema;
}

/** Knows what answers take, for one team. */
export interface AnswerSizes {
  /** Returns the average output tokens of an answer; undefined if none is known. */
  readonly usual: (shape: AnswerShape) => Promise<number | undefined>;
  /** Learns from an answer. `expected`: the tokens that its fields let expect, for the first one. */
  readonly note: (shape: AnswerShape, answer: { expected: number; outputTokens: number }) => Promise<void>;
}

/** Identifies a shape: the same for a schema whose members are in another order. */
export const answerSizeId = (team: string, { choice, schema }: AnswerShape): string =>
  createHash('sha256')
    .update(canonicalJson([team, choice.baseUrl, choice.model, schema]))
    .digest('hex')
    .slice(0, 32);

/** An answer counts at most this many times the average: one page is no rule. */
const outlier = 4;
/** Of how many answers the average is: of few if an answer is longer, because too little was reserved for it. */
const answersMax = { longer: 8, shorter: 32 } as const;

/** Returns what is known of answers after one more. */
export const nextAnswerSize = (
  known: AnswerSize | null,
  { expected, outputTokens }: { readonly expected: number; readonly outputTokens: number },
): AnswerSize => {
  const { tokens, answers } = known ?? { tokens: Math.max(1, expected), answers: 1 };
  const counted = Math.min(Math.max(outputTokens, 1), tokens * outlier);
  const most = counted > tokens ? answersMax.longer : answersMax.shorter;
  return {
    tokens: tokens + (counted - tokens) / Math.min(answers + 1, most),
    answers: Math.min(answers + 1, answersMax.shorter),
  };
};
