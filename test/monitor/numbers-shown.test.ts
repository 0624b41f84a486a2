import { expect, test } from 'vitest';
import { findUntold } from './numbers-shown.ts';

const answer = {
  job: {
    url: 'https://fen.example/2026',
    counts: { done: 1_234, failed: 2 },
    dollars: 0.5,
    createdAt: '2026-11-23T03:00:00.000Z',
    completedAt: '2026-11-23T03:00:12.400Z',
  },
  pages: [{ bytes: 2_000 }, { bytes: 3_000 }, { bytes: 60 }],
};

test('a number that an answer tells is told however it is written, and so is what answers come to', () => {
  const shown =
    'https://fen.example/2026: 1,234 done, took 12.4 s; 3 pages, 2.0 KB, 5,060 bytes, $0.50, $0.00041 a page';
  expect(findUntold(shown, [answer])).toEqual([]);
});

test('a number that no answer tells is found, though it stands beside others', () => {
  expect(findUntold('1,235 of 1,234 done, took 13.4 s, 97 %', [answer])).toEqual(['1,235', '13.4', '97']);
});
