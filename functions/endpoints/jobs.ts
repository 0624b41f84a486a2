import { activeCrawlsHandler, activeCrawlsQuerySchema } from '../handlers/active-crawls.ts';
import { previewHandler } from '../handlers/crawl-prompt.ts';
import { previewSchema } from '../../lib/request/crawl-prompt.ts';
import { batchRequestSchema } from '../../lib/request/scrape-request.ts';
import { errorsHandler, jobHandlers, sliceSchema } from '../handlers/crawls.ts';
import { runningResultsHandler, runningSliceSchema } from '../handlers/results.ts';
import { cancelledSchema } from '../openapi/responses/common.ts';
import {
  activeCrawlsSchema,
  batchStartedSchema,
  crawlStartedSchema,
  jobErrorsSchema,
  jobStatusSchema,
  runningResultsSchema,
} from '../openapi/responses/job.ts';
import { crawlPreviewSchema } from '../openapi/responses/search.ts';
import { ofExtraction, ofJob, ofNewJob, ofRun } from '../openapi/failure-groups.ts';
import type { KeyEndpoint, EndpointDocs } from '../edge/endpoint.ts';
import type { ApiDependencies } from '../handlers/dependencies.ts';
import type { JobWords } from './job-words.ts';
import { redrives } from './redrives.ts';
import { batchBodyV1, crawlBody, crawlBodyV1 } from '../openapi/requests.ts';

type JobHandlers = ReturnType<typeof jobHandlers>;

const start = (
  { base, tag, name }: JobWords,
  handlers: JobHandlers,
  docs: Pick<EndpointDocs, 'summary' | 'description' | 'body' | 'response'> | false,
): KeyEndpoint<ApiDependencies> => ({
  method: 'POST',
  path: base,
  begins: 'job',
  handler: handlers.start,
  docs: docs && {
    ...docs,
    id: `start${name}`,
    tag,
    idempotent: true,
    failures: [...ofNewJob, ...ofRun, 'INVALID_SCHEMA', 'SCHEMA_TOO_COMPLEX', ...ofExtraction],
  },
});

export const errors = ({ base, kind, tag, name, word }: JobWords): KeyEndpoint<ApiDependencies> => ({
  method: 'GET',
  path: `${base}/{id}/errors`,
  handler: errorsHandler({ reads: [kind] }).errors,
  docs: !import.meta.bundled && {
    id: `get${name}Errors`,
    tag,
    summary: `Pages of a ${word} that ended without content`,
    description: 'A thousand at a time: follow `next` until there is none.',
    query: sliceSchema.pick({ skip: true }),
    response: jobErrorsSchema,
    failures: ofJob,
  },
});

const follow = (
  { base, kind, tag, name, word }: JobWords,
  handlers: JobHandlers,
): readonly KeyEndpoint<ApiDependencies>[] => [
  {
    method: 'GET',
    path: `${base}/{id}`,
    handler: handlers.status,
    docs: !import.meta.bundled && {
      id: `get${name}`,
      tag,
      summary: `Status and results of a ${word}`,
      description:
        'Poll it until `status` is no longer `scraping`, then follow `next` until there is none. It is ' +
        'never answered 429.',
      query: sliceSchema,
      response: jobStatusSchema,
      failures: ofJob,
    },
  },
  {
    method: 'DELETE',
    path: `${base}/{id}`,
    handler: handlers.cancel,
    docs: !import.meta.bundled && {
      id: `cancel${name}`,
      tag,
      summary: `Cancel a ${word}`,
      description: 'It ends with what it has by then, and its results stay.',
      response: cancelledSchema,
      failures: [...ofJob, 'JOB_OVER'],
    },
  },
  { ...errors({ base, kind, tag, name, word }), handler: handlers.errors },
];

const results = ({
  base,
  kind,
  tag,
  name,
  word,
}: JobWords & { readonly kind: 'crawl' | 'batch' }): KeyEndpoint<ApiDependencies> => ({
  method: 'GET',
  path: `${base}/{id}/results`,
  handler: runningResultsHandler(kind),
  docs: !import.meta.bundled && {
    id: `get${name}Results`,
    tag,
    summary: `Results of a ${word}, as they come`,
    description:
      'Ask again with `cursor` until `done`: each page is answered once, also after the job has ended. Of a job of ' +
      'more than some ten thousand pages only a part comes here: its status has all.',
    query: runningSliceSchema,
    response: runningResultsSchema,
    failures: [...ofJob, 'CURSOR_UNKNOWN'],
  },
});

/** v1's JavaScript client reads errors with DELETE. */
const deletedErrors = (
  { base, tag, name, word }: JobWords,
  handlers: JobHandlers,
): KeyEndpoint<ApiDependencies> => ({
  method: 'DELETE',
  path: `${base}/{id}/errors`,
  scope: 'read',
  handler: handlers.errors,
  docs: !import.meta.bundled && {
    id: `readDeleted${name}Errors`,
    tag,
    summary: `Pages of a ${word} that ended without content, by another method`,
    description: 'Nothing is deleted.',
    query: sliceSchema.pick({ skip: true }),
    response: jobErrorsSchema,
    failures: ofJob,
  },
});

const active = (
  version: 'v1' | 'v2',
  path: string,
  id: string,
  summary: string,
): KeyEndpoint<ApiDependencies> => ({
  method: 'GET',
  path: `/${version}/crawl/${path}`,
  handler: activeCrawlsHandler,
  docs: !import.meta.bundled && {
    id: version === 'v1' ? `${id}V1` : id,
    tag: version === 'v1' ? 'Version 1' : 'Crawl',
    summary: `${summary}${version === 'v1' ? ', under v1' : ''}`,
    query: activeCrawlsQuerySchema,
    response: activeCrawlsSchema,
    failures: ['CURSOR_UNKNOWN'],
  },
});

const preview: KeyEndpoint<ApiDependencies> = {
  method: 'POST',
  path: '/v2/crawl/params-preview',
  begins: 'page',
  handler: previewHandler,
  docs: !import.meta.bundled && {
    id: 'previewCrawl',
    tag: 'Crawl',
    summary: 'Have a model choose options of a crawl',
    body: {
      schema: previewSchema,
      example: { url: 'https://example.com', prompt: 'the articles of the blog, no older pages' },
    },
    response: crawlPreviewSchema,
    failures: ['BAD_REQUEST_INVALID_URL', ...ofExtraction],
  },
};

/** Makes the endpoints of crawls and batches, under a version of the API. */
export const makeJobEndpoints = (version: 'v1' | 'v2'): readonly KeyEndpoint<ApiDependencies>[] => {
  const isOld = version === 'v1';
  const [name, of] = isOld ? (['V1', ', under v1'] as const) : (['', ''] as const);
  const crawl = {
    base: `/${version}/crawl`,
    kind: 'crawl',
    tag: isOld ? 'Version 1' : 'Crawl',
    name: `Crawl${name}`,
    word: `crawl${of}`,
  } as const;
  const batch = {
    base: `/${version}/batch/scrape`,
    kind: 'batch',
    tag: isOld ? 'Version 1' : 'Batch',
    name: `Batch${name}`,
    word: `batch${of}`,
  } as const;
  const handlersFor = ({ base, kind }: typeof crawl | typeof batch): JobHandlers =>
    // v1's clients wait for a batch under the path of crawls.
    jobHandlers({ kind, base, dialect: version, reads: isOld ? ['crawl', 'batch'] : [kind] });
  const followed = (words: typeof crawl | typeof batch): readonly KeyEndpoint<ApiDependencies>[] => {
    const handlers = handlersFor(words);
    return isOld
      ? [...follow(words, handlers), deletedErrors(words, handlers)]
      : [...follow(words, handlers), results(words), ...redrives(words)];
  };
  return [
    start(
      crawl,
      handlersFor(crawl),
      !import.meta.bundled && {
        summary: `Start a crawl${of}`,
        description: 'Answers at once with the id of a job. Every page counts once, and the job always ends.',
        body: {
          schema: isOld ? crawlBodyV1 : crawlBody,
          example: { url: 'https://example.com', limit: 50 },
        },
        response: crawlStartedSchema,
      },
    ),
    ...(isOld ? [] : [preview]),
    active(version, 'active', 'getActiveCrawls', 'Crawls that are not over'),
    active(version, 'ongoing', 'getOngoingCrawls', 'Crawls that are not over, by another name'),
    ...followed(crawl),
    start(
      batch,
      handlersFor(batch),
      !import.meta.bundled && {
        summary: `Start a batch${of}`,
        description: 'Answers at once with the id of a job. The options of a scrape stand beside the URLs.',
        body: {
          schema: isOld ? batchBodyV1 : batchRequestSchema,
          example: { urls: ['https://example.com', 'https://example.org'], formats: ['markdown'] },
        },
        response: batchStartedSchema,
      },
    ),
    ...followed(batch),
  ];
};

export const jobEndpoints = makeJobEndpoints('v2');
