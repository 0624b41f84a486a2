import { mapRequestSchema, mapRequestV1Schema } from '../../lib/request/map-request.ts';
import { mapHandlers, mapSliceSchema } from '../handlers/map.ts';
import {
  mapDocumentSchema,
  mapStatusSchema,
  mapV1Schema,
  mapV1StatusSchema,
} from '../openapi/responses/map.ts';
import { ofJob, ofPage } from '../openapi/failure-groups.ts';
import type { KeyEndpoint } from '../edge/endpoint.ts';
import type { ApiDependencies } from '../handlers/dependencies.ts';

const map = (version: 'v1' | 'v2'): readonly KeyEndpoint<ApiDependencies>[] => {
  const isOld = version === 'v1';
  const [name, of] = isOld ? ['MapV1', ', under v1'] : ['Map', ''];
  return [
    {
      method: 'POST',
      path: `/${version}/map`,
      begins: 'page',
      limitedBy: 'handler',
      handler: mapHandlers[version].start,
      docs: !import.meta.bundled && {
        id: `start${name}`,
        tag: isOld ? 'Version 1' : 'Map',
        summary: `List the URLs of a site${of}`,
        description:
          'From its sitemaps and the links of the page; no other page is fetched. A site that takes ' +
          'longer than the connection may is answered 408 with `details.state` = `processing_continues`: ' +
          'send the same body again after `details.retryAfterSeconds`.',
        body: {
          schema: isOld ? mapRequestV1Schema : mapRequestSchema,
          example: { url: 'https://example.com', search: 'prices' },
        },
        response: isOld ? mapV1Schema : mapDocumentSchema,
        failures: ['BAD_REQUEST_INVALID_URL', 'MAP_TIMEOUT', 'JOB_EXPIRED', ...ofPage],
      },
    },
    {
      method: 'GET',
      path: `/${version}/map/{id}`,
      handler: mapHandlers[version].status,
      docs: !import.meta.bundled && {
        id: `get${name}`,
        tag: isOld ? 'Version 1' : 'Map',
        summary: `A map that was made${of}`,
        description: 'Follow `next` until there is none.',
        query: mapSliceSchema,
        response: isOld ? mapV1StatusSchema : mapStatusSchema,
        failures: [...ofJob, ...ofPage],
      },
    },
  ];
};

export const mapEndpoints = map('v2');
export const mapEndpointsV1 = map('v1');
