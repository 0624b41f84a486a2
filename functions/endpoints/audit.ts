import { auditQuerySchema, auditVerifyQuerySchema } from '../../lib/source/audit/audit-query.ts';
import { auditSchema, auditVerdictSchema } from '../openapi/responses/audit.ts';
import type { KeyEndpoint } from '../edge/endpoint.ts';
import { auditHandlers } from '../handlers/sources/audit.ts';
import type { SourceDependencies } from '../handlers/sources/sources.ts';

/** Reading and checking the audit. */
export const auditEndpoints: readonly KeyEndpoint<SourceDependencies>[] = [
  {
    method: 'GET',
    path: '/v2/audit',
    handler: auditHandlers.list,
    docs: !import.meta.bundled && {
      id: 'listAudit',
      tag: 'Sources',
      summary: 'Who did what to which source, and each visit of a page',
      description: 'By source, each in the order in which it was done. Nothing of it is ever changed.',
      query: auditQuerySchema,
      response: auditSchema,
      failures: ['SOURCE_NOT_FOUND', 'CURSOR_UNKNOWN'],
    },
  },
  {
    method: 'GET',
    path: '/v2/audit/csv',
    handler: auditHandlers.csv,
    docs: !import.meta.bundled && {
      id: 'listAuditAsCsv',
      tag: 'Sources',
      summary: 'The same as CSV',
      description:
        'Cells that a spreadsheet would compute have an apostrophe before them. The header x-gleaner-cursor says ' +
        'where it goes on; the next part has no heading, so that parts can be put behind one another.',
      query: auditQuerySchema,
      response: 'text/csv',
      failures: ['SOURCE_NOT_FOUND', 'CURSOR_UNKNOWN'],
    },
  },
  {
    method: 'GET',
    path: '/v2/audit/verify',
    handler: auditHandlers.verify,
    docs: !import.meta.bundled && {
      id: 'verifyAudit',
      tag: 'Sources',
      summary: 'Check that nothing of the audit was taken away, altered or put in',
      query: auditVerifyQuerySchema,
      response: auditVerdictSchema,
      failures: ['CURSOR_UNKNOWN'],
    },
  },
];
