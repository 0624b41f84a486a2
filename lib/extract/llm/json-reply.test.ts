import { expect, test } from 'vitest';
import { cpuMs } from '../../../test/harness/cpu-time.ts';
import { jsonOfReply } from './json-reply.ts';

test.each([
  ['{"a":1}', { a: 1 }, true],
  [' [1] ', [1], true],
  ['Here you are:\n```json\n{"a": 1}\n```\nAnything else?', { a: 1 }, false],
  ['```\n{"a": 1,}\n```', { a: 1 }, false],
  ['The answer is {"a": {"b": 1}}. I left out {"c": 2}.', { a: { b: 1 } }, false],
  ['<think>maybe {"a": 0}?</think>{"a": 1}', { a: 1 }, true],
])('the JSON of a reply is found wherever it stands: %s', (reply, value, isBare) => {
  expect(jsonOfReply(reply)).toEqual({ value, isBare });
});

test('a reply of nothing but white space and fences is read in no time', () => {
  const started = cpuMs();
  expect(jsonOfReply(`\`\`\`json\n${' '.repeat(500_000)}x`)).toBeNull();
  expect(jsonOfReply('```'.repeat(100_000))).toBeNull();
  expect(cpuMs() - started).toBeLessThan(1_000);
});

test.each(['no JSON at all', '', '12', '{"a": ', `${'['.repeat(40)}${']'.repeat(40)}`])(
  'a reply without an object or a list of some depth has none: %s',
  (reply) => {
    expect(jsonOfReply(reply)).toBeNull();
  },
);
