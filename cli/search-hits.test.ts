import { expect, test } from 'vitest';
import { hitLines } from './search-hits.ts';

const hit = {
  url: 'https://e.org/visit',
  title: 'Plan your visit',
  section_path: ['Plan your visit', 'Opening hours'],
  snippet: {
    text: 'Opening hours of the mill',
    highlights: [
      [0, 7],
      [8, 13],
    ] as [number, number][],
  },
  seen_at: '2026-11-22T12:00:00.000Z',
};

test('a result without a title and headings is named by its address', () => {
  expect(hitLines({ ...hit, title: '', section_path: [] }, 1, {})).toMatch(/^1\. https:\/\/e\.org\/visit\n/);
});

test('a result says where it stands, what it says, where it is from and of when; plainly in a file', () => {
  expect(hitLines(hit, 2, {})).toBe(
    '2. Plan your visit › Opening hours\n   Opening hours of the mill\n   https://e.org/visit  2026-11-22\n\n',
  );
});

test('on a terminal with colours, words that were looked for are marked', () => {
  const lines = hitLines(hit, 1, { isTTY: true, hasColors: () => true });
  expect(lines).toContain('\u001b[1;33mOpening\u001b[0m \u001b[1;33mhours\u001b[0m of');
  expect(hitLines(hit, 1, { isTTY: true, hasColors: () => false })).not.toContain('\u001b');
});

test('nothing that a page says reaches the terminal as an order', () => {
  const evil = {
    ...hit,
    title: 'a\u001b]0;owned\u0007b',
    url: 'https://e.org/\u009b2J',
    snippet: { text: 'x\u001b[2Jy', highlights: [] },
  };
  expect(hitLines(evil, 1, {})).not.toMatch(/(?!\n)\p{Cc}/u);
});
