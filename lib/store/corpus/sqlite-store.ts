import { limits } from '../../limits/limits.ts';
import type { Objects } from '../objects.ts';
import type { CorpusFile } from './corpus-file.ts';
import { deleteCorpus } from './corpus-object.ts';
import type { CorpusStore, PagesReplaced } from './corpus-store.ts';
import type { HeldCorpus } from './hold-corpus.ts';
import { countCorpus, findVersion, listChanged } from './read-corpus.ts';
import { countPassages, forgetOld, missingVectors, replacePage } from './replace-pages.ts';
import { searchPassages, searchVectors } from './search-passages.ts';

/** A corpus in one SQLite file in a bucket (docs/decisions/0040-a-corpus-is-one-file.md). */
export const openSqliteStore = (held: HeldCorpus, objects: Objects, name: string): CorpusStore => {
  const read = async <Result>(ask: (file: CorpusFile) => Result): Promise<Result | null> => {
    const file = await held.read(limits.corpusRefreshMs);
    return file === null ? null : ask(file);
  };
  return {
    replacePages: async (pages, replacement, now) => {
      let replaced: PagesReplaced = { kind: 'replaced', outcomes: [] };
      await held.commit(({ db }) => {
        const missing = new Set(pages.flatMap((page) => missingVectors(db, page, replacement)));
        if (missing.size > 0) {
          replaced = { kind: 'missing', vectors: missing };
          return false;
        }
        const outcomes = pages.map((page) => replacePage(db, page, replacement));
        replaced = { kind: 'replaced', outcomes };
        if (!outcomes.includes('replaced')) return false;
        forgetOld(db, now);
        const passages = countPassages(db);
        if (passages <= limits.corpusPassagesMax) return true;
        replaced = { kind: 'full', passages, passagesMax: limits.corpusPassagesMax };
        return false;
      });
      return replaced;
    },
    searchWords: (search) => read(({ db }) => searchPassages(db, search)),
    searchVectors: (search) => read(({ db }) => searchVectors(db, search)),
    findVersion: (url, asOf) => read(({ db }) => findVersion(db, url, asOf)),
    listChanged: async (since, count) => (await read(({ db }) => listChanged(db, since, count))) ?? [],
    count: (source) => read(({ db }) => countCorpus(db, source)),
    delete: () => deleteCorpus(objects, name),
    close: () => Promise.resolve(held.close()),
  };
};
