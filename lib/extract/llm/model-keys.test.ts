import { expect, test } from 'vitest';
import { keyFingerprint, parseModelKeys } from './model-keys.ts';

test('keys are given as one, as several with commas, or as a list, by provider or customary variable', () => {
  expect(
    parseModelKeys('{"openai":["a","b"],"OPENAI_API_KEY":"b, c","GEMINI_API_KEY":"g","own":""}'),
  ).toEqual({
    openai: ['a', 'b', 'c'],
    google: ['g'],
  });
});

test('an empty secret holds no key', () => {
  expect(parseModelKeys('')).toEqual({});
  expect(parseModelKeys('{}')).toEqual({});
});

test('a malformed secret is refused without being shown', () => {
  expect(() => parseModelKeys('sk-secret')).toThrow(/no JSON object/);
  expect(() => parseModelKeys('sk-secret')).not.toThrow(/sk-secret/);
  expect(() => parseModelKeys('{"openai":{"key":"sk-secret"}}')).not.toThrow(/sk-secret/);
});

test('a key that no header can carry is read like another, so that it does not stop those beside it', () => {
  expect(parseModelKeys('{"openai":["sk-secr\u20act","good"]}')).toEqual({ openai: ['sk-secr€t', 'good'] });
  expect(parseModelKeys('{"openai":" \\n "}')).toEqual({});
});

test('a fingerprint tells keys and servers apart and holds nothing of the key', () => {
  const key = 'sk-0123456789abcdef';
  const fingerprint = keyFingerprint('https://a.test/v1', key);
  expect(fingerprint).toMatch(/^[0-9a-f]{16}$/);
  expect(keyFingerprint('https://b.test/v1', key)).not.toBe(fingerprint);
  expect(keyFingerprint('https://a.test/v1', `${key}0`)).not.toBe(fingerprint);
});
