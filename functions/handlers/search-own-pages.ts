import { domainToASCII } from 'node:url';
import * as z from 'zod';
import { failure } from '../../lib/failure.ts';
import { limits } from '../../lib/limits/limits.ts';
import type { SearchSpec } from '../../lib/request/search-request.ts';
import type { SearchResult } from '../../lib/search/search-result.ts';
import type { AskOwnApi } from '../edge/ask-own-api.ts';
import { jsonResponse, refuse, type HttpResponse } from '../edge/http.ts';

/** What was found in the deployment's own pages, in the form of web results. */
export type OwnPages =
  | { readonly ok: true; readonly results: readonly SearchResult[]; readonly warnings: readonly string[] }
  | { readonly ok: false; readonly refused: HttpResponse };

const ranges = { day: 1, week: 7, month: 31, year: 366 } as const;
const dayMs = 24 * 60 * 60 * 1_000;

/** Makes a filter of a corpus from names of hosts, which are pages' hosts in ASCII; nothing of none. */
const sitesFilter = (name: 'sites' | 'excludeSites', hosts: readonly string[]): object =>
  hosts.length === 0 ? {} : { [name]: hosts.map((given) => domainToASCII(given) || given) };

/** The parts that are read from an answer of `POST /v2/corpus/{name}/search`. */
const answerSchema = z.object({
  data: z.array(z.object({ url: z.string(), title: z.string(), snippet: z.object({ text: z.string() }) })),
  warning: z.string().optional(),
});

const noCorpus = ({ corpora }: SearchSpec, corpus: string | undefined): OwnPages => {
  const has = corpus ?? 'none: its operator names one with the setting corpus';
  const names = corpora.map(({ name }) => name).join(', ');
  const message = `Cannot search the corpus ${names}: this deployment has ${has} (docs/corpus.md)`;
  return { ok: false, refused: refuse(failure('CORPUS_NOT_FOUND', message)) };
};

/**
 * Searches the deployment's corpus if a search names it among its sources (`corpus:main`), by words, by meaning or
 * both. It calls the function that has the corpus.
 */
export const searchOwnPages = async (
  ask: AskOwnApi,
  corpus: string | undefined,
  spec: SearchSpec,
  now: () => number,
): Promise<OwnPages> => {
  const [asked, ...others] = spec.corpora;
  if (asked === undefined) return { ok: true, results: [], warnings: [] };
  if (corpus === undefined || asked.name !== corpus || others.length > 0) return noCorpus(spec, corpus);
  const { includeDomains, excludeDomains, limit, query, range, language } = spec;
  const { status, body } = await ask('POST', `/v2/corpus/${corpus}/search`, {
    query: query.slice(0, limits.corpusQueryCharactersMax),
    limit,
    mode: asked.mode,
    filters: {
      ...(range === null ? {} : { after: new Date(now() - ranges[range] * dayMs).toISOString() }),
      ...(language === null ? {} : { language }),
      ...sitesFilter('sites', includeDomains),
      ...sitesFilter('excludeSites', excludeDomains),
    },
  });
  if (body === null) {
    const message = `Cannot search the corpus ${corpus}: it did not answer in time. Try again in a moment`;
    return { ok: false, refused: refuse(failure('CORPUS_UNAVAILABLE', message)) };
  }
  if (status !== 200) return { ok: false, refused: jsonResponse(status, body) };
  const { data, warning } = answerSchema.parse(body);
  const results = data.map(({ url, title, snippet }, at) => ({
    url,
    title,
    position: at + 1,
    description: snippet.text,
  }));
  return { ok: true, results, warnings: warning === undefined ? [] : [warning] };
};

/** Puts own pages before those of the web; a page in both counts as an own page. */
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
