import * as z from 'zod';
import { extractRequestSchema } from '../../lib/request/extract-request.ts';
import { resultsWindowSchema } from '../handlers/extract.ts';
import { cancelledSchema } from '../openapi/answers/common.ts';
import {
  extractResultsSchema,
  extractStartedSchema,
  extractStatusSchema,
  raitoStatusSchema,
} from '../openapi/answers/extract.ts';
import { ofJob, ofNewJob, type Operation } from '../openapi/operation.ts';
import { errors, redrive } from './jobs.ts';

const words =
  'A request that names its client in `origin` as those of Firecrawl do is answered in Firecrawl’s words; one with `provider`, `model`, `strict` or `fields` in Raito’s; any other as the deployment says.';

const extract = (version: 'v1' | 'v2'): readonly Operation[] => {
  const base = `/${version}/extract`;
  const name = version === 'v2' ? 'Extract' : 'ExtractV1';
  const isOld = version === 'v1';
  // Clients of Raito know codes of their own for a job that is not there.
  const ofThis = isOld ? (['NOT_FOUND', 'BAD_REQUEST'] as const) : ofJob;
  const of = isOld ? ', under v1' : '';
  return [
    {
      method: 'POST',
      path: base,
      id: `start${name}`,
      tag: 'Extract',
      summary: `Start an extraction${of}`,
      description: `Answers at once with the id of a job. What pages say themselves takes no token; a model is asked for the rest, and every value is looked up in its page.${isOld ? ` ${words}` : ''}`,
      idempotent: true,
      begins: 'job',
      body: {
        schema: extractRequestSchema,
        example: {
          urls: ['https://example.com'],
          schema: { type: 'object', properties: { title: { type: 'string' } } },
        },
      },
      answer: extractStartedSchema,
      failures: [...ofNewJob, 'INVALID_SCHEMA', 'SCHEMA_TOO_COMPLEX'],
    },
    {
      method: 'GET',
      path: `${base}/{id}`,
      id: `get${name}`,
      tag: 'Extract',
      summary: `Status and answer of an extraction${of}`,
      description: 'In the words in which it was asked.',
      // A job may have been asked under the other version.
      answer: z.union([extractStatusSchema, raitoStatusSchema]),
      failures: ofThis,
    },
    {
      method: 'DELETE',
      path: `${base}/{id}`,
      id: `cancel${name}`,
      tag: 'Extract',
      summary: `Cancel an extraction${of}`,
      answer: cancelledSchema,
      failures: [...ofThis, 'JOB_OVER'],
    },
    {
      method: 'GET',
      path: `${base}/{id}/results`,
      id: `get${name}Results`,
      tag: 'Extract',
      summary: `Results of an extraction by page${of}`,
      description:
        'They stream while the job runs: ask again with `cursor` until `done`. The order stays as it is.',
      query: resultsWindowSchema,
      answer: extractResultsSchema,
      failures: ofThis,
    },
  ];
};

const ofToday = { base: '/v2/extract', tag: 'Extract', name: 'Extract', word: 'extraction' } as const;

export const extractOperations: readonly Operation[] = [
  ...extract('v2'),
  errors(ofToday),
  redrive(ofToday),
  ...extract('v1'),
];
