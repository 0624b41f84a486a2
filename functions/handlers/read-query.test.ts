import { expect, test } from 'vitest';
import type { HttpRequest } from '../edge/http.ts';
import { cursorSliceSchema, readQuery } from './read-query.ts';

const read = (query: Record<string, string>) =>
  readQuery(cursorSliceSchema(50), { query } as unknown as HttpRequest);

test('a parameter without a value is none, as clients write one that they leave out', () => {
  expect(read({ limit: '' })).toEqual({ query: { limit: 50 }, ignored: [] });
  expect(read({ limit: '7' })).toEqual({ query: { limit: 7 }, ignored: [] });
});

test('parameters that a list does not have are named', () => {
  expect(read({ limt: '7' })).toEqual({ query: { limit: 50 }, ignored: ['limt'] });
});

test('a parameter with a wrong value is refused', () => {
  const wrong: Record<string, string>[] = [{ limit: '0' }, { limit: 'x' }, { cursor: 'x' }, { cursor: '' }];
  for (const query of wrong) expect(read(query)).toHaveProperty('refused');
});
