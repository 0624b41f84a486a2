import { hostHandler } from '../handlers/hosts.ts';
import * as z from 'zod';
import {
  documentQuerySchema,
  jobsHandlers,
  jobsQuerySchema,
  pagesQuerySchema,
  treeQuerySchema,
  whyQuerySchema,
} from '../handlers/jobs.ts';
import { sessionHandler, sessionRequestSchema } from '../handlers/sessions.ts';
import {
  hostResponseSchema,
  jobsSchema,
  pageListSchema,
  pageStorySchema,
  progressSchema,
  sessionSchema,
  treeSchema,
  whySchema,
} from '../openapi/responses/monitor.ts';
import { success } from '../openapi/responses/common.ts';
import { documentSchema } from '../openapi/responses/document.ts';
import { ofJob } from '../openapi/failure-groups.ts';
import type { KeyEndpoint } from '../edge/endpoint.ts';
import type { ApiDependencies } from '../handlers/dependencies.ts';

const id = 'Id of the job, as the answer that started it or the list of jobs gave it.';

/** What people watch while jobs run, and look at afterwards. */
export const monitorEndpoints: readonly KeyEndpoint<ApiDependencies>[] = [
  {
    method: 'GET',
    path: '/v2/jobs',
    handler: jobsHandlers.list,
    docs: !import.meta.bundled && {
      id: 'listJobs',
      tag: 'Jobs',
      summary: 'Jobs of the team, open and over',
      description: 'Of every kind, the newest first: follow `cursor` until it is null.',
      query: jobsQuerySchema,
      response: jobsSchema,
      failures: ['SOURCE_NOT_FOUND', 'CURSOR_UNKNOWN'],
    },
  },
  {
    method: 'GET',
    path: '/v2/jobs/{id}/progress',
    handler: jobsHandlers.progress,
    docs: !import.meta.bundled && {
      id: 'getJobProgress',
      tag: 'Jobs',
      summary: 'How a job is doing',
      description:
        'Its counters, what became of its pages, how its hosts are asked, and the pages that ended last.',
      response: progressSchema,
      ids: { id },
      failures: ofJob,
    },
  },
  {
    method: 'GET',
    path: '/v2/jobs/{id}/tree',
    handler: jobsHandlers.tree,
    docs: !import.meta.bundled && {
      id: 'getJobTree',
      tag: 'Jobs',
      summary: 'Pages of a job, counted by their paths',
      query: treeQuerySchema,
      response: treeSchema,
      ids: { id },
      failures: ofJob,
    },
  },
  {
    method: 'GET',
    path: '/v2/jobs/{id}/pages',
    handler: jobsHandlers.pages,
    docs: !import.meta.bundled && {
      id: 'listJobPages',
      tag: 'Jobs',
      summary: 'Pages of a job in any state',
      description: 'Each page once: follow `cursor` until it is null.',
      query: pagesQuerySchema,
      response: pageListSchema,
      ids: { id },
      failures: [...ofJob, 'CURSOR_UNKNOWN'],
    },
  },
  {
    method: 'GET',
    path: '/v2/jobs/{id}/pages/{page}',
    handler: jobsHandlers.page,
    docs: !import.meta.bundled && {
      id: 'getJobPage',
      tag: 'Jobs',
      summary: "A page's whole story",
      description:
        'Which page linked to it, every request that was made for it, each tier, and how it ended.',
      response: pageStorySchema,
      ids: { id, page: 'Id of the page, as a list of pages gave it.' },
      failures: [...ofJob, 'NOT_FOUND'],
    },
  },
  {
    method: 'GET',
    path: '/v2/jobs/{id}/pages/{page}/document',
    handler: jobsHandlers.document,
    docs: !import.meta.bundled && {
      id: 'getJobPageDocument',
      tag: 'Jobs',
      summary: 'The content of one page of a job',
      description: 'As soon as the page has ended, whether or not the job has.',
      query: documentQuerySchema,
      response: z.object({ success, data: documentSchema }),
      ids: { id, page: 'Id of the page, as a list of pages gave it.' },
      failures: [...ofJob, 'NOT_FOUND'],
    },
  },
  {
    method: 'GET',
    path: '/v2/jobs/{id}/why',
    handler: jobsHandlers.why,
    docs: !import.meta.bundled && {
      id: 'explainUrl',
      tag: 'Jobs',
      summary: 'What became of a URL in a job',
      description: 'The story of its page, or why the job has none.',
      query: whyQuerySchema,
      response: whySchema,
      ids: { id },
      failures: ofJob,
    },
  },
  {
    method: 'GET',
    path: '/v2/hosts/{host}',
    handler: hostHandler,
    docs: !import.meta.bundled && {
      id: 'getHost',
      tag: 'Jobs',
      summary: 'How a host is asked just now',
      description: 'Its pace is shared by all jobs of the deployment.',
      response: hostResponseSchema,
      ids: { host: 'The host, with its port where it has one.' },
      failures: ['BAD_REQUEST'],
    },
  },
  {
    method: 'POST',
    path: '/v2/team/sessions',
    scope: 'read',
    handler: sessionHandler,
    docs: !import.meta.bundled && {
      id: 'openSession',
      tag: 'Keys',
      summary: 'Open a session of a key for a page in a browser',
      description: 'A session ends after 12 hours, and with its key.',
      body: { schema: sessionRequestSchema, example: { scopes: ['read', 'write'] }, optional: true },
      response: sessionSchema,
    },
  },
];
