import { scrapeHandlers } from '../handlers/scrape.ts';
import { scrapeRequestSchema } from '../../lib/request/scrape-request.ts';
import { scrapeBodyV1 } from '../openapi/requests.ts';
import { scrapedSchema } from '../openapi/responses/scrape.ts';
import { ofDocument, ofJob, ofRun } from '../openapi/failure-groups.ts';
import type { KeyEndpoint } from '../edge/endpoint.ts';
import type { ApiDependencies } from '../handlers/dependencies.ts';

/** Makes the routes of single pages, under a version of the API. */
export const makeScrapeEndpoints = (version: 'v1' | 'v2'): readonly KeyEndpoint<ApiDependencies>[] => {
  const isOld = version === 'v1';
  const [name, of] = isOld ? (['V1', ', under v1'] as const) : (['', ''] as const);
  const tag = isOld ? 'Version 1' : 'Scrape';
  return [
    {
      method: 'POST',
      path: `/${version}/scrape`,
      begins: 'page',
      limitedBy: 'handler',
      handler: scrapeHandlers.start(version),
      docs: !import.meta.bundled && {
        id: `scrape${name}`,
        tag,
        summary: `Scrape one page${of}`,
        description:
          'Answers when the page is there. One that takes longer than the connection may is answered 408 ' +
          'with `details.state` = `processing_continues`: send the same body again after ' +
          '`details.retryAfterSeconds` to get it; it is not fetched twice. A page that the site answers ' +
          'with an error status is a document with that `metadata.statusCode`.',
        body: {
          schema: isOld ? scrapeBodyV1 : scrapeRequestSchema,
          example: { url: 'https://example.com', formats: ['markdown', 'links'] },
        },
        response: scrapedSchema,
        failures: [
          'BAD_REQUEST_INVALID_URL',
          'INVALID_SCHEMA',
          'SCHEMA_TOO_COMPLEX',
          'SCRAPE_TIMEOUT',
          ...ofRun,
          ...ofDocument,
        ],
      },
    },
    {
      method: 'GET',
      path: `/${version}/scrape/{id}`,
      handler: scrapeHandlers.answerAgain,
      docs: !import.meta.bundled && {
        id: `getScrape${name}`,
        tag,
        summary: `A page that was scraped${of}`,
        description: 'By the `scrapeId` of its metadata.',
        response: scrapedSchema,
        failures: [...ofJob, 'JOB_RUNNING', 'JOB_CANCELLED', 'JOB_DEADLINE', ...ofDocument],
      },
    },
  ];
};

export const scrapeEndpoints = makeScrapeEndpoints('v2');
