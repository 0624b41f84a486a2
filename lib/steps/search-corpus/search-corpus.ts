import { failure, type Failure } from '../../failure.ts';
import { documentId } from '../../ingest/document-id.ts';
import { embedderName } from '../../ingest/embed/choose-embedder.ts';
import { fuseRanks, type Ranked } from '../../ingest/embed/fuse-ranks.ts';
import { highlightsIn, queryWords } from '../../ingest/index-words.ts';
import { snippetAround, type Snippet, type TextRange } from '../../ingest/snippet.ts';
import { limits } from '../../limits/limits.ts';
import type { CorpusSearchRequest } from '../../request/corpus-search-request.ts';
import type { CorpusStore } from '../../store/corpus/corpus-store.ts';
import type { FoundPassage, PassageSelection } from '../../store/corpus/search-passages.ts';
import { errorStack } from '../../outage.ts';
import type { Embedder } from '../embed-texts/create-embedder.ts';
import type { Log } from '../../log.ts';

/** A passage that answers a search. */
export interface CorpusResult {
  readonly passage_id: string;
  /** Id of the page. */
  readonly document_id: string;
  readonly url: string;
  readonly title: string;
  readonly section_path: readonly string[];
  readonly heading_level: number;
  /** The passage as Markdown: text of a page, so untrusted content. */
  readonly text: string;
  /** Where in the text the words of the query are, as start and end positions. */
  readonly highlights: readonly TextRange[];
  readonly snippet: Snippet;
  readonly score: number;
  /** Null if a ranking did not find it, or was not used. */
  readonly scores: { readonly lexical: number | null; readonly vector: number | null };
  /** When the page was last fetched, and since when it has this content. */
  readonly seen_at: string;
  readonly since: string;
  readonly envelope_key: string;
  readonly metadata: Readonly<Record<string, string | number>>;
  /** Further URLs with the same content. */
  readonly also_at: readonly string[];
}

export interface CorpusResponse {
  readonly results: readonly CorpusResult[];
  readonly warnings: readonly string[];
}

export type CorpusSearched =
  | { readonly ok: true; readonly answer: CorpusResponse }
  | { readonly ok: false; readonly failure: Failure };

export interface SearchDependencies {
  readonly corpus: CorpusStore;
  /** Undefined if none is set up. */
  readonly embedder?: Embedder | undefined;
  readonly name: string;
  readonly now: () => number;
  readonly log: Log;
}

const snippetCharacters = 300;
const dayMs = 24 * 60 * 60 * 1_000;
const dayAlone = ': a day alone is its beginning, in UTC';

type RankedPassage = Ranked<FoundPassage>;

const shown = (score: number | null): number | null => (score === null ? null : Number(score.toFixed(4)));

const resultOf = (
  { item: found, score, lexical, vector }: RankedPassage,
  words: readonly string[],
  alsoAt: readonly string[],
): CorpusResult => {
  const highlights = highlightsIn(found.text, words);
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
    score: Number(score.toFixed(4)),
    scores: { lexical: shown(lexical), vector: shown(vector) },
    seen_at: new Date(found.at).toISOString(),
    since: new Date(found.since).toISOString(),
    envelope_key: found.envelope_key,
    metadata: JSON.parse(found.metadata) as Record<string, string | number>,
    also_at: alsoAt,
  };
};

/**
 * Keeps the best passage of each content, in order. Pages with the same content are one result, which names the other
 * URLs.
 */
const collapsePages = (
  found: readonly RankedPassage[],
): { readonly best: RankedPassage; readonly alsoAt: string[] }[] => {
  const byContent = new Map<string, { readonly best: RankedPassage; readonly alsoAt: string[] }>();
  for (const each of found) {
    const { content_hash, url } = each.item;
    const same = byContent.get(content_hash);
    if (same === undefined) byContent.set(content_hash, { best: each, alsoAt: [] });
    else if (same.best.item.url !== url && !same.alsoAt.includes(url)) same.alsoAt.push(url);
  }
  return [...byContent.values()];
};

type StoreRead<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly failure: Failure };

/** Queries the store of a corpus. If the store fails, returns a failure: nothing is lost, because envelopes wait. */
export const askStore = async <Value>(
  { corpus, name, log }: SearchDependencies,
  ask: (corpus: CorpusStore) => Promise<Value>,
): Promise<StoreRead<Value>> => {
  try {
    return { ok: true, value: await ask(corpus) };
  } catch (error) {
    log('reading a corpus failed', { corpus: name, error: String(error), stack: errorStack(error) });
    const message = `Cannot ask the corpus ${name}: its store does not answer. Nothing is lost; try again in a moment`;
    return { ok: false, failure: failure('CORPUS_UNAVAILABLE', message) };
  }
};

/** The results of one ranking of a search, or why there are none. */
type Ranking =
  | { readonly kind: 'found'; readonly passages: readonly FoundPassage[] }
  | { readonly kind: 'none'; readonly failure: Failure };

/** Finds passages whose vectors are similar to that of the query. */
const rankByMeaning = async (
  dependencies: SearchDependencies & { readonly embedder: Embedder },
  query: string,
  selection: PassageSelection,
): Promise<StoreRead<Ranking>> => {
  const { embedder, name } = dependencies;
  const embedded = await embedder.embed([query], 'query');
  const [vector] = embedded.ok ? embedded.vectors : [];
  if (!embedded.ok || vector === undefined) {
    const none = embedded.ok
      ? failure('EMBEDDER_REFUSED', 'The embedder answered nothing')
      : embedded.failure;
    return { ok: true, value: { kind: 'none', failure: none } };
  }
  const search = { ...selection, vector, embedder: embedderName(embedder.choice) };
  const found = await askStore(dependencies, (corpus) => corpus.searchVectors(search));
  if (!found.ok) return found;
  if (found.value !== null) return { ok: true, value: { kind: 'found', passages: found.value } };
  const why = `its passages have no vectors of ${search.embedder}`;
  const message = `Cannot search the corpus ${name} by meaning: ${why}; POST /v2/corpus/${name}/reindex makes them`;
  return { ok: true, value: { kind: 'none', failure: failure('CORPUS_OTHER_EMBEDDER', message) } };
};

const alone = (passages: readonly FoundPassage[], by: 'lexical' | 'vector'): RankedPassage[] =>
  passages.map((item) => ({
    item,
    score: item.score,
    lexical: by === 'lexical' ? item.score : null,
    vector: by === 'vector' ? item.score : null,
  }));

/** The facts about a search that its warnings need. */
interface SearchFound {
  /** The corpus holds no page. */
  readonly isEmpty: boolean;
  readonly isNothing: boolean;
  /** Why only words were searched, although meaning was wanted as well. */
  readonly unranked: Failure | null;
  /** The words of the query, if words were searched. */
  readonly wordCount: number;
}

const warningsOf = (
  { now }: SearchDependencies,
  asOf: number | undefined,
  { isEmpty, isNothing, unranked, wordCount }: SearchFound,
): string[] => {
  const { corpusQueryWordsMax: wordsMax } = limits;
  const horizon = now() - limits.corpusHistoryMs;
  return [
    ...(isEmpty ? ['The corpus holds no page yet'] : []),
    ...(isNothing && !isEmpty && asOf !== undefined
      ? [`Searched as of ${new Date(asOf).toISOString()}${asOf % dayMs === 0 ? dayAlone : ''}`]
      : []),
    ...(asOf !== undefined && asOf < horizon
      ? [
          `Versions that were replaced before ${new Date(horizon).toISOString()} are not in the corpus any more`,
        ]
      : []),
    ...(wordCount > wordsMax
      ? [`The query has ${wordCount} words: the first ${wordsMax} were searched`]
      : []),
    ...(unranked === null ? [] : [`Only words were searched. ${unranked.code}: ${unranked.message}`]),
  ];
};

const refuseMode = (
  { embedder, name }: SearchDependencies,
  { mode, query }: CorpusSearchRequest,
): Failure | null => {
  if ((mode === 'vector' || mode === 'hybrid') && embedder === undefined) {
    const wanted = `mode: expected auto or lexical, found ${mode}: no embedder is set up (docs/corpus.md)`;
    const message = `Cannot search the corpus ${name}: ${wanted}`;
    return failure('EMBEDDER_NOT_CONFIGURED', message);
  }
  const isWordless = queryWords(query, 1).length === 0;
  return isWordless
    ? failure(
        'BAD_REQUEST',
        `Cannot search the corpus ${name}: query: expected a word, found ${JSON.stringify(query.slice(0, 40))}`,
      )
    : null;
};

/**
 * Finds the passages of a corpus that answer a query best: by their words, by their meaning, or by both if an embedder
 * is set up. If the request chooses no mode and the search by meaning fails, it uses words alone.
 */
export const searchCorpus = async (
  dependencies: SearchDependencies,
  request: CorpusSearchRequest,
): Promise<CorpusSearched> => {
  const refused = refuseMode(dependencies, request);
  if (refused !== null) return { ok: false, failure: refused };
  const {
    mode = 'auto',
    asOf,
    limit = limits.corpusResultsDefault,
    collapse = 'url',
    filters = {},
  } = request;
  const { embedder } = dependencies;
  const allWords = queryWords(request.query, limits.corpusQueryCharactersMax);
  const words = allWords.slice(0, limits.corpusQueryWordsMax);
  const wordCount = mode === 'vector' ? 0 : allWords.length;
  const selection: PassageSelection = {
    count: collapse === 'url' || mode !== 'lexical' ? limit * limits.passagesPerResult : limit,
    asOf: asOf ?? null,
    filters: { ...filters, seenAfter: filters.after, seenBefore: filters.before },
  };
  const byMeaning: StoreRead<Ranking> | null =
    mode === 'lexical' || embedder === undefined
      ? null
      : await rankByMeaning({ ...dependencies, embedder }, request.query, selection);
  if (byMeaning?.ok === false) return byMeaning;
  const meaning = byMeaning?.value ?? null;
  if (meaning?.kind === 'none' && mode !== 'auto') return { ok: false, failure: meaning.failure };
  const byWords =
    mode === 'vector'
      ? ({ ok: true, value: null } as const)
      : await askStore(dependencies, (corpus) => corpus.searchWords({ ...selection, words }));
  if (!byWords.ok) return byWords;
  const near = meaning?.kind === 'found' ? meaning.passages : null;
  const ranked =
    mode === 'vector'
      ? alone(near ?? [], 'vector')
      : near === null
        ? alone(byWords.value ?? [], 'lexical')
        : fuseRanks(byWords.value ?? [], near, embedder?.choice.weight ?? 0);
  const chosen = collapse === 'url' ? collapsePages(ranked) : ranked.map((best) => ({ best, alsoAt: [] }));
  const isEmpty = mode !== 'vector' && byWords.value === null;
  const unranked = meaning?.kind === 'none' && !isEmpty ? meaning.failure : null;
  return {
    ok: true,
    answer: {
      results: chosen.slice(0, limit).map(({ best, alsoAt }) => resultOf(best, words, alsoAt)),
      warnings: warningsOf(dependencies, asOf, {
        isEmpty,
        isNothing: chosen.length === 0,
        unranked,
        wordCount,
      }),
    },
  };
};
