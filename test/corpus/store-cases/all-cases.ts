import { expect } from 'vitest';
import { isWholeRun } from '../../slices/slices.ts';
import { at, embed, find, near, page, section, urls, type StoreCase, type StoreUnderTest } from './facts.ts';
import { deleting, replacing } from './replacing.ts';
import { meaning, atOnce } from './meaning.ts';
import { past } from './past.ts';
import { filtering, searching } from './searching.ts';

/** What every store of corpora holds to. */
export const storeCases: Readonly<Record<string, StoreCase>> = {
  ...replacing,
  ...deleting,
  ...past,
  ...searching,
  ...filtering,
  ...meaning,
  ...atOnce,
};

/** The one that takes long: pages of five hundred passages. */
export const manyPassages = async ({ open }: StoreUnderTest): Promise<void> => {
  // In WebAssembly they take as many minutes as thousands.
  const pages = isWholeRun() ? 20 : 4;
  const store = open();
  for (let index = 0; index < pages; index += 1) {
    const text = Array.from({ length: 500 }, (_, part) => section(`Part ${part}`, `word${index}x${part}`));
    await embed(store, [page(text.join('\n\n'), { url: at(String(index)), title: `Book ${index}` })]);
  }
  expect(await store.count(null)).toMatchObject({
    pages,
    passages: pages * 500,
    embedded: pages * 500,
  });
  expect(urls(await find(store, 'word2x321'))).toEqual([at('2')]);
  const [best] = (await near(store, `Book 3 › Part 17\n\n${'word3x17 '.repeat(70)}`, { count: 1 })) ?? [];
  expect(best).toMatchObject({ url: at('3'), section_path: '["Part 17"]' });
};
