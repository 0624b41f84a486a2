import { scrapeRequestSchema } from '../../../lib/request/scrape-request.ts';
import { scrapedSchema } from '../answers/scrape.ts';
import { ofExtraction, ofPage, type Operation } from '../operation.ts';

export const scrapeOperations: readonly Operation[] = [
  {
    method: 'POST',
    path: '/v2/scrape',
    id: 'scrape',
    tag: 'Scrape',
    summary: 'Scrape one page',
    description:
      'Answers when the page is there. One that takes longer than the connection may is answered 408 with `details.state` = `processing_continues`: send the same body again after `details.retryAfterSeconds` to get it; it is not fetched twice. A page that the site answers with an error status is a document with that `metadata.statusCode`.',
    begins: 'page',
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
      'SCRAPE_TIMEOUT',
      // What a site refuses with a status is a document.
      ...ofPage.filter((code) => !code.startsWith('HTTP_')),
      ...ofExtraction,
    ],
  },
];
