import { mapRequestSchema, mapRequestV1Schema } from '../../lib/request/map-request.ts';
import { mapWindowSchema } from '../handlers/map.ts';
import {
  mapDocumentSchema,
  mapStatusSchema,
  mapV1Schema,
  mapV1StatusSchema,
} from '../openapi/answers/map.ts';
import { ofJob, ofPage, type Operation } from '../openapi/operation.ts';

const map = (version: 'v1' | 'v2'): readonly Operation[] => {
  const isOld = version === 'v1';
  const [name, of] = isOld ? ['MapV1', ', under v1'] : ['Map', ''];
  return [
    {
      method: 'POST',
      path: `/${version}/map`,
      id: `start${name}`,
      tag: isOld ? 'Version 1' : 'Map',
      summary: `List the URLs of a site${of}`,
      description:
        'From its sitemaps and the links of the page; no other page is fetched. A site that takes longer than the connection may is answered 408 with `details.state` = `processing_continues`: send the same body again after `details.retryAfterSeconds`.',
      begins: 'page',
      body: {
        schema: isOld ? mapRequestV1Schema : mapRequestSchema,
        example: { url: 'https://example.com', search: 'prices' },
      },
      answer: isOld ? mapV1Schema : mapDocumentSchema,
      failures: ['BAD_REQUEST_INVALID_URL', 'MAP_TIMEOUT', 'JOB_EXPIRED', ...ofPage],
    },
    {
      method: 'GET',
      path: `/${version}/map/{id}`,
      id: `get${name}`,
      tag: isOld ? 'Version 1' : 'Map',
      summary: `A map that was made${of}`,
      description: 'Follow `next` until there is none.',
      query: mapWindowSchema,
      answer: isOld ? mapV1StatusSchema : mapStatusSchema,
      failures: [...ofJob, ...ofPage],
    },
  ];
};

export const mapOperations = map('v2');
export const mapOperationsV1 = map('v1');
