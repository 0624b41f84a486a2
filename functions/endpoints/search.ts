import { searchHandler } from '../handlers/search.ts';
import { searchRequestSchema } from '../../lib/request/search-request.ts';
import { searchSchema, searchV1Schema } from '../openapi/responses/search.ts';
import type { KeyEndpoint } from '../edge/endpoint.ts';
import type { ApiDependencies } from '../handlers/dependencies.ts';

const search = (version: 'v1' | 'v2'): KeyEndpoint<ApiDependencies> => ({
  method: 'POST',
  path: `/${version}/search`,
  begins: 'page',
  handler: searchHandler(version),
  docs: !import.meta.bundled && {
    id: version === 'v1' ? 'searchV1' : 'search',
    tag: version === 'v1' ? 'Version 1' : 'Search',
    summary: `Search the web${version === 'v1' ? ', under v1' : ''}`,
    description:
      'With the search engine of the deployment, where it has one. With formats in `scrapeOptions`, pages ' +
      'come with what they hold, as far as there is time.',
    body: { schema: searchRequestSchema, example: { query: 'fen museum', limit: 5 } },
    response: version === 'v1' ? searchV1Schema : searchSchema,
    failures: [
      'BAD_REQUEST_INVALID_URL',
      'INVALID_SCHEMA',
      'SCHEMA_TOO_COMPLEX',
      'SEARCH_NOT_CONFIGURED',
      'SEARCH_FAILED',
    ],
  },
});

export const searchEndpoints: readonly KeyEndpoint<ApiDependencies>[] = [search('v2')];
export const searchEndpointsV1: readonly KeyEndpoint<ApiDependencies>[] = [search('v1')];
