import { failure, type Failure } from '../../failure.ts';
import { documentId } from '../../ingest/document-id.ts';
import { highlightsIn, matchQuery, queryWords } from '../../ingest/index-words.ts';
import { snippetAround, type Snippet, type TextRange } from '../../ingest/snippet.ts';
import { limits } from '../../limits/limits.ts';
import type { CorpusSearchRequest } from '../../request/corpus-search-request.ts';
import type { CorpusFile } from '../../store/corpus/corpus-file.ts';
import type { HeldCorpus } from '../../store/corpus/hold-corpus.ts';
import { searchPassages, type FoundPassage } from '../../store/corpus/search-passages.ts';
import { errorStack } from '../../outage.ts';

/** A passage that answers a search. */
export interface CorpusResult {
  readonly passage_id: string;
  /** Id of the page. */
  readonly document_id: string;
  readonly url: string;
  readonly title: string;
  readonly section_path: readonly string[];
  readonly heading_level: number;
  /** The passage as Markdown: text of a page, which nobody vouches for. */
  readonly text: string;
  /** Where in the text the words of the query stand: from, and to which character. */
  readonly highlights: readonly TextRange[];
  readonly snippet: Snippet;
  readonly score: number;
  readonly scores: { readonly lexical: number };
  /** When the page was last fetched, and since when it is so. */
  readonly seen_at: string;
  readonly since: string;
  readonly envelope_key: string;
  readonly metadata: Readonly<Record<string, string | number>>;
  /** Further URLs with the same content. */
  readonly also_at: readonly string[];
}

export interface CorpusAnswer {
  readonly results: readonly CorpusResult[];
  readonly warnings: readonly string[];
}

export type CorpusSearched =
  | { readonly ok: true; readonly answer: CorpusAnswer }
  | { readonly ok: false; readonly failure: Failure };

export interface SearchDependencies {
  readonly corpus: HeldCorpus;
  readonly name: string;
  readonly now: () => number;
  readonly log: (event: string, fields: Record<string, unknown>) => void;
}

const snippetCharacters = 300;

const resultOf = (found: FoundPassage, words: readonly string[], alsoAt: readonly string[]): CorpusResult => {
  const highlights = highlightsIn(found.text, words);
  const score = Number(found.score.toFixed(4));
  return {
    passage_id: found.id,
    document_id: documentId(found.url),
    url: found.url,
    title: found.title,
    section_path: JSON.parse(found.section_path) as string[],
    heading_level: found.heading_level,
    text: found.text,
    highlights,
    snippet: snippetAround(found.text, highlights, snippetCharacters),
    score,
    scores: { lexical: score },
    seen_at: new Date(found.at).toISOString(),
    since: new Date(found.since).toISOString(),
    envelope_key: found.envelope_key,
    metadata: JSON.parse(found.metadata) as Record<string, string | number>,
    also_at: alsoAt,
  };
};

/** The best passage of each page, in order; pages with the same content are one, which names the other URLs. */
const collapsePages = (
  found: readonly FoundPassage[],
): { readonly best: FoundPassage; readonly alsoAt: string[] }[] => {
  const byContent = new Map<string, { readonly best: FoundPassage; readonly alsoAt: string[] }>();
  for (const each of found) {
    const same = byContent.get(each.content_hash);
    if (same === undefined) byContent.set(each.content_hash, { best: each, alsoAt: [] });
    else if (same.best.url !== each.url && !same.alsoAt.includes(each.url)) same.alsoAt.push(each.url);
  }
  return [...byContent.values()];
};

const searchFile = (
  file: CorpusFile,
  request: CorpusSearchRequest,
  words: readonly string[],
): readonly CorpusResult[] => {
  const { limit = limits.corpusResultsDefault, collapse = 'url', filters = {} } = request;
  const found = searchPassages(file.db, {
    match: matchQuery(words),
    count: collapse === 'url' ? limit * limits.passagesPerResult : limit,
    asOf: request.asOf ?? null,
    filters: { ...filters, seenAfter: filters.after, seenBefore: filters.before },
  });
  const chosen = collapse === 'url' ? collapsePages(found) : found.map((best) => ({ best, alsoAt: [] }));
  return chosen.slice(0, limit).map(({ best, alsoAt }) => resultOf(best, words, alsoAt));
};

/** Reads a corpus; that it cannot be read is an answer: nothing is lost by it, envelopes wait. */
export const readHeld = async ({
  corpus,
  name,
  log,
}: SearchDependencies): Promise<
  { readonly ok: true; readonly file: CorpusFile | null } | { readonly ok: false; readonly failure: Failure }
> => {
  try {
    return { ok: true, file: await corpus.read(limits.corpusRefreshMs) };
  } catch (error) {
    log('reading a corpus failed', { corpus: name, error: String(error), stack: errorStack(error) });
    const message = `Cannot read the corpus ${name}: its store does not answer. Nothing is lost; try again in a moment`;
    return { ok: false, failure: failure('CORPUS_UNAVAILABLE', message) };
  }
};

/** Finds the passages of a corpus that answer a query best. */
export const searchCorpus = async (
  dependencies: SearchDependencies,
  request: CorpusSearchRequest,
): Promise<CorpusSearched> => {
  const { mode = 'auto', asOf } = request;
  const refuse = (message: string): CorpusSearched => ({
    ok: false,
    failure: failure('BAD_REQUEST', `Cannot search the corpus ${dependencies.name}: ${message}`),
  });
  if (mode === 'vector' || mode === 'hybrid')
    return refuse(
      `mode: expected auto or lexical, found ${mode}: the corpus has no vectors, because no embedder is set up`,
    );
  const words = queryWords(request.query, limits.corpusQueryWordsMax);
  if (words.length === 0)
    return refuse(`query: expected a word, found ${JSON.stringify(request.query.slice(0, 40))}`);
  const held = await readHeld(dependencies);
  if (!held.ok) return held;
  if (held.file === null)
    return { ok: true, answer: { results: [], warnings: ['The corpus holds no page yet'] } };
  const horizon = dependencies.now() - limits.corpusHistoryMs;
  const warnings =
    asOf !== undefined && asOf < horizon
      ? [
          `Versions that were replaced before ${new Date(horizon).toISOString()} are not in the corpus any more`,
        ]
      : [];
  return { ok: true, answer: { results: searchFile(held.file, request, words), warnings } };
};
