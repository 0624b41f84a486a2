import type { Failure } from '../failure.ts';
import { limits } from '../limits/limits.ts';
import type { SearchSpec, SearchSource } from '../request/search-request.ts';
import { askSearchEngine, type EngineResponse } from './ask-search-engine.ts';
import { parseSearchResults, type ResultsPage, type SearchResult } from './search-result.ts';
import { searchUrl } from './search-url.ts';

/** Results by their source, and warnings about them. */
export interface WebSearch {
  readonly kind: 'found';
  readonly results: Readonly<Partial<Record<SearchSource, readonly SearchResult[]>>>;
  readonly warnings: readonly string[];
}

interface SourceFound {
  readonly source: SearchSource;
  readonly results: readonly SearchResult[];
  readonly silent: readonly string[];
  /** Why there are no more. */
  readonly failure: Failure | null;
}

/** Asks for page after page until there are enough results, no new ones, or no time. */
const searchSource = async (
  ask: (source: SearchSource, page: number) => Promise<EngineResponse>,
  spec: SearchSpec,
  source: SearchSource,
): Promise<SourceFound> => {
  const found: ResultsPage['results'][number][] = [];
  const silent: string[] = [];
  let results: SearchResult[] = [];
  for (let page = 1; page <= limits.searchPagesMax; page += 1) {
    const answer = await ask(source, page);
    if (answer.kind === 'failed') return { source, results, silent, failure: answer.failure };
    found.push(...answer.page.results);
    silent.push(...answer.page.silent);
    const before = results.length;
    results = parseSearchResults(found, spec, source);
    if (results.length >= spec.limit || answer.page.results.length === 0) break;
    // An engine that does not know pages answers the same one again.
    if (page > 1 && results.length === before) break;
  }
  return { source, results, silent, failure: null };
};

/** Explains why a source has fewer results than it might: only if it has none, or fewer than requested. */
const warningsOf = (all: readonly SourceFound[], { limit }: SearchSpec): string[] => {
  const cut = all.filter((one) => one.failure !== null);
  const poor = all.filter(({ results }) => results.length < limit);
  const silent = [...new Set(poor.flatMap((one) => one.silent))].slice(0, 10);
  return [
    ...cut.map(
      ({ source, failure }) => `Not all results of ${source} could be had: ${failure?.message ?? ''}`,
    ),
    ...(silent.length === 0 ? [] : [`Some engines did not answer: ${silent.join(', ')}`]),
  ];
};

/**
 * Searches with the deployment's engine, all sources at the same time, until `until` (milliseconds since the epoch). It
 * fails if no source could be searched; if some could, it returns their results with a warning about the others.
 */
export const searchWeb = async (
  { endpoint, now }: { readonly endpoint: string; readonly now: () => number },
  spec: SearchSpec,
  until: number,
): Promise<WebSearch | { readonly kind: 'failed'; readonly failure: Failure }> => {
  const ask = async (source: SearchSource, page: number): Promise<EngineResponse> =>
    await askSearchEngine(
      searchUrl(endpoint, spec, source, page),
      Math.round(Math.min(limits.searchMs, until - now())),
    );
  const all = await Promise.all(spec.sources.map((source) => searchSource(ask, spec, source)));
  const [failed] = all;
  if (failed?.failure && all.every((one) => one.failure !== null && one.results.length === 0))
    return { kind: 'failed', failure: failed.failure };
  return {
    kind: 'found',
    results: Object.fromEntries(all.map(({ source, results }) => [source, results])),
    warnings: warningsOf(all, spec),
  };
};
