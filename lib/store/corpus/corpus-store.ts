import type { CorpusPage } from '../../ingest/corpus-page.ts';
import type { CorpusCounts, CorpusVersion } from './read-corpus.ts';
import type { Replaced, Replacement } from './replace-pages.ts';
import type { FoundPassage, VectorSearch, WordSearch } from './search-passages.ts';

/** What became of pages that were to be put in place. */
export type PagesReplaced =
  /** What became of each, in order. */
  | { readonly kind: 'replaced'; readonly outcomes: readonly Replaced[] }
  /** Nothing was changed: passages need vectors that neither the corpus has nor whoever hands the pages in. */
  | { readonly kind: 'missing'; readonly vectors: ReadonlySet<string> }
  /** Nothing was changed: the corpus would hold more passages than it can. */
  | { readonly kind: 'full'; readonly passages: number; readonly passagesMax: number };

/**
 * Where a corpus is kept. Whatever keeps it, these hold (`test/corpus/store-cases` has them as tests): a page
 * is shown as one of its versions, whole; a later version takes the place of an earlier one, in whatever order
 * they come and whoever else writes; a page that is gone stays gone until it is fetched again later; a passage
 * whose text stays keeps its vector; vectors of different embedders are never compared.
 */
export interface CorpusStore {
  /** Puts versions of pages in the place of those that stand, as one change. `now` in milliseconds. */
  replacePages(pages: readonly CorpusPage[], replacement: Replacement, now: number): Promise<PagesReplaced>;
  /** Passages that hold any of the words, best first; null where the corpus holds nothing yet. */
  searchWords(search: WordSearch): Promise<readonly FoundPassage[] | null>;
  /** Passages that are most like a vector; null where no passage has one of that embedder. */
  searchVectors(search: VectorSearch): Promise<readonly FoundPassage[] | null>;
  /** The version of a page that stood at a time, or stands (`asOf` null); null where there is none. */
  findVersion(url: string, asOf: number | null): Promise<CorpusVersion | null>;
  /** Pages that became as they are, or went, at or after a time, newest first. */
  listChanged(since: number, count: number): Promise<readonly CorpusVersion[]>;
  /** How much it holds, of one source where one is named; null where it holds nothing yet. */
  count(source: string | null): Promise<CorpusCounts | null>;
  /** Deletes all that it holds. */
  delete(): Promise<void>;
  close(): Promise<void>;
}
