import { jobRoutes } from './job-routes.ts';
import { activeCrawls } from './active-crawls.ts';
import { mapRoutes } from './map.ts';
import { scrapeRoutes } from './scrape.ts';
import { searchRoute } from './search.ts';
import type { ApiDependencies } from './dependencies.ts';
import type { HttpAnswer, Route } from '../edge/http.ts';

/** v1's client shows the text of an error only with statuses that v1 had; what a site did wrong was a 500 there. */
const readable = (answer: HttpAnswer): HttpAnswer =>
  answer.statusCode === 422 ? { ...answer, statusCode: 500 } : answer;

/**
 * Firecrawl's first version: scrape, crawl, batch and map in its words (`lib/request/v1-request.ts`, `lib/request/map-request.ts`), answered in kind. The last page
 * of results has no `next`, which its clients would otherwise follow.
 */
export const v1Routes = (dependencies: ApiDependencies): Route[] =>
  [
    ...scrapeRoutes(dependencies, '/v1/scrape', 'v1'),
    ...activeCrawls(dependencies, '/v1/crawl'),
    ...jobRoutes(dependencies, 'crawl', '/v1/crawl', 'v1'),
    ...jobRoutes(dependencies, 'batch', '/v1/batch/scrape', 'v1'),
    ...mapRoutes(dependencies, '/v1/map'),
    searchRoute(dependencies, '/v1/search', 'v1'),
  ].map((route) => ({ ...route, answer: async (request) => readable(await route.answer(request)) }));
