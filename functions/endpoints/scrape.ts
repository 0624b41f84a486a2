import type * as z from 'zod';
import { scrapeRequestSchema } from '../../lib/request/scrape-request.ts';
import { scrapedSchema } from '../openapi/answers/scrape.ts';
import { ofDocument, ofJob, type Operation } from '../openapi/operation.ts';

/** The routes of single pages, under a version of the API. */
export const makeScrapeOperations = (version: 'v1' | 'v2', body: z.ZodType): readonly Operation[] => {
  const isOld = version === 'v1';
  const [name, of] = isOld ? (['V1', ', under v1'] as const) : (['', ''] as const);
  const tag = isOld ? 'Version 1' : 'Scrape';
  return [
    {
      method: 'POST',
      path: `/${version}/scrape`,
      id: `scrape${name}`,
      tag,
      summary: `Scrape one page${of}`,
      description:
        'Answers when the page is there. One that takes longer than the connection may is answered 408 with `details.state` = `processing_continues`: send the same body again after `details.retryAfterSeconds` to get it; it is not fetched twice. A page that the site answers with an error status is a document with that `metadata.statusCode`.',
      begins: 'page',
      body: { schema: body, example: { url: 'https://example.com', formats: ['markdown', 'links'] } },
      answer: scrapedSchema,
      failures: [
        'BAD_REQUEST_INVALID_URL',
        'INVALID_SCHEMA',
        'SCHEMA_TOO_COMPLEX',
        'SCRAPE_TIMEOUT',
        ...ofDocument,
      ],
    },
    {
      method: 'GET',
      path: `/${version}/scrape/{id}`,
      id: `getScrape${name}`,
      tag,
      summary: `A page that was scraped${of}`,
      description: 'By the `scrapeId` of its metadata.',
      answer: scrapedSchema,
      failures: [...ofJob, 'JOB_RUNNING', 'JOB_CANCELLED', 'JOB_DEADLINE', ...ofDocument],
    },
  ];
};

export const scrapeOperations = makeScrapeOperations('v2', scrapeRequestSchema);
