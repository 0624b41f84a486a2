import { afterAll, beforeAll, expect, test } from 'vitest';
import { splitPassages } from '../../lib/ingest/passages.ts';
import { unpackVector } from '../../lib/ingest/embed/vector.ts';
import { startIndexes, type IndexesUnderTest } from '../../test/corpus/indexes-under-test.ts';
import { embed, fakeVector, near, page } from '../../test/corpus/store-cases/facts.ts';
import type { TestSite } from '../../test/harness/serve-site.ts';
import { startCrawl4ai, type Crawl4aiDouble } from './crawl4ai-double.ts';
import { serveCrawled } from './crawled-site.ts';
import { GleanerReader, type ReaderDocument } from './index.ts';

/** The end-to-end cases of the reader's specification: what it reads goes through what comes behind it. */
let site: TestSite;
let server: Crawl4aiDouble;
let indexes: IndexesUnderTest;
let documents: ReaderDocument[];

beforeAll(async () => {
  site = await serveCrawled();
  server = await startCrawl4ai('0.9');
  indexes = await startIndexes();
  const reader = new GleanerReader({ endpoint: 'crawl4ai', endpointUrl: server.url, failOnError: true });
  const read = await reader.loadData([`${site.origin}/heron`, `${site.origin}/otter`]);
  documents = read.filter((document) => document !== null);
});
afterAll(async () => {
  await indexes?.close();
  await server?.close();
  await site?.close();
});

const sizes = { target: 400, max: 800, min: 60 };

test('e2e_reader_to_chunker', () => {
  expect(documents).toHaveLength(2);
  for (const { text, metadata } of documents) {
    const passages = splitPassages(text, sizes, true);
    expect(passages.map((passage) => passage.text).join('')).toBe(text);
    expect(passages[0]?.sectionPath).toEqual([metadata.title]);
  }
});

test('e2e_reader_to_embeddings', () => {
  const vectors = documents.flatMap(({ text }) =>
    splitPassages(text, sizes, true).map((passage) => unpackVector(fakeVector(passage.text))),
  );
  expect(vectors.map(({ length }) => length)).toEqual([32, 32]);
});

test('e2e_reader_to_qdrant', async () => {
  const under = indexes.underTest('Qdrant');
  const store = under.open();
  const pages = documents.map(({ text, metadata }) =>
    page(text, { url: metadata.source_url, title: metadata.title, contentHash: text, metadata }),
  );
  expect(await embed(store, pages)).toBe(2);
  expect(indexes.kept('Qdrant', under.name)).toBe(2);
  const [found] = (await near(store, 'Page /otter')) ?? [];
  expect(JSON.parse(found?.metadata ?? '')).toEqual(documents[1]?.metadata);
  // The same page again is the same document, and one point.
  expect(await embed(store, pages)).toBe(0);
  expect(indexes.kept('Qdrant', under.name)).toBe(2);
});
