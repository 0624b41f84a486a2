import { failure, type Failure } from '../../failure.ts';
import { documentId } from '../../ingest/document-id.ts';
import { embedderName } from '../../ingest/embed/choose-embedder.ts';
import type { StoredVector } from '../../ingest/embed/vector.ts';
import { fuseRanks, type Ranked } from '../../ingest/embed/fuse-ranks.ts';
import { highlightsIn, queryWords } from '../../ingest/index-words.ts';
import { snippetAround, type Snippet, type TextRange } from '../../ingest/snippet.ts';
import { limits } from '../../limits/limits.ts';
import type { CorpusSearchRequest, SearchMode } from '../../request/corpus-search-request.ts';
import type { CorpusStore } from '../../store/corpus/corpus-store.ts';
import type { FoundPassage, PassageSelection } from '../../store/corpus/search-passages.ts';
import { errorStack } from '../../outage.ts';
import { searchWarnings } from './search-warnings.ts';
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
  /** When its envelope was written, and since when it has this content. No envelope is written of an unchanged page. */
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

type RankedPassage = Ranked<FoundPassage>;

const shown = (score: number | null): number | null => (score === null ? null : Number(score.toFixed(4)));

const resultOf = (
  { item: found, score, lexical, vector }: RankedPassage,
  words: readonly string[],
  alsoAt: readonly string[],
): CorpusResult => {
  const metadata = JSON.parse(found.metadata) as Record<string, string | number>;
  const highlights = highlightsIn(found.text, words, String(metadata['language'] ?? ''));
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
    metadata,
    also_at: alsoAt,
  };
};

/** A passage that is returned, and further URLs with its page's content. */
interface ChosenPassage {
  readonly best: RankedPassage;
  readonly alsoAt: readonly string[];
}

/**
 * Keeps the best passage of each content, in order. Pages with the same content are one result, which names the other
 * URLs.
 */
const collapsePages = (found: readonly RankedPassage[]): ChosenPassage[] => {
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

/** The vector of a query, or why there is none. */
type QueryVector =
  | { readonly ok: true; readonly vector: StoredVector; readonly embedder: string }
  | { readonly ok: false; readonly failure: Failure };

const embedQuery = async (embedder: Embedder, query: string): Promise<QueryVector> => {
  const embedded = await embedder.embed([query], 'query');
  const [vector] = embedded.ok ? embedded.vectors : [];
  if (embedded.ok && vector !== undefined)
    return { ok: true, vector, embedder: embedderName(embedder.choice) };
  const none = failure('EMBEDDER_REFUSED', 'The embedder answered nothing');
  return { ok: false, failure: embedded.ok ? none : embedded.failure };
};

const otherEmbedder = (name: string, embedder: string): Failure => {
  const why = `its passages have no vectors of ${embedder}`;
  const message = `Cannot search the corpus ${name} by meaning: ${why}; POST /v2/corpus/${name}/reindex makes them`;
  return failure('CORPUS_OTHER_EMBEDDER', message);
};

/** What a search is ranked by. Null: not by these. */
interface Asked {
  readonly words: readonly string[] | null;
  readonly meaning: QueryVector | null;
}

/** Both rankings of a search. Null: the corpus has nothing to rank, or was not asked. */
interface Rankings {
  readonly lexical: readonly FoundPassage[] | null;
  readonly near: readonly FoundPassage[] | null;
}

const askRankings = async (
  dependencies: SearchDependencies,
  { words, meaning }: Asked,
  selection: PassageSelection,
): Promise<StoreRead<Rankings>> =>
  await askStore(dependencies, async (corpus) => ({
    near: meaning?.ok === true ? await corpus.searchVectors({ ...selection, ...meaning }) : null,
    lexical: words === null ? null : await corpus.searchWords({ ...selection, words }),
  }));

const alone = (passages: readonly FoundPassage[], by: 'lexical' | 'vector'): RankedPassage[] =>
  passages.map((item) => ({
    item,
    score: item.score,
    lexical: by === 'lexical' ? item.score : null,
    vector: by === 'vector' ? item.score : null,
  }));

/** Makes one ranking of those of a search. */
const fuseRankings = (
  { lexical, near }: Rankings,
  mode: SearchMode,
  embedder: Embedder | undefined,
): readonly RankedPassage[] => {
  if (mode === 'vector') return alone(near ?? [], 'vector');
  if (near === null) return alone(lexical ?? [], 'lexical');
  return fuseRanks(lexical ?? [], near, embedder?.choice.weight ?? 0);
};

/** Returns the source whose pages alone were searched, if the corpus holds none: its name may be mistyped. */
const absentSource = async (
  dependencies: SearchDependencies,
  { asOf, filters }: CorpusSearchRequest,
): Promise<string | undefined> => {
  const source = filters?.source;
  if (source === undefined || asOf !== undefined) return undefined;
  const counted = await askStore(dependencies, (corpus) => corpus.count(source));
  return counted.ok && counted.value?.pages === 0 ? source : undefined;
};

const refuseMode = (
  { embedder, name }: SearchDependencies,
  { mode }: CorpusSearchRequest,
): Failure | null => {
  if ((mode === 'vector' || mode === 'hybrid') && embedder === undefined) {
    const wanted = `mode: expected auto or lexical, found ${mode}: no embedder is set up (docs/corpus.md)`;
    const message = `Cannot search the corpus ${name}: ${wanted}`;
    return failure('EMBEDDER_NOT_CONFIGURED', message);
  }
  return null;
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
    mode: wanted = 'auto',
    asOf,
    limit = limits.corpusResultsDefault,
    collapse = 'url',
    filters = {},
  } = request;
  const { embedder } = dependencies;
  const allWords = queryWords(request.query, limits.corpusQueryCharactersMax);
  const words = allWords.slice(0, limits.corpusQueryWordsMax);
  // An emoji is no word, but has a meaning.
  const isWordless = allWords.length === 0 && wanted !== 'vector';
  const mode = isWordless ? 'vector' : wanted;
  const wordCount = mode === 'vector' ? 0 : allWords.length;
  const selection: PassageSelection = {
    count: collapse === 'url' || mode !== 'lexical' ? limit * limits.passagesPerResult : limit,
    asOf: asOf ?? null,
    filters: { ...filters, seenAfter: filters.after, seenBefore: filters.before },
  };
  const meaning =
    wanted === 'lexical' || embedder === undefined ? null : await embedQuery(embedder, request.query);
  if (meaning?.ok === false && wanted !== 'auto') return { ok: false, failure: meaning.failure };
  const asked = { words: mode === 'vector' ? null : words, meaning };
  const first = await askRankings(dependencies, asked, selection);
  if (!first.ok) return first;
  const noVectors =
    meaning?.ok === true && first.value.near === null
      ? otherEmbedder(dependencies.name, meaning.embedder)
      : null;
  if (noVectors !== null && wanted !== 'auto') return { ok: false, failure: noVectors };
  const choose = (rankings: Rankings): readonly ChosenPassage[] => {
    const ranked = fuseRankings(rankings, mode, embedder);
    return collapse === 'url' ? collapsePages(ranked) : ranked.map((best) => ({ best, alsoAt: [] }));
  };
  let chosen = choose(first.value);
  const isCut = [first.value.lexical, first.value.near].some((found) => found?.length === selection.count);
  if (collapse === 'url' && chosen.length < limit && isCut) {
    // A few pages have so many passages that others found no room: now each page has a few.
    const perPage = limits.passagesPerCrowdedPage;
    const again = await askRankings(dependencies, asked, { ...selection, perPage });
    if (!again.ok) return again;
    chosen = choose(again.value);
  }
  const isEmpty = mode !== 'vector' && first.value.lexical === null;
  const full = await askStore(dependencies, (corpus) => corpus.isFull(dependencies.now()));
  const unranked = isEmpty ? null : meaning?.ok === false ? meaning.failure : noVectors;
  return {
    ok: true,
    answer: {
      results: chosen.slice(0, limit).map(({ best, alsoAt }) => resultOf(best, words, alsoAt)),
      warnings: searchWarnings(dependencies.now(), asOf, {
        isEmpty,
        isFull: full.ok && full.value,
        isNothing: chosen.length === 0,
        absentSource: chosen.length > 0 ? undefined : await absentSource(dependencies, request),
        isUnasked: isWordless && first.value.near === null,
        group: filters.group,
        unranked,
        wordCount,
      }),
    },
  };
};
