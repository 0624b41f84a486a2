import { expect, test } from 'vitest';
import { hideSecret, safeWords } from './safe-words.ts';

test('what is shown of a service holds no key, no part of one, and no address', () => {
  const words =
    'Bad key sk-secret, sk-pro***bcde, AIzaSyA0123456789abcdefghijklmnopqrstuv at https://x.test/a?k=1 ok';
  expect(safeWords(words, 'sk-secret')).toBe('Bad key …, …, … at … ok');
});

test('a key that stands where the words are cut leaves no part behind', () => {
  for (let at = 180; at < 200; at += 1)
    expect(safeWords(`${'a '.repeat(at / 2)}sk-secret`, 'sk-secret')).not.toContain('sk');
});

test('a secret is taken out as it is and as it stands in an address, and an empty one is in no text', () => {
  expect(hideSecret('a k/+= b k%2F%2B%3D c', 'k/+=')).toBe('a … b … c');
  expect(hideSecret('abc', '')).toBe('abc');
});
