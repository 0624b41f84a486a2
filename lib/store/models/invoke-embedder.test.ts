import { BedrockRuntimeClient, InvokeModelCommand } from '@aws-sdk/client-bedrock-runtime';
import { mockClient } from 'aws-sdk-client-mock';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { invokeEmbedder, type BedrockQuestion } from './invoke-embedder.ts';

const bedrock = mockClient(BedrockRuntimeClient);
const client = new BedrockRuntimeClient({ region: 'us-east-1' });
beforeEach(() => void bedrock.reset());
afterAll(() => {
  bedrock.restore();
});

const answerWith = (body: unknown): void => {
  const bytes = new TextEncoder().encode(JSON.stringify(body));
  bedrock.on(InvokeModelCommand).resolves({ body: Object.assign(bytes, { transformToString: () => '' }) });
};
const sent = (): unknown => {
  const { input } = bedrock.commandCalls(InvokeModelCommand)[0]?.args[0] ?? {};
  return {
    modelId: input?.modelId,
    body: JSON.parse(new TextDecoder().decode(input?.body as Uint8Array)) as unknown,
  };
};
const question = (more: Partial<BedrockQuestion>): BedrockQuestion => ({
  model: 'amazon.titan-embed-text-v2:0',
  texts: ['weir'],
  dimensions: 256,
  purpose: 'passage',
  ...more,
});

describe('an embedder of Bedrock', () => {
  test('Titan is sent one text, and says its tokens', async () => {
    answerWith({ embedding: [1, 0], inputTextTokenCount: 3 });
    expect(await invokeEmbedder(client, question({}), 1_000)).toEqual({
      kind: 'answered',
      vectors: [[1, 0]],
      tokens: 3,
    });
    expect(sent()).toEqual({
      modelId: 'amazon.titan-embed-text-v2:0',
      body: { inputText: 'weir', dimensions: 256, normalize: true },
    });
  });

  test.each([
    ['cohere.embed-multilingual-v3', { embeddings: [[1], [2]] }, {}],
    [
      'cohere.embed-v4:0',
      { embeddings: { float: [[1], [2]] } },
      { output_dimension: 256, embedding_types: ['float'] },
    ],
  ])('%s is sent a batch, told what for, and cuts nothing in silence', async (model, answer, more) => {
    answerWith(answer);
    const called = await invokeEmbedder(
      client,
      question({ model, texts: ['a', 'b'], purpose: 'query' }),
      1_000,
    );
    expect(called).toMatchObject({ kind: 'answered', vectors: [[1], [2]] });
    expect(sent()).toEqual({
      modelId: model,
      body: { texts: ['a', 'b'], input_type: 'search_query', truncate: 'NONE', ...more },
    });
  });

  test.each([
    ['ThrottlingException', 503],
    ['ModelTimeoutException', 503],
    ['AccessDeniedException', 400],
    ['ValidationException', 400],
  ])('%s is a value: passing or not', async (name, status) => {
    bedrock.on(InvokeModelCommand).rejects(Object.assign(new Error('no'), { name }));
    expect(await invokeEmbedder(client, question({}), 1_000)).toMatchObject({
      kind: 'broken',
      broken: { kind: 'http', status, words: `${name}: no` },
    });
  });

  test('an answer that holds no vector for each text is unreadable', async () => {
    answerWith({ embeddings: [[1]] });
    const called = await invokeEmbedder(
      client,
      question({ model: 'cohere.embed-english-v3', texts: ['a', 'b'] }),
      1_000,
    );
    expect(called).toEqual({ kind: 'broken', broken: { kind: 'unreadable' } });
  });
});
