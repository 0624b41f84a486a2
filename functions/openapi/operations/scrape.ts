import { failures, type FailureCode } from '../../../lib/failure.ts';
import { scrapeRequestSchema } from '../../../lib/request/scrape-request.ts';
import { scrapedSchema } from '../answers/scrape.ts';
import type { Operation } from '../operation.ts';

/** How a page can end that is answered as an error: what the site refuses with a status is a document. */
const ofPage = (Object.keys(failures) as FailureCode[]).filter(
  (code) => failures[code].fault !== 'caller' && !code.startsWith('HTTP_') && code !== 'SOURCE_PAUSED',
);

export const scrapeOperations: readonly Operation[] = [
  {
    method: 'POST',
    path: '/v2/scrape',
    id: 'scrape',
    tag: 'Scrape',
    summary: 'Scrape one page',
    description:
      'Answers when the page is there. One that takes longer than the connection may is answered 408 with `details.state` = `processing_continues`: send the same body again after `details.retryAfterSeconds` to get it; it is not fetched twice. A page that the site answers with an error status is a document with that `metadata.statusCode`.',
    body: {
      schema: scrapeRequestSchema,
      example: { url: 'https://example.com', formats: ['markdown', 'links'] },
    },
    answer: scrapedSchema,
    failures: [
      'BAD_REQUEST_INVALID_URL',
      'FORBIDDEN',
      'INVALID_SCHEMA',
      'SCHEMA_TOO_COMPLEX',
      'ADDRESS_NOT_ALLOWED',
      'SCHEME_NOT_ALLOWED',
      'SELECTOR_NOT_FOUND',
      'ACTION_FAILED',
      'LLM_NOT_CONFIGURED',
      'LLM_MODEL_NOT_FOUND',
      'LLM_CONTEXT_EXCEEDED',
      ...ofPage,
    ],
  },
];
