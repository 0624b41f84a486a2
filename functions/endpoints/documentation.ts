import * as z from 'zod';
import type { Operation } from '../openapi/operation.ts';

export const documentationOperations: readonly Operation[] = [
  {
    method: 'GET',
    path: '/openapi.json',
    id: 'getOpenApi',
    tag: 'Documentation',
    summary: 'This description, as OpenAPI 3.1',
    answer: z.looseObject({ openapi: z.string().meta({ description: 'Version of OpenAPI.' }) }),
    open: true,
  },
  {
    method: 'GET',
    path: '/docs',
    id: 'getDocs',
    tag: 'Documentation',
    summary: 'This description, as a page',
    answer: 'text/html',
    open: true,
  },
  {
    method: 'GET',
    path: '/monitor',
    id: 'getMonitor',
    tag: 'Documentation',
    summary: 'The page in which people watch jobs',
    answer: 'text/html',
    open: true,
  },
  {
    method: 'GET',
    path: '/monitor/{file}',
    id: 'getMonitorFile',
    tag: 'Documentation',
    summary: 'A script or style sheet of that page',
    answer: 'text/javascript',
    ids: { file: 'Its name, as the page says it.' },
    failures: ['NOT_FOUND'],
    open: true,
  },
];
