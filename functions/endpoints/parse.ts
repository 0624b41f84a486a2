import { parseHandler } from '../handlers/parse.ts';
import * as z from 'zod';
import { scrapeOptionsField } from '../../lib/request/scrape-options.ts';
import { scrapedSchema } from '../openapi/responses/scrape.ts';
import { ofDocument } from '../openapi/failure-groups.ts';
import type { KeyEndpoint } from '../edge/endpoint.ts';
import type { ApiDependencies } from '../handlers/dependencies.ts';

/** The parts of the body (`lib/request/upload.ts`). */
const uploadBody = z.object({
  file: z.string().meta({
    format: 'binary',
    contentMediaType: 'application/octet-stream',
    description: 'The file, with its name; at most what API Gateway hands on.',
  }),
  options: scrapeOptionsField.optional().meta({
    description: 'The options of a scrape, as JSON; those that a browser needs are refused.',
  }),
});

export const parseEndpoints: readonly KeyEndpoint<ApiDependencies>[] = [
  {
    method: 'POST',
    path: '/v2/parse',
    begins: 'page',
    limitedBy: 'handler',
    handler: parseHandler,
    docs: !import.meta.bundled && {
      id: 'parse',
      tag: 'Scrape',
      summary: 'Read a file that is sent',
      description:
        'A file instead of a URL: HTML, markdown, PDF. One that takes longer than the connection may is ' +
        'answered 408 as a scrape is.',
      body: { schema: uploadBody, type: 'multipart/form-data' },
      response: scrapedSchema,
      failures: ['INVALID_SCHEMA', 'SCHEMA_TOO_COMPLEX', 'SCRAPE_TIMEOUT', 'UPLOAD_GONE', ...ofDocument],
    },
  },
];
