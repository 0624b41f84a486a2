import { expect } from 'vitest';
import { corpusPassages, passageText, type CorpusPage } from '../../../lib/ingest/corpus-page.ts';
import { packVector, type StoredVector } from '../../../lib/ingest/embed/vector.ts';
import type { CorpusStore } from '../../../lib/store/corpus/corpus-store.ts';
import type { Replaced, Replacement } from '../../../lib/store/corpus/replace-pages.ts';
import type { FoundPassage, PassageFilters } from '../../../lib/store/corpus/search-passages.ts';
import { subwordVector } from '../../harness/fake-embedder.ts';

/**
 * Opens one corpus of its own for a case: each call is another client of the same corpus, `other` one of
 * another corpus.
 */
export interface StoreUnderTest {
  readonly open: () => CorpusStore;
  readonly other: () => CorpusStore;
}

/** One law of stores. */
export type StoreCase = (under: StoreUnderTest) => Promise<void>;

export const day = 86_400_000;
export const now = Date.parse('2026-11-22T12:00:00Z');
export const url = "https://e.org/it's a mill";
const dimensions = 32;

export const page = (text: string, more: Partial<CorpusPage> = {}): CorpusPage => {
  const facts = { url, title: 'Page', at: now - day, ...more };
  return {
    envelopeKey: `staged/${facts.at}.json`,
    isDeleted: false,
    contentHash: `${facts.title} ${text}`,
    metadata: { source: facts.url, status_code: 200 },
    language: 'en',
    host: new URL(facts.url).host,
    source: '',
    group: '',
    agency: '',
    weight: 1,
    job: 'job',
    team: 'default',
    passages: corpusPassages('cases', { url: facts.url, title: facts.title, text, isMarkdown: true }),
    ...facts,
  };
};
export const gonePage = (more: Partial<CorpusPage> = {}): CorpusPage =>
  page('', { isDeleted: true, contentHash: 'gone', ...more });
export const at = (name: string): string => `https://e.org/${name}`;
export const section = (heading: string, word: string): string => `## ${heading}\n\n${`${word} `.repeat(70)}`;

export const fakeVector = (text: string): StoredVector => packVector(subwordVector(text, dimensions));

export const replacement = (more: Partial<Replacement> = {}): Replacement => ({
  shape: 'shape',
  shapeWithoutVectors: 'shape/without',
  embedder: null,
  vectors: new Map(),
  ...more,
});

export const put = async (
  store: CorpusStore,
  ...pages: readonly CorpusPage[]
): Promise<readonly Replaced[]> => {
  const replaced = await store.replacePages(pages, replacement(), now);
  if (replaced.kind !== 'replaced') throw new Error(`expected pages to be put, found ${replaced.kind}`);
  return replaced.outcomes;
};

/** Puts pages with the vectors that they want for; answers how many those were. */
export const embed = async (
  store: CorpusStore,
  pages: readonly CorpusPage[],
  embedder = 'one',
): Promise<number> => {
  const texts = new Map(
    pages.flatMap((each) =>
      each.passages.map((passage) => [passage.vectorKey, passageText(each, passage)] as const),
    ),
  );
  const first = await store.replacePages(pages, replacement({ embedder }), now);
  if (first.kind === 'replaced') return 0;
  const wanted = first.kind === 'missing' ? [...first.vectors] : [];
  const vectors = new Map(wanted.map((key) => [key, fakeVector(texts.get(key) ?? '')]));
  const second = await store.replacePages(pages, replacement({ embedder, vectors }), now);
  expect(second.kind).toBe('replaced');
  return wanted.length;
};

interface Asked {
  readonly count?: number;
  readonly asOf?: number;
  readonly filters?: PassageFilters;
  readonly perPage?: number;
}
export const find = async (
  store: CorpusStore,
  words: string,
  asked: Asked = {},
): Promise<readonly FoundPassage[]> =>
  (await store.searchWords({
    words: words.split(' '),
    count: asked.count ?? 20,
    asOf: asked.asOf ?? null,
    filters: asked.filters ?? {},
    perPage: asked.perPage,
  })) ?? [];
export const urls = (found: readonly Pick<FoundPassage, 'url'>[] | null): string[] =>
  (found ?? []).map((each) => each.url);
export const near = (store: CorpusStore, text: string, asked: Asked = {}, embedder = 'one') =>
  store.searchVectors({
    vector: fakeVector(text),
    embedder,
    count: asked.count ?? 20,
    asOf: asked.asOf ?? null,
    filters: asked.filters ?? {},
    perPage: asked.perPage,
  });
export const shown = async (store: CorpusStore, word: string): Promise<number> =>
  (await find(store, word)).length;
