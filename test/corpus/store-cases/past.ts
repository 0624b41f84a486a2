import { expect } from 'vitest';
import type { CorpusPage } from '../../../lib/ingest/corpus-page.ts';
import { limits } from '../../../lib/limits/limits.ts';
import type { ChangedVersions, CorpusVersion } from '../../../lib/store/corpus/read-corpus.ts';
import type { CorpusStore } from '../../../lib/store/corpus/corpus-store.ts';
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
  section,
  url,
  urls,
  type StoreCase,
} from './facts.ts';

const [gate, oak, elm] = [section('Gate', 'weir'), section('Level', 'oak'), section('Level', 'elm')];

/** Versions of one page, a day each: a part of it stays, it goes, and comes back with another title. */
const versions: readonly CorpusPage[] = [
  page(`${gate}\n\n${oak}`, { at: now - 5 * day }),
  page(`${gate}\n\n${elm}`, { at: now - 4 * day }),
  gonePage({ at: now - 3 * day }),
  page(`${gate}\n\n${elm}`, { at: now - 2 * day, title: 'Mill' }),
];
const words = ['weir', 'oak', 'elm', 'mill'];
/** What of the words is found in the middle of each day. */
const history = ['', 'weir oak', 'weir elm', '', 'weir elm mill mill'];

const historyOf = async (store: CorpusStore): Promise<readonly string[]> => {
  const days = history.map((_, index) => now - (5.5 - index) * day);
  const found: string[] = [];
  for (const asOf of days) {
    const each = await Promise.all(
      words.map(async (word) => (await find(store, word, { asOf })).map(() => word)),
    );
    found.push(each.flat().join(' '));
  }
  return found;
};

const orders = <Item>(items: readonly Item[]): Item[][] =>
  items.length === 0
    ? [[]]
    : items.flatMap((item) => orders(items.filter((other) => other !== item)).map((rest) => [item, ...rest]));

const keysOf = (pages: readonly CorpusPage[]): readonly string[] =>
  pages.map(({ envelopeKey }) => envelopeKey);

export const past: Record<string, StoreCase> = {
  'a page is found as it was at a time': async ({ open }) => {
    const store = open();
    await put(store, page('heron', { at: now - 2 * day }));
    await put(store, page('otter', { at: now }));
    expect(urls(await find(store, 'heron', { asOf: now - day }))).toEqual([url]);
    expect(await find(store, 'otter', { asOf: now - day })).toEqual([]);
    expect(await find(store, 'heron', { asOf: now })).toEqual([]);
  },
  'a page is not found before it was there': async ({ open }) => {
    const store = open();
    await put(store, page('heron'));
    expect(await find(store, 'heron', { asOf: now - 2 * day })).toEqual([]);
  },
  'a page that is gone is found as of when it was there': async ({ open }) => {
    const store = open();
    await put(store, page('heron', { at: now - 2 * day }));
    await put(store, gonePage({ at: now }));
    expect(urls(await find(store, 'heron', { asOf: now - day }))).toEqual([url]);
  },
  'the version of a page is told as of a time': async ({ open }) => {
    const store = open();
    await put(store, page('heron', { at: now - 2 * day, envelopeKey: 'old' }));
    await put(store, page('otter', { at: now, envelopeKey: 'new' }));
    const key = async (asOf: number | null) => (await store.findVersion(url, asOf))?.envelope_key;
    expect([await key(null), await key(now - day), await key(now - 3 * day)]).toEqual([
      'new',
      'old',
      undefined,
    ]);
  },
  'what was replaced long ago is forgotten, with its vectors': async ({ open }) => {
    const store = open();
    const old = now - limits.corpusHistoryMs;
    await embed(store, [page('heron', { at: old - 3 * day })]);
    await embed(store, [page('otter', { at: old - 2 * day })]);
    expect(await store.count(null)).toMatchObject({ passages: 1, past: 0 });
    expect(await embed(store, [page('heron', { at: now })])).toBe(1);
  },
  'pages that changed since a time are listed, newest first': async ({ open }) => {
    const store = open();
    await put(
      store,
      page('a', { url: at('a'), at: now - 3 * day }),
      page('b', { url: at('b'), at: now - day }),
    );
    await put(store, gonePage({ url: at('c'), at: now }));
    const listed = await store.listChanged(now - 2 * day, 10, null);
    expect(listed.versions.map((each) => [each.url, each.deleted])).toEqual([
      [at('c'), 1],
      [at('b'), 0],
    ]);
    expect(listed.remaining).toBe(0);
    expect(await store.listChanged(0, 1, null)).toMatchObject({ versions: [{ url: at('c') }], remaining: 2 });
    expect(await store.listChanged(now + 1, 1, null)).toEqual({ versions: [], remaining: 0 });
  },
  'every page that changed is listed once, list after list, also of those that changed at one time': async ({
    open,
  }) => {
    const store = open();
    expect(await store.listChanged(0, 1, null)).toEqual({ versions: [], remaining: 0 });
    const changed = ['f', 'a', 'e', 'b', 'd', 'c'].map((each) =>
      page(each, { url: at(each), at: now - day }),
    );
    await put(store, ...changed, page('g', { url: at('g'), at: now }));
    const seen: string[] = [];
    let after: CorpusVersion | null = null;
    for (let left = 7; left > 0;) {
      const { versions, remaining }: ChangedVersions = await store.listChanged(0, 2, after);
      seen.push(...urls(versions));
      left -= versions.length;
      expect(remaining).toBe(left);
      after = versions.at(-1) ?? null;
    }
    expect(seen).toEqual(['g', 'a', 'b', 'c', 'd', 'e', 'f'].map(at));
  },
  'versions stand in their order, in whatever order they come, one by one or at once': async ({
    open,
    other,
  }) => {
    const again = other();
    for (const order of orders(versions)) {
      for (const each of order) await put(again, each);
      for (const each of order) expect(['older', 'unchanged']).toContain((await put(again, each))[0]);
      expect([keysOf(order), await historyOf(again)]).toEqual([keysOf(order), history]);
      await again.delete();
    }
    const store = open();
    const [first, ...rest] = versions.toReversed();
    expect(await put(store, ...rest, ...(first ? [first] : []))).toEqual([
      'past',
      'past',
      'past',
      'replaced',
    ]);
    expect(await historyOf(store)).toEqual(history);
    expect(await store.count(null)).toMatchObject({ pages: 1, deleted: 0 });
  },
  'of versions of one batch the latest alone wants vectors': async ({ open }) => {
    const store = open();
    expect(await embed(store, [page('heron'), page('otter', { at: now })])).toBe(1);
    expect(urls(await find(store, 'heron', { asOf: now - 1 }))).toEqual([url]);
    expect(await store.count(null)).toMatchObject({ passages: 1, past: 1, embedded: 1 });
  },
  'a text keeps its vector where an earlier version comes between': async ({ open }) => {
    const store = open();
    await embed(store, [page('heron', { at: now - 4 * day })]);
    await embed(store, [page('heron', { at: now - day, envelopeKey: 'again' })]);
    await embed(store, [page('otter', { at: now - 2 * day })]);
    const texts = async (asOf: number | null) =>
      ((await near(store, 'heron', asOf === null ? {} : { asOf })) ?? []).map(({ text }) => text);
    expect([await texts(now - 3 * day), await texts(null)]).toEqual([['heron'], ['heron']]);
    expect(urls(await find(store, 'heron', { asOf: now - 1.5 * day }))).toEqual([]);
    expect(urls(await find(store, 'otter', { asOf: now - 1.5 * day }))).toEqual([url]);
    expect((await store.findVersion(url, null))?.since).toBe(now - day);
  },
  'an earlier version that is forgotten by now is not put': async ({ open }) => {
    const store = open();
    const old = now - limits.corpusHistoryMs;
    await put(store, page('otter', { at: old - 2 * day }));
    expect(await put(store, page('heron', { at: old - 3 * day }))).toEqual(['older']);
    expect(await store.count(null)).toMatchObject({ passages: 1, past: 0 });
  },
};
