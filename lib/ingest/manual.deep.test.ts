import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { manualFolder, readIndex, readManual } from '../../bench/ingest/read-manual.ts';
import { openCorpusFile } from '../store/corpus/corpus-file.ts';
import { replacePage } from '../store/corpus/replace-pages.ts';
import { searchPassages } from '../store/corpus/search-passages.ts';
import { limits } from '../limits/limits.ts';
import { corpusPassages, corpusShape } from './corpus-page.ts';
import { matchQuery, queryWords } from './index-words.ts';
import { brokenLaws } from './passages.fixture.ts';
import { splitPassages } from './passages.ts';

const hasManual = existsSync(manualFolder);

test.skipIf(!hasManual)(
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

test.skipIf(!hasManual)(
  "a manual's own index: nine of ten of its pages are among the first ten (postgresql-doc-15)",
  () => {
    const file = openCorpusFile(null);
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
      const found = { language: 'en', host: 'manual.example', source: '', group: '', agency: '', weight: 1 };
      replacePage(file.db, { ...facts, ...found, passages }, corpusShape());
    }
    const entries = readIndex(manualFolder);
    let recall = 0;
    let reciprocal = 0;
    for (const { query, pages: wanted } of entries) {
      const words = queryWords(query, limits.corpusQueryWordsMax);
      const rows =
        words.length === 0
          ? []
          : searchPassages(file.db, { match: matchQuery(words), count: 120, asOf: null, filters: {} });
      const found = [...new Set(rows.map(({ url }) => url.slice('http://manual.example/'.length)))].slice(
        0,
        10,
      );
      recall += wanted.filter((page) => found.includes(page)).length / wanted.length;
      const place = found.findIndex((page) => wanted.includes(page));
      if (place >= 0) reciprocal += 1 / (place + 1);
    }
    file.close();
    expect(entries.length).toBeGreaterThan(2_900);
    expect(recall / entries.length).toBeGreaterThan(0.9);
    expect(reciprocal / entries.length).toBeGreaterThan(0.72);
  },
);
