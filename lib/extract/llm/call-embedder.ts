import * as z from 'zod';
import { brokenCall, modelClient } from './call-model.ts';
import type { BrokenCall } from './model-trouble.ts';

/** An embedder's vectors in the order of the texts, and the tokens that it counts. */
export type EmbedderCall =
  | {
      readonly kind: 'answered';
      readonly vectors: readonly (readonly number[])[];
      readonly tokens: number | null;
    }
  | { readonly kind: 'broken'; readonly broken: BrokenCall };

/** Servers may leave out the indexes of vectors, and their counts. */
const answerSchema = z.object({
  data: z.array(z.object({ index: z.number().int().optional(), embedding: z.array(z.number()) })),
  usage: z.object({ total_tokens: z.number().nullish(), prompt_tokens: z.number().nullish() }).nullish(),
});

/** The parts of a question that are sent. */
export interface EmbedderQuestion {
  readonly model: string;
  readonly texts: readonly string[];
  /** Sent to servers whose models make vectors of several lengths; else null. */
  readonly dimensions: number | null;
}

/**
 * Asks an OpenAI-compatible server for vectors, once. Errors are returned as values.
 *
 * @param timeoutMs From the first byte sent to the last received.
 */
export const callEmbedder = async (
  at: { readonly baseUrl: string; readonly key: string },
  { model, texts, dimensions }: EmbedderQuestion,
  timeoutMs: number,
): Promise<EmbedderCall> => {
  const signal = AbortSignal.timeout(timeoutMs);
  try {
    // The SDK asks for base64, a quarter of the size; it also reads plain numbers from servers that know only those.
    const answer: unknown = await modelClient(at, timeoutMs).embeddings.create(
      { model, input: [...texts], ...(dimensions === null ? {} : { dimensions }) },
      { signal },
    );
    const parsed = answerSchema.safeParse(answer);
    if (!parsed.success || parsed.data.data.length !== texts.length)
      return { kind: 'broken', broken: { kind: 'unreadable' } };
    const { data, usage } = parsed.data;
    const inOrder = data
      .map(({ index, embedding }, place) => ({ place: index ?? place, embedding }))
      .toSorted((a, b) => a.place - b.place);
    return {
      kind: 'answered',
      vectors: inOrder.map(({ embedding }) => embedding),
      tokens: usage?.total_tokens ?? usage?.prompt_tokens ?? null,
    };
  } catch (error) {
    return { kind: 'broken', broken: brokenCall(error, signal) };
  }
};
