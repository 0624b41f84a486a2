import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { manualFolder, readIndex, readManual } from '../../bench/ingest/read-manual.ts';
import { quarterOfRun } from '../../test/slices/slices.ts';
import { subwordVector } from '../../test/harness/fake-embedder.ts';
import { openCorpusFile } from '../store/corpus/corpus-file.ts';
import { replacePage } from '../store/corpus/replace-pages.ts';
import { searchPassages, searchVectors } from '../store/corpus/search-passages.ts';
import { limits } from '../limits/limits.ts';
import { corpusPassages, corpusShape, passageText } from './corpus-page.ts';
import { usualWeight } from './embed/choose-embedder.ts';
import { fuseRanks } from './embed/fuse-ranks.ts';
import { packVector, type StoredVector } from './embed/vector.ts';
import { queryWords } from './index-words.ts';
import { brokenLaws } from './passages.fixture.ts';
import { splitPassages } from './passages.ts';

/** Reading the whole manual takes minutes: one run in four does. */
const isRun = existsSync(manualFolder) && quarterOfRun([manualFolder]).length > 0;

test.runIf(isRun)(
  'all pages of a manual: passages are all of it, no fence and no row is cut (postgresql-doc-15)',
  () => {
    const sizes = {
      target: limits.passageTokensTarget,
      max: limits.passageTokensMax,
      min: limits.passageTokensMin,
    };
    const pages = readManual(manualFolder);
    expect(pages.length).toBeGreaterThan(1_100);
    for (const { name, markdown } of pages) {
      const passages = splitPassages(markdown, sizes);
      expect({ name, broken: brokenLaws(markdown, passages) }).toEqual({ name, broken: [] });
      for (const { tokens } of passages) expect(tokens, name).toBeLessThanOrEqual(sizes.max);
    }
  },
);

test.runIf(isRun)(
  "a manual's own index: nine of ten of its pages are among the first ten (postgresql-doc-15)",
  () => {
    const file = openCorpusFile(null);
    const replacement = {
      shape: corpusShape(),
      shapeWithoutVectors: '',
      embedder: 'fake',
      vectors: new Map<string, StoredVector>(),
    };
    const pages = readManual(manualFolder);
    for (const { name, title, markdown, contentHash } of pages) {
      const passages = corpusPassages('test', {
        url: `http://manual.example/${name}`,
        title,
        text: markdown,
        isMarkdown: true,
      });
      const facts = {
        url: `http://manual.example/${name}`,
        at: 1,
        envelopeKey: name,
        isDeleted: false,
        contentHash,
        title,
        metadata: {},
      };
      const found = { language: 'en', host: 'manual.example', source: '', group: '', agency: '' };
      const page = { ...facts, ...found, weight: 1, job: '', team: 'default', passages };
      for (const passage of passages)
        replacement.vectors.set(
          passage.vectorKey,
          packVector(subwordVector(passageText(page, passage), 256)),
        );
      replacePage(file.db, page, replacement);
    }
    const entries = readIndex(manualFolder);
    const scope = { count: 120, asOf: null, filters: {} };
    // All vectors are compared with each query: every sixth entry is enough to tell whether they take something away.
    const sample = entries.filter((_entry, index) => index % 6 === 0);
    const score = (
      asked: typeof entries,
      search: (query: string, words: readonly string[]) => readonly string[],
    ) => {
      let recall = 0;
      let reciprocal = 0;
      for (const { query, pages: wanted } of asked) {
        const words = queryWords(query, limits.corpusQueryWordsMax);
        const urls = words.length === 0 ? [] : search(query, words);
        const names = urls.map((url) => url.slice('http://manual.example/'.length));
        const found = [...new Set(names)].slice(0, 10);
        recall += wanted.filter((page) => found.includes(page)).length / wanted.length;
        const place = found.findIndex((page) => wanted.includes(page));
        if (place >= 0) reciprocal += 1 / (place + 1);
      }
      return { recall: recall / asked.length, reciprocal: reciprocal / asked.length };
    };
    const byWords = (_query: string, words: readonly string[]) =>
      searchPassages(file.db, { ...scope, words }).map(({ url }) => url);
    const lexical = score(entries, byWords);
    const lexicalOfSample = score(sample, byWords);
    const near = (query: string) =>
      searchVectors(file.db, { ...scope, vector: packVector(subwordVector(query, 256)), embedder: 'fake' }) ??
      [];
    const vector = score(sample, (query) => near(query).map(({ url }) => url));
    const hybrid = score(sample, (query, words) =>
      fuseRanks(searchPassages(file.db, { ...scope, words }), near(query), usualWeight).map(
        ({ item }) => item.url,
      ),
    );
    file.close();
    console.log({ lexical, lexicalOfSample, vector, hybrid });
    expect(entries.length).toBeGreaterThan(2_900);
    expect(lexical.recall).toBeGreaterThan(0.9);
    expect(lexical.reciprocal).toBeGreaterThan(0.72);
    // An embedder that knows spellings and no meaning: what it adds is little, and it must take nothing away.
    expect(hybrid.recall).toBeGreaterThanOrEqual(lexicalOfSample.recall);
    expect(hybrid.reciprocal).toBeGreaterThanOrEqual(lexicalOfSample.reciprocal);
  },
  1_800_000,
);
