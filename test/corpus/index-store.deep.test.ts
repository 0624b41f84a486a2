import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { limits } from '../../lib/limits/limits.ts';
import { openQdrantIndex } from '../../lib/store/corpus/index/qdrant-index.ts';
import { indexKinds, startIndexes, type IndexesUnderTest } from './indexes-under-test.ts';
import { storeCases, manyPassages } from './store-cases/all-cases.ts';
import {
  at,
  day,
  embed,
  fakeVector,
  near,
  now,
  page,
  put,
  replacement,
  shown,
  urls,
} from './store-cases/facts.ts';

let indexes: IndexesUnderTest;
beforeAll(async () => {
  indexes = await startIndexes();
});
afterAll(async () => {
  await indexes?.close();
});

describe.each(indexKinds)('a corpus whose vectors are in %s', (kind) => {
  const underTest = () => indexes.underTest(kind);
  const kept = (name: string): number => indexes.kept(kind, name);

  test.each(Object.entries(storeCases))('%s', async (_name, run) => {
    await run(underTest());
  });

  test('of several writers of the same text one vector is kept', async () => {
    const under = underTest();
    const writers = Array.from({ length: 4 }, () => under.open());
    await Promise.all(
      writers.map((store, index) => embed(store, [page('weir', { url: at(String(index)) })])),
    );
    expect(kept(under.name)).toBe(1);
    expect(urls(await near(under.open(), 'weir'))).toHaveLength(4);
  });

  test('a vector goes when nobody may ask for its passage any more', async () => {
    const under = underTest();
    const store = under.open();
    const long = limits.corpusHistoryMs;
    await embed(store, [page('heron', { at: now - 2 * long - day })]);
    await embed(store, [page('otter', { at: now - long - day })]);
    expect(kept(under.name)).toBe(1);
    expect(urls(await near(store, 'otter'))).toHaveLength(1);
  });

  test('vectors that were put and whose pages came too late leave nothing behind', async () => {
    const under = underTest();
    const store = under.open();
    await embed(store, [page('otter', { at: now })]);
    const late = page('heron');
    const vectors = new Map(late.passages.map(({ vectorKey }) => [vectorKey, fakeVector('heron')]));
    await store.replacePages([late], replacement({ embedder: 'one', vectors }), now);
    expect(kept(under.name)).toBe(1);
  });

  test('nothing of what one file kept is compared in another place', async () => {
    const under = underTest();
    await embed(indexes.open(under.name, null), [page('weir')]);
    expect(await near(under.open(), 'weir')).toBeNull();
    expect(await embed(under.open(), [page('weir')])).toBe(1);
    expect(urls(await near(under.open(), 'weir'))).toHaveLength(1);
  });

  test('a page that weighs less comes behind, as far as the index looks', async () => {
    const store = underTest().open();
    const light = Array.from({ length: 230 }, (_, index) =>
      page(`weir weir ${index}`, { url: at(`light-${index}`), weight: 0, title: '' }),
    );
    await embed(store, [...light, page('weirs weirs water', { url: at('heavy'), title: '' })]);
    const [best] = urls(await near(store, 'weir weir', { count: 1 }));
    // S3 Vectors answers a hundred at most, all of them nearer than the one that weighs more.
    if (kind === 'Qdrant') expect(best).toBe(at('heavy'));
    else expect(best).toMatch(/light/);
    const narrow = { site: 'e.org', urlPrefix: at('heavy') };
    expect(urls(await near(store, 'weir weir', { filters: narrow }))).toEqual([at('heavy')]);
  });

  test('a deleted corpus leaves no vector, of no embedder', async () => {
    const under = underTest();
    const store = under.open();
    await embed(store, [page('weir')], 'one');
    await embed(store, [page('owl', { url: at('owl') })], 'two');
    expect(kept(under.name)).toBe(2);
    await store.delete();
    expect(kept(under.name)).toBe(0);
  });
});

describe('an index that is down', () => {
  test('refuses pages whole, and takes them when they come again', async () => {
    const store = indexes.underTest('Qdrant').open();
    indexes.qdrant.answerWith(503);
    await expect(embed(store, [page('weir')])).rejects.toThrow('Cannot ask Qdrant: it answered 503');
    expect(await store.count(null)).toBeNull();
    indexes.qdrant.answerWith(null);
    await embed(store, [page('weir')]);
    indexes.qdrant.answerWith(503);
    await expect(near(store, 'weir')).rejects.toThrow('it answered 503');
    expect(await shown(store, 'weir')).toBe(1);
    indexes.qdrant.answerWith(null);
    expect(urls(await near(store, 'weir'))).toHaveLength(1);
  });

  test('that is not there, or refuses the key, is an error that shows no key', async () => {
    const unreached = openQdrantIndex(() => Promise.resolve('http://:secret@127.0.0.1:9'), 'none');
    const address = new URL(indexes.qdrant.url);
    address.password = 'wrong-secret';
    const refused = openQdrantIndex(() => Promise.resolve(address.href), 'none');
    for (const index of [unreached, refused]) {
      const error: unknown = await index.nearest('one', fakeVector('weir'), 1).catch((each: unknown) => each);
      expect(error).toBeInstanceOf(Error);
      expect(String((error as Error).stack) + String((error as Error).cause)).not.toContain('secret');
    }
  });

  test('vectors of another length are refused by it, and the page is not put', async () => {
    const store = indexes.underTest('Qdrant').open();
    await embed(store, [page('weir')]);
    const owl = page('owl', { url: at('owl') });
    const vectors = new Map(
      owl.passages.map(({ vectorKey }) => [vectorKey, fakeVector('owl').subarray(0, 20)]),
    );
    const other = replacement({ embedder: 'one', vectors });
    await expect(store.replacePages([owl], other, now)).rejects.toThrow(/dimension/);
    expect(await shown(store, 'owl')).toBe(0);
  });
});

test('pages without vectors ask nobody', async () => {
  const before = indexes.qdrant.calls();
  const store = indexes.underTest('Qdrant').open();
  await put(store, page('weir'));
  expect(await shown(store, 'weir')).toBe(1);
  expect(indexes.qdrant.calls()).toBe(before);
});

test.each(indexKinds)('many passages, whose vectors are in %s', async (kind) => {
  await manyPassages(indexes.underTest(kind));
});
