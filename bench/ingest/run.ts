import { existsSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { commandArguments } from '../../test/command-line/command-arguments.ts';
import { corpusPassages, corpusShape, type CorpusPage } from '../../lib/ingest/corpus-page.ts';
import { matchQuery, queryWords } from '../../lib/ingest/index-words.ts';
import { limits } from '../../lib/limits/limits.ts';
import { openCorpusFile } from '../../lib/store/corpus/corpus-file.ts';
import { replacePage } from '../../lib/store/corpus/replace-pages.ts';
import { searchPassages } from '../../lib/store/corpus/search-passages.ts';
import { manualFolder, readIndex, readManual, type IndexEntry, type ManualPage } from './read-manual.ts';

/**
 * How well words find pages: the manual of PostgreSQL, its own index as the truth, beside FTS5 and MiniSearch
 * over whole pages in the same run. And what ingesting a page costs. See ../README.md for its traps.
 *
 *   npm run bench:ingest [-- --manual <folder>]
 */

const resultsAsked = 10;

type Search = (query: string) => readonly string[];

interface Score {
  readonly recall: number;
  readonly mrr: number;
  readonly cpuMs: number;
}

const cpuMs = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
};

/** Share of the entries' pages among the first ten, and how high the first of them stands. */
const scoreOf = (entries: readonly IndexEntry[], search: Search): Score => {
  const began = cpuMs();
  let recall = 0;
  let mrr = 0;
  for (const { query, pages } of entries) {
    const found = [...new Set(search(query))].slice(0, resultsAsked);
    recall += pages.filter((page) => found.includes(page)).length / pages.length;
    const place = found.findIndex((page) => pages.includes(page));
    if (place >= 0) mrr += 1 / (place + 1);
  }
  return {
    recall: recall / entries.length,
    mrr: mrr / entries.length,
    cpuMs: (cpuMs() - began) / entries.length,
  };
};

const asPage = ({ name, title, markdown, contentHash }: ManualPage): CorpusPage => {
  const url = `http://manual.example/${name}`;
  return {
    url,
    at: 1,
    envelopeKey: name,
    isDeleted: false,
    contentHash,
    title,
    metadata: {},
    language: 'en',
    host: 'manual.example',
    source: '',
    group: '',
    agency: '',
    weight: 1,
    job: '',
    team: 'default',
    passages: corpusPassages('bench', { url, title, text: markdown, isMarkdown: true }),
  };
};

/** The corpus as it is, with what it cost to fill: 50 pages a commit, each of which copies the file. */
const lexical = { shape: corpusShape(), shapeWithoutVectors: '', embedder: null, vectors: new Map() };

const openGleaner = (pages: readonly ManualPage[]): Search => {
  const file = openCorpusFile(null);
  const began = cpuMs();
  let passages = 0;
  for (let at = 0; at < pages.length; at += 50) {
    file.db.exec('BEGIN');
    for (const page of pages.slice(at, at + 50).map(asPage)) {
      replacePage(file.db, page, lexical);
      passages += page.passages.length;
    }
    file.db.exec('COMMIT');
    file.bytes();
  }
  const spent = (cpuMs() - began) / pages.length;
  const megabytes = file.bytes().length / 1e6;
  console.log(
    `${pages.length} pages, ${passages} passages, ${megabytes.toFixed(1)} MB ` +
      `(${((1e3 * megabytes) / passages).toFixed(2)} KB a passage), ${spent.toFixed(2)} ms of CPU a page`,
  );
  return (query) => {
    const words = queryWords(query, limits.corpusQueryWordsMax);
    if (words.length === 0) return [];
    const count = resultsAsked * limits.passagesPerResult;
    return searchPassages(file.db, { words, count, asOf: null, filters: {} }).map(({ url }) =>
      url.slice('http://manual.example/'.length),
    );
  };
};

/** FTS5 over whole pages, with a title weight of four: what most would write. */
const openFts5 = (pages: readonly ManualPage[]): Search => {
  const db = new DatabaseSync(':memory:');
  db.exec(
    "CREATE VIRTUAL TABLE pages USING fts5(name UNINDEXED, title, body, tokenize = 'porter unicode61')",
  );
  const insert = db.prepare('INSERT INTO pages VALUES (?, ?, ?)');
  for (const { name, title, markdown } of pages) insert.run(name, title, markdown);
  const select = db.prepare(
    'SELECT name FROM pages WHERE pages MATCH ? ORDER BY bm25(pages, 0, 4, 1) LIMIT 10',
  );
  return (query) => {
    const words = queryWords(query, limits.corpusQueryWordsMax);
    return words.length === 0 ? [] : select.all(matchQuery(words)).map(({ name }) => String(name));
  };
};

/** Installed beside this file alone, so its types are not there. */
const peer: string = 'minisearch';

const openMiniSearch = async (pages: readonly ManualPage[]): Promise<Search> => {
  const { default: MiniSearch } = (await import(peer)) as {
    readonly default: new (options: object) => {
      addAll(documents: readonly object[]): void;
      search(query: string, options: object): readonly { readonly id: string }[];
    };
  };
  const index = new MiniSearch({ fields: ['title', 'markdown'], idField: 'name' });
  index.addAll(pages);
  return (query) =>
    index
      .search(query, { boost: { title: 4 } })
      .slice(0, resultsAsked)
      .map(({ id }) => id);
};

const { values } = commandArguments('npm run bench:ingest', {
  options: { manual: { type: 'string', default: manualFolder } },
});
if (!existsSync(values.manual))
  throw new Error(
    `Cannot measure: ${values.manual} does not exist. Install Debian's package postgresql-doc-15, or name ` +
      `its html folder with --manual`,
  );
const pages = readManual(values.manual);
const entries = readIndex(values.manual);
const searches: readonly (readonly [string, Search])[] = [
  ['gleaner', openGleaner(pages)],
  ['FTS5, whole pages, title 4', openFts5(pages)],
  ['MiniSearch, whole pages, title 4', await openMiniSearch(pages)],
];
console.log(`${entries.length} entries of the index`);
console.log(`${''.padEnd(34)}${'recall@10'.padStart(10)}${'MRR@10'.padStart(10)}${'CPU ms'.padStart(10)}`);
for (const [name, search] of searches) {
  const { recall, mrr, cpuMs: ms } = scoreOf(entries, search);
  console.log(
    `${name.padEnd(34)}${recall.toFixed(4).padStart(10)}${mrr.toFixed(4).padStart(10)}${ms.toFixed(2).padStart(10)}`,
  );
}
