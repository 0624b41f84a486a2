import * as z from 'zod';
import { extractRequestSchema } from '../../lib/request/extract-request.ts';
import { extractHandlers, resultsSliceSchema } from '../handlers/extract.ts';
import { cancelledSchema } from '../openapi/responses/common.ts';
import {
  extractResultsSchema,
  extractStartedSchema,
  extractStatusSchema,
  raitoStatusSchema,
} from '../openapi/responses/extract.ts';
import { ofJob, ofNewJob } from '../openapi/failure-groups.ts';
import type { KeyEndpoint } from '../edge/endpoint.ts';
import type { ApiDependencies } from '../handlers/dependencies.ts';
import { errors } from './jobs.ts';
import { redrives } from './redrives.ts';

const words =
  'A request that names its client in `origin` as those of Firecrawl do is answered in Firecrawl’s words; ' +
  'one with `provider`, `model`, `strict` or `fields` in Raito’s; any other as the deployment says.';

const exampleRequest = {
  urls: ['https://example.com'],
  schema: { type: 'object', properties: { title: { type: 'string' } } },
};

const extract = (version: 'v1' | 'v2'): readonly KeyEndpoint<ApiDependencies>[] => {
  const base = `/${version}/extract` as const;
  const handlers = extractHandlers(base);
  const name = version === 'v2' ? 'Extract' : 'ExtractV1';
  const isOld = version === 'v1';
  // Clients of Raito expect codes of their own for a job that does not exist.
  const ofThis = isOld ? (['NOT_FOUND', 'BAD_REQUEST'] as const) : ofJob;
  const of = isOld ? ', under v1' : '';
  return [
    {
      method: 'POST',
      path: base,
      begins: 'job',
      handler: handlers.start,
      docs: !import.meta.bundled && {
        id: `start${name}`,
        tag: 'Extract',
        summary: `Start an extraction${of}`,
        description:
          `Answers at once with the id of a job. What pages say themselves takes no token; a model is asked ` +
          `for the rest, and every value is looked up in its page.${isOld ? ` ${words}` : ''}`,
        idempotent: true,
        body: { schema: extractRequestSchema, example: exampleRequest },
        response: extractStartedSchema,
        failures: [...ofNewJob, 'INVALID_SCHEMA', 'SCHEMA_TOO_COMPLEX'],
      },
    },
    {
      method: 'GET',
      path: `${base}/{id}`,
      handler: handlers.status,
      docs: !import.meta.bundled && {
        id: `get${name}`,
        tag: 'Extract',
        summary: `Status and answer of an extraction${of}`,
        description: 'In the words in which it was asked.',
        // The job may have been started under the other version.
        response: z.union([extractStatusSchema, raitoStatusSchema]),
        failures: ofThis,
      },
    },
    {
      method: 'DELETE',
      path: `${base}/{id}`,
      handler: handlers.cancel,
      docs: !import.meta.bundled && {
        id: `cancel${name}`,
        tag: 'Extract',
        summary: `Cancel an extraction${of}`,
        response: cancelledSchema,
        failures: [...ofThis, 'JOB_OVER'],
      },
    },
    {
      method: 'GET',
      path: `${base}/{id}/results`,
      handler: handlers.results,
      docs: !import.meta.bundled && {
        id: `get${name}Results`,
        tag: 'Extract',
        summary: `Results of an extraction by page${of}`,
        description:
          'They stream while the job runs: ask again with `cursor` until `done`. The order stays as it is.',
        query: resultsSliceSchema,
        response: extractResultsSchema,
        failures: [...ofThis, 'CURSOR_UNKNOWN'],
      },
    },
  ];
};

const ofToday = {
  base: '/v2/extract',
  kind: 'extract',
  tag: 'Extract',
  name: 'Extract',
  word: 'extraction',
} as const;

export const extractEndpoints: readonly KeyEndpoint<ApiDependencies>[] = [
  ...extract('v2'),
  errors(ofToday),
  ...redrives(ofToday),
  ...extract('v1'),
];
