import * as z from 'zod';
import { brokenCall, modelClient } from './call-model.ts';
import type { BrokenCall } from './model-trouble.ts';

/** What an embedder made of texts, in their order, and the tokens that it counts. */
export type EmbedderCall =
  | {
      readonly kind: 'answered';
      readonly vectors: readonly (readonly number[])[];
      readonly tokens: number | null;
    }
  | { readonly kind: 'broken'; readonly broken: BrokenCall };

/** Servers leave out the places of vectors, and their counts. */
const answerSchema = z.object({
  data: z.array(z.object({ index: z.number().int().optional(), embedding: z.array(z.number()) })),
  usage: z.object({ total_tokens: z.number().nullish(), prompt_tokens: z.number().nullish() }).nullish(),
});

/** What is sent of a question. */
export interface EmbedderQuestion {
  readonly model: string;
  readonly texts: readonly string[];
  /** Said to servers whose models make vectors of several lengths. */
  readonly dimensions: number | null;
}

/**
 * Asks an OpenAI-compatible server for vectors, once. What goes wrong is a value.
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
    // The SDK asks for base64, a quarter of the size, and reads plain numbers of servers that know only those.
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
