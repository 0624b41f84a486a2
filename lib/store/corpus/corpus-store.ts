import type { ChangesCursor } from '../../request/corpus-search-request.ts';
import type { CorpusPage } from '../../ingest/corpus-page.ts';
import type { ChangedVersions, CorpusCounts, CorpusVersion } from './read-corpus.ts';
import type { Replaced, Replacement } from './replace-pages.ts';
import type { FoundPassage, VectorSearch, WordSearch } from './search-passages.ts';

/** The result of replacing pages. */
export type PagesReplaced =
  /** What became of each page, in order. */
  | { readonly kind: 'replaced'; readonly outcomes: readonly Replaced[] }
  /** Nothing was changed: passages need vectors that neither the corpus nor the caller has. */
  | { readonly kind: 'missing'; readonly vectors: ReadonlySet<string> };

/**
 * Where a corpus is kept. Every store has these properties (`test/corpus/store-cases` tests them):
 * - A page is shown as one of its versions, whole.
 * - A later version replaces an earlier one, in whatever order they come and whoever else writes. An earlier one is
 *   found as of its time, also if it comes later, or with others of its page.
 * - A page that is gone stays gone until it is fetched again later.
 * - A passage whose text stays keeps its vector.
 * - Vectors of different embedders are never compared.
 */
export interface CorpusStore {
  /**
   * Puts versions of pages, several of one page too, as one change: the latest of each page as its current version, the
   * others among those before it. Vectors are wanted of the latest alone. `now` in milliseconds.
   */
  replacePages(pages: readonly CorpusPage[], replacement: Replacement, now: number): Promise<PagesReplaced>;
  /** Finds passages that hold any of the words, best first; null if the corpus holds nothing yet. */
  searchWords(search: WordSearch): Promise<readonly FoundPassage[] | null>;
  /** Finds the passages most similar to a vector; null if no passage has a vector of that embedder. */
  searchVectors(search: VectorSearch): Promise<readonly FoundPassage[] | null>;
  /** Finds the version of a page at a time, or the current one (`asOf` null); null if there is none. */
  findVersion(url: string, asOf: number | null): Promise<CorpusVersion | null>;
  /** Lists pages that got their present content, or were removed, at or after a time; newest first, behind `after`. */
  listChanged(since: number, count: number, after: ChangesCursor | null): Promise<ChangedVersions>;
  /** Counts what it holds, or what it holds of one source; null if it holds nothing yet. */
  count(source: string | null): Promise<CorpusCounts | null>;
  /** Says whether a new page may find no room. */
  isFull(now: number): Promise<boolean>;
  /** Deletes everything in it. */
  delete(): Promise<void>;
  close(): Promise<void>;
}
