import {
  monitorCheckQuerySchema,
  monitorListQuerySchema,
  monitorRequestSchema,
  monitorUpdateSchema,
} from '../../lib/source/monitors/monitor-request.ts';
import {
  checkResponseSchema,
  checkStartedSchema,
  checksResponseSchema,
  monitorResponseSchema,
  monitorGoneSchema,
  monitorsResponseSchema,
} from '../openapi/responses/monitors.ts';
import { ofNewJob, ofRun } from '../openapi/failure-groups.ts';
import type { KeyEndpoint } from '../edge/endpoint.ts';
import { monitorSourceHandlers } from '../handlers/sources/monitors.ts';
import type { SourceDependencies } from '../handlers/sources/sources.ts';

const ids = { id: 'The id of the monitor.' };

/** Firecrawl's monitors, which are sources. */
export const monitorSourceEndpoints: readonly KeyEndpoint<SourceDependencies>[] = [
  {
    method: 'POST',
    path: '/v2/monitor',
    begins: 'page',
    handler: monitorSourceHandlers.create,
    docs: !import.meta.bundled && {
      id: 'createMonitor',
      tag: 'Sources',
      summary: 'Watch pages or a site',
      description: "As Firecrawl's monitors: each is a source of the manifest `monitors`.",
      body: {
        schema: monitorRequestSchema,
        example: {
          name: 'Rules',
          schedule: { text: 'daily at 9:00' },
          targets: [{ type: 'crawl', url: 'https://example.com' }],
        },
      },
      response: monitorResponseSchema,
      failures: ['PLAN_REFUSED', 'CONFLICT'],
    },
  },
  {
    method: 'GET',
    path: '/v2/monitor',
    handler: monitorSourceHandlers.list,
    docs: !import.meta.bundled && {
      id: 'listMonitors',
      tag: 'Sources',
      summary: 'Monitors of your team',
      query: monitorListQuerySchema,
      response: monitorsResponseSchema,
    },
  },
  {
    method: 'GET',
    path: '/v2/monitor/{id}',
    handler: monitorSourceHandlers.read,
    docs: !import.meta.bundled && {
      id: 'readMonitor',
      tag: 'Sources',
      summary: 'A monitor',
      ids,
      response: monitorResponseSchema,
      failures: ['SOURCE_NOT_FOUND'],
    },
  },
  {
    method: 'PATCH',
    path: '/v2/monitor/{id}',
    begins: 'page',
    handler: monitorSourceHandlers.update,
    docs: !import.meta.bundled && {
      id: 'updateMonitor',
      tag: 'Sources',
      summary: 'Change a monitor',
      ids,
      body: { schema: monitorUpdateSchema, example: { schedule: { cron: '0 6 * * *' } } },
      response: monitorResponseSchema,
      failures: ['SOURCE_NOT_FOUND', 'PLAN_REFUSED', 'CONFLICT'],
    },
  },
  {
    method: 'DELETE',
    path: '/v2/monitor/{id}',
    handler: monitorSourceHandlers.remove,
    docs: !import.meta.bundled && {
      id: 'deleteMonitor',
      tag: 'Sources',
      summary: 'Stop watching',
      description: 'What it found stays in the history of the source.',
      ids,
      response: monitorGoneSchema,
      failures: ['SOURCE_NOT_FOUND', 'CONFLICT'],
    },
  },
  {
    method: 'POST',
    path: '/v2/monitor/{id}/run',
    begins: 'job',
    handler: monitorSourceHandlers.run,
    docs: !import.meta.bundled && {
      id: 'runMonitor',
      tag: 'Sources',
      summary: 'Check now',
      ids,
      response: checkStartedSchema,
      failures: ['SOURCE_NOT_FOUND', 'RUN_OPEN', ...ofRun, 'CONFLICT', ...ofNewJob],
    },
  },
  {
    method: 'GET',
    path: '/v2/monitor/{id}/checks',
    handler: monitorSourceHandlers.checks,
    docs: !import.meta.bundled && {
      id: 'listMonitorChecks',
      tag: 'Sources',
      summary: 'Checks of a monitor',
      ids,
      query: monitorListQuerySchema,
      response: checksResponseSchema,
      failures: ['SOURCE_NOT_FOUND'],
    },
  },
  {
    method: 'GET',
    path: '/v2/monitor/{id}/checks/{check}',
    handler: monitorSourceHandlers.check,
    docs: !import.meta.bundled && {
      id: 'getMonitorCheck',
      tag: 'Sources',
      summary: 'A check with its pages and what differs',
      ids: { ...ids, check: 'The id of the check.' },
      query: monitorCheckQuerySchema,
      response: checkResponseSchema,
      failures: ['SOURCE_NOT_FOUND', 'PAGE_NOT_FOUND', 'VERSION_GONE'],
    },
  },
];
