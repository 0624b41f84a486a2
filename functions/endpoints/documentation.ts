import { documentationHandlers } from '../handlers/documentation.ts';
import { monitorHandlers } from '../handlers/monitor.ts';
import * as z from 'zod';
import type { OpenEndpoint } from '../edge/endpoint.ts';
import type { ApiDependencies } from '../handlers/dependencies.ts';

export const documentationEndpoints: readonly OpenEndpoint<Pick<ApiDependencies, 'envelopes'>>[] = [
  {
    method: 'GET',
    path: '/openapi.json',
    openHandler: documentationHandlers.openApi,
    docs: !import.meta.bundled && {
      id: 'getOpenApi',
      tag: 'Documentation',
      summary: 'This description, as OpenAPI 3.1',
      response: z.looseObject({ openapi: z.string().meta({ description: 'Version of OpenAPI.' }) }),
    },
  },
  {
    method: 'GET',
    path: '/schemas/sources-v1.json',
    openHandler: documentationHandlers.manifestSchema,
    docs: !import.meta.bundled && {
      id: 'getManifestSchema',
      tag: 'Documentation',
      summary: 'The JSON Schema of manifests',
      description: 'Editors complete and check manifests with it.',
      response: z.looseObject({ $schema: z.string().meta({ description: 'The dialect of JSON Schema.' }) }),
    },
  },
  {
    method: 'GET',
    path: '/docs',
    openHandler: documentationHandlers.docs,
    docs: !import.meta.bundled && {
      id: 'getDocs',
      tag: 'Documentation',
      summary: 'This description, as a page',
      response: 'text/html',
    },
  },
  {
    method: 'GET',
    path: '/monitor',
    openHandler: monitorHandlers.page,
    docs: !import.meta.bundled && {
      id: 'getMonitor',
      tag: 'Documentation',
      summary: 'The page in which people watch jobs',
      response: 'text/html',
    },
  },
  {
    method: 'GET',
    path: '/monitor/{file}',
    openHandler: monitorHandlers.file,
    docs: !import.meta.bundled && {
      id: 'getMonitorFile',
      tag: 'Documentation',
      summary: 'A script or style sheet of that page',
      response: 'text/javascript',
      ids: { file: 'Its name, as the page says it.' },
      failures: ['NOT_FOUND'],
    },
  },
];
