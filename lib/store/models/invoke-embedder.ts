import { BedrockRuntimeClient, InvokeModelCommand } from '@aws-sdk/client-bedrock-runtime';
import * as z from 'zod';
import type { EmbedderCall } from '../../extract/llm/call-embedder.ts';
import { estimateTokens } from '../../extract/model/token-estimate.ts';

/** Calls Bedrock with the role of the function: there is no key. */
export const openBedrock = (): BedrockRuntimeClient => new BedrockRuntimeClient({ maxAttempts: 3 });

/** Titan takes one text, and returns its number of tokens (Bedrock User Guide, "Amazon Titan Text Embeddings"). */
const titanSchema = z.object({ embedding: z.array(z.number()), inputTextTokenCount: z.number() });

/** Cohere's third family returns a list, the fourth one by type (Bedrock User Guide, "Cohere Embed"). */
const cohereSchema = z.object({
  embeddings: z.union([
    z.array(z.array(z.number())),
    z.object({ float: z.array(z.array(z.number())) }).transform(({ float }) => float),
  ]),
});

export interface BedrockQuestion {
  readonly model: string;
  readonly texts: readonly string[];
  readonly dimensions: number;
  readonly purpose: 'query' | 'passage';
}

const bodyOf = ({ model, texts, dimensions, purpose }: BedrockQuestion): unknown => {
  if (model.startsWith('amazon.titan')) return { inputText: texts[0] ?? '', dimensions, normalize: true };
  return {
    texts,
    input_type: purpose === 'query' ? 'search_query' : 'search_document',
    // If a text were cut silently, it would only be found by its beginning, and nobody would know.
    truncate: 'NONE',
    ...(model.startsWith('cohere.embed-v4')
      ? { output_dimension: dimensions, embedding_types: ['float'] }
      : {}),
  };
};

/** Refusals that another try would get again. */
const lasting = new Set([
  'AccessDeniedException',
  'ValidationException',
  'ResourceNotFoundException',
  'UnrecognizedClientException',
]);

/** Calls Bedrock for vectors of texts: one text if the model takes one, a batch if it takes several. */
export const invokeEmbedder = async (
  client: Pick<BedrockRuntimeClient, 'send'>,
  question: BedrockQuestion,
  timeoutMs: number,
): Promise<EmbedderCall> => {
  try {
    const answer = await client.send(
      new InvokeModelCommand({
        modelId: question.model,
        contentType: 'application/json',
        accept: 'application/json',
        body: new TextEncoder().encode(JSON.stringify(bodyOf(question))),
      }),
      { abortSignal: AbortSignal.timeout(timeoutMs) },
    );
    const body: unknown = JSON.parse(new TextDecoder().decode(answer.body));
    const titan = titanSchema.safeParse(body);
    if (titan.success)
      return {
        kind: 'answered',
        vectors: [titan.data.embedding],
        tokens: titan.data.inputTextTokenCount,
      };
    const cohere = cohereSchema.safeParse(body);
    if (!cohere.success || cohere.data.embeddings.length !== question.texts.length)
      return { kind: 'broken', broken: { kind: 'unreadable' } };
    // Cohere's answer has no count.
    const tokens = question.texts.reduce((sum, text) => sum + estimateTokens(text), 0);
    return { kind: 'answered', vectors: cohere.data.embeddings, tokens };
  } catch (error) {
    if (error instanceof SyntaxError) return { kind: 'broken', broken: { kind: 'unreadable' } };
    const { name, message } = error instanceof Error ? error : new Error(String(error));
    if (name === 'AbortError' || name === 'TimeoutError')
      return { kind: 'broken', broken: { kind: 'timeout' } };
    const status = lasting.has(name) ? 400 : 503;
    return {
      kind: 'broken',
      broken: { kind: 'http', status, headers: new Headers(), words: `${name}: ${message}` },
    };
  }
};
