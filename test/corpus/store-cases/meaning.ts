import { expect } from 'vitest';
import { packVector } from '../../../lib/ingest/embed/vector.ts';
import { subwordVector } from '../../harness/fake-embedder.ts';
import type { PagesReplaced } from '../../../lib/store/corpus/corpus-store.ts';
import type { CorpusPage } from '../../../lib/ingest/corpus-page.ts';
import {
  at,
  day,
  embed,
  find,
  gonePage,
  near,
  now,
  page,
  put,
  replacement,
  section,
  shown,
  url,
  urls,
  fakeVector,
  type StoreCase,
} from './facts.ts';

export const meaning: Record<string, StoreCase> = {
  'vectors that are missing are named, and nothing is changed': async ({ open }) => {
    const store = open();
    const pages = [page('weir'), page('owl', { url: at('owl') })];
    const replaced: PagesReplaced = await store.replacePages(pages, replacement({ embedder: 'one' }), now);
    expect(replaced).toEqual({
      kind: 'missing',
      vectors: new Set(pages.flatMap(({ passages }) => passages.map(({ vectorKey }) => vectorKey))),
    });
    expect(await store.count(null)).toBeNull();
  },
  'the nearest comes first': async ({ open }) => {
    const store = open();
    const texts = ['weirkeepers', 'weirs and water', 'owls hunt by night'];
    await embed(
      store,
      texts.map((text, index) => page(text, { url: at(String(index)), title: '' })),
    );
    expect(urls(await near(store, 'weirkeeper'))[0]).toBe(at('0'));
    expect(urls(await near(store, 'an owl by night', { count: 1 }))).toEqual([at('2')]);
    const [best] = (await near(store, 'owls hunt by night')) ?? [];
    expect(best?.score).toBeCloseTo(1, 1);
  },
  'a text has one vector, wherever it stands, and whatever becomes of its page': async ({ open }) => {
    const store = open();
    expect(await embed(store, [page('weir'), page('weir', { url: at('copy') })])).toBe(1);
    expect(await embed(store, [page('weir', { url: at('moved') })])).toBe(0);
    expect(await embed(store, [page('owl', { at: now })])).toBe(1);
    expect(await embed(store, [page('weir', { at: now + 1 })])).toBe(0);
    expect(urls(await near(store, 'weir')).toSorted()).toEqual([at('copy'), at('moved'), url].toSorted());
  },
  'vectors of another embedder are never compared': async ({ open }) => {
    const store = open();
    await embed(store, [page('weir'), page('owl', { url: at('owl') })], 'one');
    expect(await near(store, 'weir', {}, 'two')).toBeNull();
    const other = replacement({ embedder: 'two', shape: 'two' });
    const first = await store.replacePages([page('weir')], other, now);
    const keys = first.kind === 'missing' ? [...first.vectors] : [];
    const vectors = new Map(keys.map((key) => [key, packVector(subwordVector('weir', 16))]));
    await store.replacePages([page('weir')], { ...other, vectors }, now);
    const found = await store.searchVectors({
      vector: packVector(subwordVector('weir', 16)),
      embedder: 'two',
      count: 5,
      asOf: null,
      filters: {},
    });
    expect(urls(found)).toEqual([url]);
    expect(urls(await near(store, 'owl'))).toEqual([at('owl')]);
  },
  'a page whose vector was left out is found by words, and asked for again': async ({ open }) => {
    const store = open();
    const weir = page('weir');
    const without = new Map(weir.passages.map(({ vectorKey }) => [vectorKey, null]));
    await store.replacePages([weir], replacement({ embedder: 'one', vectors: without }), now);
    expect(await shown(store, 'weir')).toBe(1);
    expect(await store.count(null)).toMatchObject({ passages: 1, embedded: 0 });
    expect(await embed(store, [weir])).toBe(1);
    expect(await store.count(null)).toMatchObject({ passages: 1, embedded: 1 });
  },
  'an embedder that comes later gives vectors to what is there': async ({ open }) => {
    const store = open();
    await put(store, page('weir'));
    const later = replacement({ embedder: 'one', shape: 'embedded' });
    const first = await store.replacePages([page('weir')], later, now);
    expect(first.kind).toBe('missing');
    const keys = first.kind === 'missing' ? [...first.vectors] : [];
    const vectors = new Map(keys.map((key) => [key, fakeVector('weir')]));
    await store.replacePages([page('weir')], { ...later, vectors }, now);
    expect(await store.count(null)).toMatchObject({ passages: 1, past: 0, embedded: 1 });
  },
  'a page is compared as it was at a time, and not when it is gone': async ({ open }) => {
    const store = open();
    await embed(store, [page('heron', { at: now - 2 * day })]);
    await embed(store, [page('otter', { at: now - day })]);
    const texts = async (asOf?: number) =>
      ((await near(store, 'heron', asOf === undefined ? {} : { asOf })) ?? []).map(({ text }) => text);
    expect([await texts(), await texts(now - 1.5 * day)]).toEqual([['otter'], ['heron']]);
    await put(store, gonePage({ at: now }));
    expect(await texts()).toEqual([]);
  },
};

export const atOnce: Record<string, StoreCase> = {
  'of several writers at once everything is in': async ({ open }) => {
    const writers = Array.from({ length: 4 }, open);
    await Promise.all(writers.map((store, index) => put(store, page('weir', { url: at(String(index)) }))));
    expect(await open().count(null)).toMatchObject({ pages: 4, passages: 4 });
  },
  'of several writers of one page the latest version stands': async ({ open }) => {
    const words = ['heron', 'otter', 'eel', 'trout'];
    await Promise.all(words.map((word, index) => put(open(), page(word, { at: now - day + index }))));
    expect(urls(await find(open(), 'trout'))).toEqual([url]);
    expect(await open().count(null)).toMatchObject({ pages: 1, passages: 1 });
  },
  'a reader sees a page as one of its versions, and never without it': async ({ open }) => {
    const [writer, reader] = [open(), open()];
    const version = (index: number): CorpusPage =>
      page([section('A', `weir v${index}`), section('B', `weir v${index}`)].join('\n\n'), {
        at: now + index,
      });
    await put(writer, version(0));
    const writing = new AbortController();
    const seen: string[] = [];
    const read = async (): Promise<void> => {
      while (!writing.signal.aborted) {
        const found = await find(reader, 'weir');
        seen.push([...new Set(found.map(({ text }) => /v\d+/.exec(text)?.[0]))].join() + found.length);
      }
    };
    const reading = read();
    for (let index = 1; index <= 5; index += 1) await put(writer, version(index));
    writing.abort();
    await reading;
    expect(seen.filter((each) => !/^v\d2$/.test(each))).toEqual([]);
  },
  'two corpora know nothing of each other': async ({ open, other }) => {
    await embed(open(), [page('weir')]);
    expect(await other().count(null)).toBeNull();
    await put(other(), page('owl'));
    expect([await shown(other(), 'weir'), await shown(open(), 'weir'), await shown(open(), 'owl')]).toEqual([
      0, 1, 0,
    ]);
    await other().delete();
    expect(await shown(open(), 'weir')).toBe(1);
  },
  'counts are of all pages, or of one source': async ({ open }) => {
    const store = open();
    await put(store, page('a', { url: at('a'), source: 'mills' }), page('b', { url: at('b'), at: now }));
    expect(await store.count(null)).toMatchObject({ pages: 2, passages: 2, newest: now });
    expect(await store.count('mills')).toMatchObject({ pages: 1, passages: 1, newest: now - day });
    expect(await store.count('none')).toMatchObject({ pages: 0, passages: 0, newest: null });
  },
};
