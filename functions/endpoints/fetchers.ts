import type { KeyEndpoint } from '../edge/endpoint.ts';
import { fetchersHandler } from '../handlers/sources/fetchers.ts';
import type { SourceDependencies } from '../handlers/sources/sources.ts';
import { fetchersSchema } from '../openapi/responses/fetchers.ts';

/** The services that fetch pages for the deployment. */
export const fetcherEndpoints: readonly KeyEndpoint<SourceDependencies>[] = [
  {
    method: 'GET',
    path: '/v2/fetchers',
    // Their credits are the operator's.
    scope: 'admin',
    handler: fetchersHandler,
    docs: !import.meta.bundled && {
      id: 'listFetchers',
      tag: 'Usage',
      summary: 'How the services are that fetch pages',
      description: 'Each is asked at most once a minute; it charges nothing for that.',
      response: fetchersSchema,
    },
  },
];
