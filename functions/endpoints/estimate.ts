import type * as z from 'zod';
import { extractRequestSchema } from '../../lib/request/extract-request.ts';
import { batchRequestSchema } from '../../lib/request/scrape-request.ts';
import { estimateSchema } from '../openapi/answers/cost.ts';
import { ofPage, type Operation } from '../openapi/operation.ts';
import { crawlBody } from '../openapi/requests.ts';

const estimate = (
  path: string,
  name: string,
  body: { readonly schema: z.ZodType; readonly example: Readonly<Record<string, unknown>> },
  more: Partial<Operation>,
): Operation => ({
  method: 'POST',
  path: `/v2/${path}/estimate`,
  id: `estimate${name}`,
  tag: 'Estimate',
  summary: `What a ${name.toLowerCase()} would take`,
  body,
  answer: estimateSchema,
  ...more,
  failures: ['BAD_REQUEST_INVALID_URL', 'INVALID_SCHEMA', 'SCHEMA_TOO_COMPLEX', ...(more.failures ?? [])],
});

const urls = ['https://example.com', 'https://example.org'];

export const estimateOperations: readonly Operation[] = [
  estimate(
    'crawl',
    'Crawl',
    { schema: crawlBody, example: { url: 'https://example.com', limit: 500 } },
    {
      description:
        'The site is asked for its first page and its sitemaps. One that takes longer than the connection may is answered 408 with `details.state` = `processing_continues`: send the same body again after `details.retryAfterSeconds`.',
      begins: 'page',
      failures: ['MAP_TIMEOUT', 'JOB_EXPIRED', ...ofPage],
    },
  ),
  estimate('batch/scrape', 'Batch', { schema: batchRequestSchema, example: { urls } }, {}),
  estimate(
    'extract',
    'Extraction',
    { schema: extractRequestSchema, example: { urls, prompt: 'prices' } },
    {},
  ),
];
