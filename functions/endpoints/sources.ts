import {
  bulkRequestSchema,
  confirmRequestSchema,
  pauseRequestSchema,
  runsQuerySchema,
  sourcesQuerySchema,
} from '../../lib/request/source/source-query.ts';
import {
  bulkSchema,
  confirmedSchema,
  runStartedSchema,
  runsSchema,
  sourceDoneSchema,
  sourceSchema,
  sourcesSchema,
} from '../openapi/responses/sources.ts';
import { ofNewJob, ofRun } from '../openapi/failure-groups.ts';
import type { KeyEndpoint } from '../edge/endpoint.ts';
import { sourceHandlers, type SourceDependencies } from '../handlers/sources/sources.ts';

const ids = { id: 'The id of the source in its manifest.' };

/** Listing and steering sources. */
export const steeringEndpoints: readonly KeyEndpoint<SourceDependencies>[] = [
  {
    method: 'GET',
    path: '/v2/sources',
    handler: sourceHandlers.list,
    docs: !import.meta.bundled && {
      id: 'listSources',
      tag: 'Sources',
      summary: 'Sources, and how they are',
      query: sourcesQuerySchema,
      response: sourcesSchema,
      failures: ['MANIFEST_NOT_FOUND'],
    },
  },
  {
    method: 'POST',
    path: '/v2/sources/bulk',
    begins: 'job',
    limitedBy: 'handler',
    handler: sourceHandlers.bulk,
    docs: !import.meta.bundled && {
      id: 'steerSources',
      tag: 'Sources',
      summary: 'Run, pause or resume several sources',
      body: { schema: bulkRequestSchema, example: { action: 'run', select: { group: 'guides' } } },
      response: bulkSchema,
      failures: ['SOURCE_NOT_FOUND', 'MANIFEST_NOT_FOUND'],
    },
  },
  {
    method: 'GET',
    path: '/v2/sources/{id}',
    handler: sourceHandlers.read,
    docs: !import.meta.bundled && {
      id: 'getSource',
      tag: 'Sources',
      summary: 'A source with all that its manifest says',
      ids,
      response: sourceSchema,
      failures: ['SOURCE_NOT_FOUND'],
    },
  },
  {
    method: 'POST',
    path: '/v2/sources/{id}/run',
    begins: 'job',
    handler: sourceHandlers.run,
    docs: !import.meta.bundled && {
      id: 'runSource',
      tag: 'Sources',
      summary: 'Run a source now',
      ids,
      body: { schema: pauseRequestSchema, optional: true },
      response: runStartedSchema,
      failures: ['SOURCE_NOT_FOUND', 'RUN_OPEN', ...ofRun, 'CONFLICT', ...ofNewJob],
    },
  },
  {
    method: 'POST',
    path: '/v2/sources/{id}/pause',
    handler: sourceHandlers.pause,
    docs: !import.meta.bundled && {
      id: 'pauseSource',
      tag: 'Sources',
      summary: 'Keep a source from running by itself',
      description:
        'Refused for one that its manifest pauses, proposes or retires: it does not run by itself.',
      ids,
      body: { schema: pauseRequestSchema, example: { why: 'The site is being rebuilt' }, optional: true },
      response: sourceDoneSchema,
      failures: ['SOURCE_NOT_FOUND'],
    },
  },
  {
    method: 'POST',
    path: '/v2/sources/{id}/resume',
    begins: 'page',
    handler: sourceHandlers.resume,
    docs: !import.meta.bundled && {
      id: 'resumeSource',
      tag: 'Sources',
      summary: 'Let a source run again',
      description:
        'One that was paused, or that failed so often that it was left alone. Refused for one that its manifest ' +
        'pauses, proposes or retires: only another `status` there lets it run by itself.',
      ids,
      body: { schema: pauseRequestSchema, optional: true },
      response: sourceDoneSchema,
      failures: ['SOURCE_NOT_FOUND'],
    },
  },
  {
    method: 'POST',
    path: '/v2/sources/{id}/accept',
    handler: sourceHandlers.accept,
    docs: !import.meta.bundled && {
      id: 'acceptDeletions',
      tag: 'Sources',
      summary: 'Accept that many pages are gone',
      description:
        'Pages that a run held back, because so many are gone at once, are told as deleted by the next run. ' +
        'Refused where the last run held none back.',
      ids,
      response: sourceDoneSchema,
      failures: ['SOURCE_NOT_FOUND', 'BAD_REQUEST'],
    },
  },
  {
    method: 'POST',
    path: '/v2/sources/{id}/confirm',
    handler: sourceHandlers.confirm,
    docs: !import.meta.bundled && {
      id: 'confirmEnvelopes',
      tag: 'Sources',
      summary: 'Confirm that envelopes were ingested',
      description:
        'For an ingestion of your own: envelopes of a source with `retention` expire only once they are ' +
        'confirmed. A corpus of the deployment confirms by itself.',
      ids,
      body: {
        schema: confirmRequestSchema,
        example: { envelopes: ['kept/7y/example.com/2026-03-02/guide__index-0a1b2c3d__4e5f6a7b.json'] },
      },
      response: confirmedSchema,
      failures: ['SOURCE_NOT_FOUND'],
    },
  },
  {
    method: 'GET',
    path: '/v2/sources/{id}/runs',
    handler: sourceHandlers.runs,
    docs: !import.meta.bundled && {
      id: 'listSourceRuns',
      tag: 'Sources',
      summary: 'Runs of a source, the last one first',
      description: 'Also those that were skipped, with the reason.',
      ids,
      query: runsQuerySchema,
      response: runsSchema,
      failures: ['SOURCE_NOT_FOUND', 'CURSOR_UNKNOWN'],
    },
  },
];
