import { scrapeResults } from '../../lib/steps/api/scrape-results.ts';
import type { Document } from '../../lib/deliver/results/document.ts';
import { failure } from '../../lib/failure.ts';
import { limits } from '../../lib/limits/limits.ts';
import type { Dialect } from '../../lib/request/dialect.ts';
import { ignoredWarning, parseJsonBody } from '../../lib/request/parse-request.ts';
import { parseSearchRequest, type SearchSpec } from '../../lib/request/search-request.ts';
import type { SearchResult } from '../../lib/search/search-result.ts';
import { searchWeb, type WebSearch } from '../../lib/search/search-web.ts';
import { askOwnApi } from '../edge/ask-own-api.ts';
import type { HttpHandler } from '../edge/endpoint.ts';
import { jsonResponse, refuse, type HttpResponse, type HttpRequest } from '../edge/http.ts';
import type { ApiDependencies } from './dependencies.ts';
import { mixResults, searchOwnPages } from './search-own-pages.ts';

/** The time needed to read the pages and to answer before API Gateway closes the connection. */
const tailMs = 3_500;

const notConfigured = failure(
  'SEARCH_NOT_CONFIGURED',
  'Cannot search: this deployment has no search engine. Its operator names a SearXNG-compatible one with ' +
    'the setting search (docs/search.md)',
);

/** Completes a result with its scraped document; the result's own values take precedence over those of the page. */
const withDocument = (result: SearchResult, document: Document | undefined): object => {
  if (document === undefined) return result;
  const { success: _success, ...rest } = document;
  return { ...rest, ...result };
};

/** Lists URLs of the pages to scrape. Results of pictures name the pages around them, which were not asked for. */
const urlsToScrape = ({ web = [], news = [] }: WebSearch['results']): string[] => [
  ...new Set([...web, ...news].map(({ url }) => url)),
];

/** Searches with the engine. Finds nothing if only a corpus is searched, which needs no engine. */
const searchEngine = async (
  endpoint: string | undefined,
  spec: SearchSpec,
  now: () => number,
  deadline: number,
): ReturnType<typeof searchWeb> => {
  if (spec.sources.length === 0) return { kind: 'found', results: {}, warnings: [] };
  if (endpoint === undefined) return { kind: 'failed', failure: notConfigured };
  return await searchWeb({ endpoint, now }, spec, deadline);
};

const search = async (
  dependencies: ApiDependencies,
  request: HttpRequest,
  dialect: Dialect,
): Promise<HttpResponse> => {
  const body = parseJsonBody(request.body);
  if (!body.ok) return refuse(body.failure);
  const parsed = parseSearchRequest(body.value, dialect);
  if (!parsed.ok) return refuse(parsed.failure);
  const { searchEngine: endpoint, now } = dependencies;
  const spec = parsed.value;
  const own = await searchOwnPages(askOwnApi(request), dependencies.corpus, spec, now);
  if (!own.ok) return own.refused;
  const deadline =
    now() + Math.min(request.remainingMs() - tailMs, limits.scrapeWaitMs, spec.timeoutMs ?? Infinity);
  const engine = await searchEngine(endpoint, spec, now, deadline);
  if (engine.kind === 'failed') return refuse(engine.failure);
  const found: Pick<typeof engine, 'results'> =
    spec.corpora.length === 0
      ? engine
      : { results: { ...engine.results, web: mixResults(own.results, engine.results.web ?? []) } };
  const urls = spec.scrape === null ? [] : urlsToScrape(found.results);
  const scraped =
    spec.scrape === null || urls.length === 0
      ? null
      : await scrapeResults(dependencies, {
          urls,
          options: spec.scrape,
          dialect,
          team: request.caller.team,
          keyId: request.caller.keyId,
          deadline,
        });
  if (scraped?.ok === false) return refuse(scraped.failure);
  const results = Object.fromEntries(
    Object.entries(found.results).map(([source, all]) => [
      source,
      all.map((result) => withDocument(result, scraped?.documents.get(result.url))),
    ]),
  );
  const warnings = [
    ...own.warnings,
    ...engine.warnings,
    ...(scraped?.warnings ?? []),
    ignoredWarning(parsed.ignored),
  ].filter((warning) => warning !== undefined);
  return jsonResponse(200, {
    success: true,
    // v1 knows one source, and answers a flat list.
    data: dialect === 'v1' ? Object.values(results).flat() : results,
    ...(scraped === null ? {} : { id: scraped.job }),
    ...(warnings.length === 0 ? {} : { warning: warnings.join('. ') }),
  });
};

/** Answers with the results of a search engine, and with the pages themselves if `scrapeOptions` has formats. */
export const searchHandler =
  (dialect: Dialect): HttpHandler<ApiDependencies> =>
  async (dependencies, request) =>
    await search(dependencies, request, dialect);
