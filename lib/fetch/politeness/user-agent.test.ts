import { expect, test } from 'vitest';
import { userAgent } from './user-agent.ts';

test('a user agent names the product, its version and where to ask', () => {
  expect(userAgent('1.2.3', 'https://example.org/bot')).toBe('Gleaner/1.2.3 (+https://example.org/bot)');
});

test('a contact cannot break out of its comment or its header', () => {
  expect(userAgent('1.0', 'a@b.c)\r\nX-Evil: 1 (é')).toBe('Gleaner/1.0 (+a@b.cX-Evil:1)');
});
