import { domainToASCII } from 'node:url';
import { failure, type Failure } from '../../lib/failure.ts';
import { limits } from '../../lib/limits/limits.ts';
import type { SearchSpec } from '../../lib/request/search-request.ts';
import type { SearchResult } from '../../lib/search/search-result.ts';
import { searchCorpus, type SearchDependencies } from '../../lib/steps/search-corpus/search-corpus.ts';

/** What was found of one's own pages, as clients know results of the web. */
export type OwnPages =
  | { readonly ok: true; readonly results: readonly SearchResult[]; readonly warnings: readonly string[] }
  | { readonly ok: false; readonly failure: Failure };

const ranges = { day: 1, week: 7, month: 31, year: 366 } as const;
const dayMs = 24 * 60 * 60 * 1_000;

const isOn = (url: string, names: readonly string[]): boolean => {
  const { hostname } = new URL(url);
  return names.some((given) => {
    const name = domainToASCII(given) || given;
    return hostname === name || hostname.endsWith(`.${name}`);
  });
};

/** Searches the deployment's corpus where a search names it among its sources (`corpus:main`). */
export const searchOwnPages = async (
  corpus: SearchDependencies | undefined,
  spec: SearchSpec,
  now: () => number,
): Promise<OwnPages> => {
  const [name, ...others] = spec.corpora;
  if (name === undefined) return { ok: true, results: [], warnings: [] };
  if (corpus === undefined || name !== corpus.name || others.length > 0) {
    const has =
      corpus === undefined ? 'none in a file: its operator names one with the setting corpus' : corpus.name;
    const message = `Cannot search the corpus ${spec.corpora.join(', ')}: this deployment has ${has} (docs/corpus.md)`;
    return { ok: false, failure: failure('CORPUS_NOT_FOUND', message) };
  }
  const { includeDomains, excludeDomains, limit, query, range, language } = spec;
  const isFiltered = includeDomains.length + excludeDomains.length > 0;
  const searched = await searchCorpus(corpus, {
    query,
    limit: isFiltered ? limits.corpusResultsMax : limit,
    filters: {
      ...(range === null ? {} : { after: now() - ranges[range] * dayMs }),
      ...(language === null ? {} : { language }),
    },
  });
  if (!searched.ok) return searched;
  const results = searched.answer.results
    .filter(
      ({ url }) => (includeDomains.length === 0 || isOn(url, includeDomains)) && !isOn(url, excludeDomains),
    )
    .slice(0, limit)
    .map(({ url, title, snippet }, at) => ({ url, title, position: at + 1, description: snippet.text }));
  return { ok: true, results, warnings: searched.answer.warnings };
};

/** Own pages before those of the web; a page that both have is one's own. */
export const mixResults = (
  own: readonly SearchResult[],
  web: readonly SearchResult[],
): readonly SearchResult[] => {
  const known = new Set(own.map(({ url }) => url));
  return [...own, ...web.filter(({ url }) => !known.has(url))].map((result, at) => ({
    ...result,
    position: at + 1,
  }));
};
