import { expect, test } from 'vitest';
import { makeTestEnvelope } from '../../test/corpus/envelope.ts';
import { pageOfEnvelope } from './corpus-page.ts';

test('a page has no character that databases refuse in a text', () => {
  const envelope = makeTestEnvelope({ url: 'https://e.org/a', at: 0, markdown: 'weir\0mill', title: 'A\0B' });
  const { title, passages } = pageOfEnvelope('main', envelope, 'staged/a.json');
  expect([title, passages.map(({ text }) => text)]).toEqual(['A B', ['weir mill']]);
});
