import { expect, test } from 'vitest';
import { readReply } from './model-reply.ts';

const body = (message: unknown, reason: string | null = 'stop', usage?: unknown) => ({
  choices: [{ finish_reason: reason, message }],
  ...(usage === undefined ? {} : { usage }),
});

const replyOf = (message: unknown, reason?: string | null) => readReply(body(message, reason), '')?.reply;

test('text is text, whether in one piece, in parts, or as the arguments of a function', () => {
  const text = { kind: 'text', text: '{"a":1}' };
  expect(replyOf({ content: '{"a":1}' })).toEqual({ ...text, isToolCall: false });
  expect(replyOf({ content: [{ type: 'text', text: '{"a"' }, { text: ':1}' }] })).toEqual({
    ...text,
    isToolCall: false,
  });
  const called = (given: unknown) => ({
    content: null,
    tool_calls: [{ function: { name: 'x', arguments: given } }],
  });
  expect(replyOf(called('{"a":1}'), 'tool_calls')).toEqual({ ...text, isToolCall: true });
  // Some servers send the arguments as an object.
  expect(replyOf(called({ a: 1 }), null)).toEqual({ ...text, isToolCall: true });
});

test.each([
  [{ content: null, refusal: 'No.' }, 'stop', 'refused'],
  [{ content: 'No.' }, 'refusal', 'refused'],
  [{ content: '' }, 'content_filter: PROHIBITED_CONTENT', 'filtered'],
  [{ content: '{"a' }, 'length', 'truncated'],
  [{ content: '' }, 'max_tokens', 'truncated'],
  [{ content: '  ' }, 'stop', 'empty'],
  [{}, 'stop', 'empty'],
  [null, 'stop', 'empty'],
])('a reply without an answer says why: %j, %s', (message, reason, kind) => {
  expect(replyOf(message, reason)?.kind).toBe(kind);
});

test('tokens are those that the provider charges: what a model thinks counts where only the total has it', () => {
  const tokens = (usage: unknown) => readReply(body({ content: 'x' }, 'stop', usage), 'sent')?.tokens;
  expect(tokens({ prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 })).toEqual({
    inputTokens: 10,
    outputTokens: 5,
  });
  expect(tokens({ prompt_tokens: 10, completion_tokens: 5, total_tokens: 90 })).toEqual({
    inputTokens: 10,
    outputTokens: 80,
  });
});

test('a server that counts nothing is counted for', () => {
  const read = readReply(body({ content: 'four words are here' }), 'what was sent to it');
  expect(read?.tokens.inputTokens).toBeGreaterThan(3);
  expect(read?.tokens.outputTokens).toBeGreaterThan(2);
});

test.each([
  null,
  'text',
  {},
  { choices: [] },
  { error: { message: 'no' } },
  { choices: [{ message: { content: 3 } }] },
])('what is no completion is none: %j', (given) => {
  expect(readReply(given, '')).toBeNull();
});
