import { estimateHandler, type EstimatingDependencies } from '../handlers/estimate.ts';
import { extractRequestSchema } from '../../lib/request/extract-request.ts';
import { batchRequestSchema } from '../../lib/request/scrape-request.ts';
import { estimateSchema } from '../openapi/responses/cost.ts';
import { ofPage } from '../openapi/failure-groups.ts';
import type { KeyEndpoint, EndpointDocs } from '../edge/endpoint.ts';
import { crawlBody } from '../openapi/requests.ts';

const estimate = (
  kind: 'crawl' | 'batch' | 'extract',
  path: string,
  docs:
    | (Pick<EndpointDocs, 'description' | 'failures'> & Required<Pick<EndpointDocs, 'id' | 'body'>>)
    | false,
): KeyEndpoint<EstimatingDependencies> => ({
  method: 'POST',
  path: `/v2/${path}/estimate`,
  begins: 'page',
  // The site of a crawl is mapped, and one who comes back for that is not counted again. Else nothing is fetched.
  ...(kind === 'crawl' ? { limitedBy: 'handler' } : {}),
  handler: estimateHandler(kind),
  docs: docs && {
    ...docs,
    id: `estimate${docs.id}`,
    tag: 'Estimate',
    summary: `What a ${docs.id.toLowerCase()} would take`,
    response: estimateSchema,
    failures: ['BAD_REQUEST_INVALID_URL', 'INVALID_SCHEMA', 'SCHEMA_TOO_COMPLEX', ...(docs.failures ?? [])],
  },
});

const urls = ['https://example.com', 'https://example.org'];

export const estimateEndpoints: readonly KeyEndpoint<EstimatingDependencies>[] = [
  estimate(
    'crawl',
    'crawl',
    !import.meta.bundled && {
      id: 'Crawl',
      description:
        'The site is asked for its first page and its sitemaps. One that takes longer than the connection ' +
        'may is answered 408 with `details.state` = `processing_continues`: send the same body again ' +
        'after `details.retryAfterSeconds`.',
      body: { schema: crawlBody, example: { url: 'https://example.com', limit: 500 } },
      failures: ['MAP_TIMEOUT', 'JOB_EXPIRED', ...ofPage],
    },
  ),
  estimate(
    'batch',
    'batch/scrape',
    !import.meta.bundled && {
      id: 'Batch',
      body: { schema: batchRequestSchema, example: { urls } },
    },
  ),
  estimate(
    'extract',
    'extract',
    !import.meta.bundled && {
      id: 'Extraction',
      body: { schema: extractRequestSchema, example: { urls, prompt: 'prices' } },
    },
  ),
];
