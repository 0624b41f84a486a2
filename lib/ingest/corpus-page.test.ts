import { expect, test } from 'vitest';
import { makeTestEnvelope } from '../../test/corpus/envelope.ts';
import { limits } from '../limits/limits.ts';
import { pageOfEnvelope } from './corpus-page.ts';

test('a page has no character that databases refuse in a text', () => {
  const envelope = makeTestEnvelope({ url: 'https://e.org/a', at: 0, markdown: 'weir\0mill', title: 'A\0B' });
  const { title, passages } = pageOfEnvelope('main', envelope, 'staged/a.json');
  expect([title, passages.map(({ text }) => text)]).toEqual(['A B', ['weir mill']]);
});

test('a page that is longer than a corpus takes says how much of it is not found', () => {
  const markdown = Array.from(
    { length: limits.passagesPerPageMax + 3 },
    (_, at) => `# Part ${at}\n\n${'word '.repeat(120)}`,
  );
  const envelope = makeTestEnvelope({ url: 'https://e.org/a', at: 0, markdown: markdown.join('\n\n') });
  const { passages, metadata } = pageOfEnvelope('main', envelope, 'staged/a.json');
  expect([passages.length, metadata['passages_left_out']]).toEqual([limits.passagesPerPageMax, 3]);
  const short = makeTestEnvelope({ url: 'https://e.org/b', at: 0, markdown: 'weir' });
  expect(pageOfEnvelope('main', short, 'staged/b.json').metadata).not.toHaveProperty('passages_left_out');
});
