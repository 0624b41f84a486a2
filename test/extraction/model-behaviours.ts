import type { FakeLlmOptions, FakeReply } from '../harness/fake-llm.ts';
import type { SeenAsk } from '../harness/fake-llm-ask.ts';

/** How a provider may behave, and what a page then says of the one field that it leaves to the model. */
export interface ModelBehaviour {
  readonly name: string;
  readonly serve: FakeLlmOptions;
  /**
   * Value of the field, or the code with which it is open; null where the model says that the page does not answer
   * it.
   */
  readonly mood: { readonly value: string } | { readonly code: string } | null;
  /** Calls that may be made at most until the page ends. */
  readonly callsMax: number;
  /** Each call takes as long as it may: the time of a call is cut to a few seconds. */
  readonly isSlow?: true;
}

const json = (value: object): FakeLlmOptions => ({
  answer: () => ({ kind: 'json', value: value as never }),
});
const always = (reply: FakeReply): FakeLlmOptions => ({ answer: () => reply });
const text = (words: string): FakeLlmOptions => always({ kind: 'text', text: words });
const error = (status: number, message: string, more: object = {}, headers = {}): FakeReply => ({
  kind: 'error',
  status,
  error: { error: { message, type: 'error', code: null, ...more } },
  headers,
});
const onlyOnce = (reply: FakeReply, after: FakeReply): FakeLlmOptions => {
  let calls = 0;
  return {
    answer: () => {
      calls += 1;
      return calls === 1 ? reply : after;
    },
  };
};
const right: FakeReply = { kind: 'json', value: { mood: 'quiet' } };
const body = (status: number, words: string, type: string): FakeReply => ({
  kind: 'body',
  status,
  body: words,
  type,
});
const completion = (more: object): string =>
  JSON.stringify({
    choices: [{ finish_reason: 'stop', message: { role: 'assistant', content: '{"mood":"quiet"}' } }],
    ...more,
  });
const application = 'application/json';
const deep = `${'{"a":'.repeat(200)}1${'}'.repeat(200)}`;
const isTold = ({ form }: SeenAsk): boolean => form === 'prompt';

const quiet = { value: 'quiet' };
const open = (code: string): { readonly code: string } => ({ code });

/** The forty-three ways of a provider that were seen to lose what a page had answered, or to be handled well. */
export const behaviours: readonly ModelBehaviour[] = [
  { name: 'answers', serve: always(right), mood: quiet, callsMax: 1 },
  { name: 'fences its answer', serve: text('```json\n{"mood":"quiet"}\n```'), mood: quiet, callsMax: 1 },
  {
    name: 'thinks aloud first',
    serve: text('<think>well</think>{"mood":"quiet"}'),
    mood: quiet,
    callsMax: 1,
  },
  { name: 'finds nothing', serve: json({ mood: null }), mood: null, callsMax: 1 },
  {
    name: 'answers with __proto__',
    serve: text('{"__proto__":{"mood":"x"},"mood":null}'),
    mood: null,
    callsMax: 3,
  },
  {
    name: 'invents an address',
    serve: json({ mood: 'see https://elsewhere.example/' }),
    mood: null,
    callsMax: 1,
  },
  { name: 'counts nothing', serve: always(body(200, completion({}), application)), mood: quiet, callsMax: 1 },
  {
    name: 'answers other fields',
    serve: json({ smell: 'fen' }),
    mood: open('LLM_ANSWER_INVALID'),
    callsMax: 3,
  },
  {
    name: 'answers in a wrong type once',
    serve: onlyOnce({ kind: 'json', value: { mood: ['quiet'] } }, right),
    mood: quiet,
    callsMax: 3,
  },
  {
    name: 'always answers in a wrong type',
    serve: json({ mood: ['quiet'] }),
    mood: open('LLM_ANSWER_INVALID'),
    callsMax: 3,
  },
  { name: 'answers garbage', serve: text('as you wish'), mood: open('LLM_ANSWER_INVALID'), callsMax: 3 },
  {
    name: 'refuses in words',
    serve: text('I cannot help with that.'),
    mood: open('LLM_ANSWER_INVALID'),
    callsMax: 3,
  },
  {
    name: 'answers in two hundred objects',
    serve: text(deep),
    mood: open('LLM_ANSWER_INVALID'),
    callsMax: 3,
  },
  { name: 'answers nothing', serve: always({ kind: 'empty' }), mood: open('LLM_EMPTY_ANSWER'), callsMax: 2 },
  {
    name: 'answers null',
    serve: always(body(200, '{"choices":[{"message":{"content":null}}]}', application)),
    mood: open('LLM_EMPTY_ANSWER'),
    callsMax: 2,
  },
  {
    name: 'refuses',
    serve: always({ kind: 'refusal', text: 'No.' }),
    mood: open('LLM_REFUSED'),
    callsMax: 1,
  },
  {
    name: 'is filtered',
    serve: always({ kind: 'cut', text: '', reason: 'content_filter' }),
    mood: open('LLM_CONTENT_FILTERED'),
    callsMax: 1,
  },
  {
    name: 'is cut short',
    serve: always({ kind: 'cut', text: '{"mood":"qu', reason: 'length' }),
    mood: open('LLM_TRUNCATED'),
    callsMax: 1,
  },
  {
    name: 'is busy once',
    serve: onlyOnce(error(429, 'slow down', {}, { 'retry-after-ms': '5' }), right),
    mood: quiet,
    callsMax: 2,
  },
  { name: 'fails once', serve: onlyOnce(error(500, 'oops'), right), mood: quiet, callsMax: 2 },
  {
    name: 'is always busy and says for how long',
    serve: always(error(429, 'slow down', {}, { 'retry-after': '60' })),
    mood: open('LLM_UNAVAILABLE'),
    callsMax: 35,
  },
  {
    name: 'is out and says for how long',
    serve: always(error(503, 'overloaded', {}, { 'retry-after': '60' })),
    mood: open('LLM_UNAVAILABLE'),
    callsMax: 35,
  },
  {
    name: 'is always busy',
    serve: always(error(429, 'slow down')),
    mood: open('LLM_UNAVAILABLE'),
    callsMax: 30,
  },
  {
    name: 'has no quota left',
    serve: always(error(429, 'You exceeded your quota', { code: 'insufficient_quota' })),
    mood: open('LLM_UNAVAILABLE'),
    callsMax: 4,
  },
  {
    name: 'wants to be paid',
    serve: always(error(402, 'payment required')),
    mood: open('LLM_UNAVAILABLE'),
    callsMax: 4,
  },
  {
    name: 'refuses the key',
    serve: always(error(401, 'Incorrect API key provided')),
    mood: open('ALL_KEYS_EXHAUSTED'),
    callsMax: 1,
  },
  {
    name: 'moderates the page',
    serve: always(error(403, 'Your input was flagged and requires moderation')),
    mood: open('LLM_CONTENT_FILTERED'),
    callsMax: 1,
  },
  {
    name: 'does not give the model to this key',
    serve: always(error(403, 'The model `small` does not exist or you do not have access to it')),
    mood: open('LLM_MODEL_NOT_FOUND'),
    callsMax: 1,
  },
  {
    name: 'has no such model',
    serve: always(error(404, 'The model `small` does not exist', { code: 'model_not_found' })),
    mood: open('LLM_MODEL_NOT_FOUND'),
    callsMax: 1,
  },
  { name: 'always fails', serve: always(error(500, 'oops')), mood: open('LLM_UNAVAILABLE'), callsMax: 24 },
  {
    name: 'stands behind a broken gateway',
    serve: always(body(502, '<html>Bad Gateway</html>', 'text/html')),
    mood: open('LLM_UNAVAILABLE'),
    callsMax: 24,
  },
  { name: 'hangs up', serve: always({ kind: 'drop' }), mood: open('LLM_UNAVAILABLE'), callsMax: 24 },
  {
    name: 'streams although it was not to',
    serve: always(body(200, `data: ${completion({})}\n\ndata: [DONE]\n\n`, 'text/event-stream')),
    mood: open('LLM_ANSWER_INVALID'),
    callsMax: 3,
  },
  {
    name: 'answers bytes that are no text',
    serve: always(body(200, '\u0000\u0001\ufffd', application)),
    mood: open('LLM_ANSWER_INVALID'),
    callsMax: 3,
  },
  {
    name: 'answers 9 MB',
    serve: always(body(200, completion({ padding: 'x'.repeat(9_000_000) }), application)),
    mood: open('LLM_ANSWER_INVALID'),
    callsMax: 3,
  },
  {
    name: 'answers with no choice',
    serve: always(
      body(200, '{"choices":[],"usage":{"prompt_tokens":90,"completion_tokens":4}}', application),
    ),
    mood: open('LLM_ANSWER_INVALID'),
    callsMax: 3,
  },
  {
    name: 'counts in words',
    serve: always(
      body(200, completion({ usage: { prompt_tokens: 'many', completion_tokens: {} } }), application),
    ),
    mood: quiet,
    callsMax: 1,
  },
  {
    name: 'never answers',
    serve: always({ kind: 'stall', after: 'nothing' }),
    mood: open('LLM_TIMEOUT'),
    callsMax: 4,
    isSlow: true,
  },
  {
    name: 'stalls after its headers',
    serve: always({ kind: 'stall', after: 'headers' }),
    mood: open('LLM_TIMEOUT'),
    callsMax: 4,
    isSlow: true,
  },
  {
    name: 'has no strict output',
    serve: { ...always(right), forms: { json_schema: 'rejected' } },
    mood: quiet,
    callsMax: 2,
  },
  {
    name: 'has nothing but a prompt',
    serve: {
      answer: (ask) => (isTold(ask) ? right : { kind: 'text', text: 'well' }),
      forms: { json_schema: 'rejected', json_object: 'rejected', tool: 'rejected' },
    },
    mood: quiet,
    callsMax: 4,
  },
  { name: 'makes something up', serve: json({ mood: 'jubilant' }), mood: null, callsMax: 1 },
  {
    name: 'redirects',
    serve: always({ kind: 'error', status: 302, error: {}, headers: { location: 'http://127.0.0.1:9/' } }),
    mood: open('LLM_BAD_REQUEST'),
    callsMax: 1,
  },
];
