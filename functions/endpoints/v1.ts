import type { KeyEndpoint } from '../edge/endpoint.ts';
import type { ApiDependencies } from '../handlers/dependencies.ts';
import { makeJobEndpoints } from './jobs.ts';
import { mapEndpointsV1 } from './map.ts';
import { makeScrapeEndpoints } from './scrape.ts';
import { searchEndpointsV1 } from './search.ts';

/**
 * Firecrawl's first version: scrape, crawl, batch and map in its words (`lib/request/v1-request.ts`,
 * `lib/request/map-request.ts`), answered in its words too. Its clients read the text of an error only with statuses
 * that v1 had: an error of the site was a 500 there.
 */
export const v1Endpoints: readonly KeyEndpoint<ApiDependencies>[] = [
  ...makeScrapeEndpoints('v1'),
  ...makeJobEndpoints('v1'),
  ...mapEndpointsV1,
  ...searchEndpointsV1,
].map((endpoint) => ({ ...endpoint, unprocessable: 500 }));
