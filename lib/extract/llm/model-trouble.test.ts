import { expect, test } from 'vitest';
import { diagnoseTrouble, type Trouble } from './model-trouble.ts';

const now = 1_000_000;

const of = (status: number, words: string, headers: Record<string, string> = {}): Trouble =>
  diagnoseTrouble({ kind: 'http', status, words, headers: new Headers(headers) }, 'sk-secret', now);

const code = (trouble: Trouble): string | null => ('failure' in trouble ? trouble.failure.code : null);

test.each([
  // OpenAI, vLLM, Anthropic, Google, Ollama, Bedrock.
  [
    "This model's maximum context length is 8192 tokens. However, you requested 9000 tokens",
    'LLM_CONTEXT_EXCEEDED',
  ],
  ['prompt is too long: 210000 tokens > 200000 maximum', 'LLM_CONTEXT_EXCEEDED'],
  [
    'The input token count (1100000) exceeds the maximum number of tokens allowed (1048576).',
    'LLM_CONTEXT_EXCEEDED',
  ],
  [
    'The response was filtered due to the prompt triggering our content management policy. content_filter',
    'LLM_CONTENT_FILTERED',
  ],
  ['model: claude-9 not_found_error the model was not found', 'LLM_MODEL_NOT_FOUND'],
  ['models/gemini-9 is not found for API version v1main', 'LLM_MODEL_NOT_FOUND'],
  ['The provided model identifier is invalid. Invalid model', 'LLM_MODEL_NOT_FOUND'],
])('a refused request says what is wrong with it: %s', (words, wanted) => {
  expect(code(of(400, words))).toBe(wanted);
});

test('a server says that it does not have a form, or that it cannot hold this schema; only the first is remembered', () => {
  const known =
    "Invalid parameter: 'response_format' of type 'json_schema' is not supported with this model.";
  expect(of(400, known)).toMatchObject({ kind: 'form', isKnown: true });
  expect(of(400, 'this model does not support tools')).toMatchObject({ kind: 'form', isKnown: true });
  const schema =
    "Invalid schema for response_format 'answer': In context=(), 'uniqueItems' is not permitted.";
  expect(of(400, schema)).toMatchObject({ kind: 'form', isKnown: false });
  expect(of(500, 'failed to parse grammar')).toMatchObject({ kind: 'form', isKnown: false });
  expect(of(422, 'something else entirely')).toMatchObject({ kind: 'form', isKnown: false });
});

test('a parameter that is not taken is told from one that is out of range', () => {
  const renamed =
    "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.";
  expect(of(400, renamed)).toMatchObject({ kind: 'parameter', name: 'tokenLimit' });
  expect(of(400, "Unsupported value: 'temperature' does not support 0 with this model.")).toMatchObject({
    kind: 'parameter',
    name: 'temperature',
  });
  expect(of(400, 'max_tokens is too large: 90000. This model allows at most 16384')).not.toMatchObject({
    kind: 'parameter',
  });
});

test('too many requests is for a while, an empty account for longer, a refused key for good', () => {
  expect(of(429, 'rate_limit_exceeded', { 'retry-after': '7' })).toEqual({ kind: 'limited', pauseMs: 7_000 });
  expect(of(429, 'RESOURCE_EXHAUSTED "retryDelay": "32s"')).toEqual({ kind: 'limited', pauseMs: 32_000 });
  expect(of(429, 'Rate limit reached. Please try again in 1.5s.')).toEqual({
    kind: 'limited',
    pauseMs: 1_500,
  });
  expect(
    of(
      429,
      'You exceeded your current quota, please check your plan and billing details. insufficient_quota',
    ),
  ).toEqual({ kind: 'unpaid' });
  expect(of(402, '')).toEqual({ kind: 'unpaid' });
  expect(of(400, 'Your credit balance is too low to access the Anthropic API.')).toEqual({ kind: 'unpaid' });
  const google =
    'You exceeded your current quota, please check your plan and billing details. Please retry in 32.5s.';
  expect(of(429, google)).toEqual({ kind: 'limited', pauseMs: 32_500 });
  expect(of(401, 'invalid x-api-key')).toMatchObject({ kind: 'refused' });
  expect(of(400, 'API key not valid. Please pass a valid API key.')).toMatchObject({ kind: 'refused' });
});

test('a question that no minute has the tokens for is too long, not too early', () => {
  const words =
    'Request too large for gpt-4o on tokens per min (TPM): Limit 30000, Requested 40000. rate_limit_exceeded';
  expect(code(of(429, words))).toBe('LLM_CONTEXT_EXCEEDED');
});

test('a firewall before the provider says nothing of the key', () => {
  expect(of(403, '')).toMatchObject({ kind: 'unavailable' });
  expect(of(403, 'Your input was flagged: it requires moderation')).toMatchObject({
    kind: 'failed',
    failure: { code: 'LLM_CONTENT_FILTERED' },
  });
  expect(of(403, 'permission_error: your key may not do this')).toMatchObject({ kind: 'refused' });
  expect(code(of(403, 'Project does not have access to model gpt-9 model_not_found'))).toBe(
    'LLM_MODEL_NOT_FOUND',
  );
});
