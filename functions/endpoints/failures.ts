import type { KeyEndpoint } from '../edge/endpoint.ts';
import { failuresHandler, failuresQuerySchema } from '../handlers/sources/failures.ts';
import type { SourceDependencies } from '../handlers/sources/sources.ts';
import { failuresSchema } from '../openapi/responses/failures.ts';

/** Pages of all jobs that ended without content. */
export const failureEndpoints: readonly KeyEndpoint<SourceDependencies>[] = [
  {
    method: 'GET',
    path: '/v2/failures',
    handler: failuresHandler,
    docs: !import.meta.bundled && {
      id: 'listFailures',
      tag: 'Jobs',
      summary: 'Pages of all jobs that ended without content, and why',
      description: 'Those of the newest job first. Follow `cursor` until it is null.',
      query: failuresQuerySchema,
      response: failuresSchema,
      failures: ['SOURCE_NOT_FOUND', 'CURSOR_UNKNOWN'],
    },
  },
];
