import type * as z from 'zod';
import { previewSchema } from '../../lib/request/crawl-prompt.ts';
import { redriveRequestSchema } from '../../lib/request/redrive-request.ts';
import { batchRequestSchema } from '../../lib/request/scrape-request.ts';
import { windowSchema } from '../handlers/job-routes.ts';
import { runningWindowSchema } from '../handlers/results.ts';
import { cancelledSchema } from '../openapi/answers/common.ts';
import {
  activeCrawlsSchema,
  batchStartedSchema,
  crawlStartedSchema,
  jobErrorsSchema,
  jobStatusSchema,
  redrivenSchema,
  runningResultsSchema,
} from '../openapi/answers/job.ts';
import { crawlPreviewSchema } from '../openapi/answers/search.ts';
import { ofExtraction, ofJob, ofNewJob, type Operation } from '../openapi/operation.ts';
import { crawlBody } from '../openapi/requests.ts';

interface JobWords {
  readonly base: string;
  readonly tag: 'Crawl' | 'Batch' | 'Extract' | 'Version 1';
  /** `Crawl`, as it stands in the ids of operations. */
  readonly name: string;
  readonly word: string;
}

const start = (
  { base, tag, name }: JobWords,
  body: NonNullable<Operation['body']>,
  answer: z.ZodType,
  texts: Pick<Operation, 'summary' | 'description'>,
): Operation => ({
  method: 'POST',
  path: base,
  id: `start${name}`,
  tag,
  ...texts,
  idempotent: true,
  begins: 'job',
  body,
  answer,
  failures: [...ofNewJob, 'INVALID_SCHEMA', 'SCHEMA_TOO_COMPLEX', ...ofExtraction],
});

export const errors = ({ base, tag, name, word }: JobWords): Operation => ({
  method: 'GET',
  path: `${base}/{id}/errors`,
  id: `get${name}Errors`,
  tag,
  summary: `Pages of a ${word} that ended without content`,
  description: 'A thousand at a time: follow `next` until there is none.',
  query: windowSchema.pick({ skip: true }),
  answer: jobErrorsSchema,
  failures: ofJob,
});

const follow = ({ base, tag, name, word }: JobWords): readonly Operation[] => [
  {
    method: 'GET',
    path: `${base}/{id}`,
    id: `get${name}`,
    tag,
    summary: `Status and results of a ${word}`,
    description:
      'Poll it until `status` is no longer `scraping`, then follow `next` until there is none. It is never answered 429.',
    query: windowSchema,
    answer: jobStatusSchema,
    failures: ofJob,
  },
  {
    method: 'DELETE',
    path: `${base}/{id}`,
    id: `cancel${name}`,
    tag,
    summary: `Cancel a ${word}`,
    description: 'It ends with what it has by then, and its results stay.',
    answer: cancelledSchema,
    failures: [...ofJob, 'JOB_OVER'],
  },
  errors({ base, tag, name, word }),
];

export const redrive = ({ base, tag, name, word }: JobWords): Operation => ({
  method: 'POST',
  path: `${base}/{id}/redrive`,
  id: `redrive${name}`,
  tag,
  summary: `Fetch pages of a ${word} that is over again`,
  description:
    'Makes a new job of the pages that the body picks: those that failed unless told. Repeated, it finds the job that was made the first time.',
  idempotent: true,
  begins: 'job',
  body: { schema: redriveRequestSchema, example: { codes: ['TIMEOUT'] }, optional: true },
  answer: redrivenSchema,
  failures: [
    ...ofJob,
    'JOB_RUNNING',
    'NOTHING_TO_REDRIVE',
    'REDRIVEN_TOO_OFTEN',
    'IDEMPOTENCY_KEY_REUSED',
    'CONFLICT',
  ],
});

const results = ({ base, tag, name, word }: JobWords): Operation => ({
  method: 'GET',
  path: `${base}/{id}/results`,
  id: `get${name}Results`,
  tag,
  summary: `Results of a ${word} that runs, as they come`,
  description: 'Ask again with `cursor` until `done`: each page is answered once.',
  query: runningWindowSchema,
  answer: runningResultsSchema,
  failures: ofJob,
});

/** v1's JavaScript client reads errors with DELETE. */
const deletedErrors = ({ base, tag, name, word }: JobWords): Operation => ({
  method: 'DELETE',
  path: `${base}/{id}/errors`,
  id: `readDeleted${name}Errors`,
  tag,
  summary: `Pages of a ${word} that ended without content, by another method`,
  description: 'Nothing is deleted.',
  scope: 'read',
  query: windowSchema.pick({ skip: true }),
  answer: jobErrorsSchema,
  failures: ofJob,
});

const active = (version: 'v1' | 'v2', path: string, id: string, summary: string): Operation => ({
  method: 'GET',
  path: `/${version}/crawl/${path}`,
  id: version === 'v1' ? `${id}V1` : id,
  tag: version === 'v1' ? 'Version 1' : 'Crawl',
  summary: `${summary}${version === 'v1' ? ', under v1' : ''}`,
  answer: activeCrawlsSchema,
});

const preview: Operation = {
  method: 'POST',
  path: '/v2/crawl/params-preview',
  id: 'previewCrawl',
  tag: 'Crawl',
  summary: 'Have a model choose options of a crawl',
  begins: 'page',
  body: {
    schema: previewSchema,
    example: { url: 'https://example.com', prompt: 'the articles of the blog, no older pages' },
  },
  answer: crawlPreviewSchema,
  failures: ['BAD_REQUEST_INVALID_URL', ...ofExtraction],
};

/** The routes of crawls and batches, under a version of the API. */
export const makeJobOperations = (
  version: 'v1' | 'v2',
  bodies: { readonly crawl: z.ZodType; readonly batch: z.ZodType },
): readonly Operation[] => {
  const isOld = version === 'v1';
  const [name, of] = isOld ? (['V1', ', under v1'] as const) : (['', ''] as const);
  const crawl: JobWords = {
    base: `/${version}/crawl`,
    tag: isOld ? 'Version 1' : 'Crawl',
    name: `Crawl${name}`,
    word: `crawl${of}`,
  };
  const batch: JobWords = {
    base: `/${version}/batch/scrape`,
    tag: isOld ? 'Version 1' : 'Batch',
    name: `Batch${name}`,
    word: `batch${of}`,
  };
  const followed = (words: JobWords): readonly Operation[] =>
    isOld ? [...follow(words), deletedErrors(words)] : [...follow(words), results(words), redrive(words)];
  return [
    start(
      crawl,
      { schema: bodies.crawl, example: { url: 'https://example.com', limit: 50 } },
      crawlStartedSchema,
      {
        summary: `Start a crawl${of}`,
        description: 'Answers at once with the id of a job. Every page counts once, and the job always ends.',
      },
    ),
    ...(isOld ? [] : [preview]),
    active(version, 'active', 'getActiveCrawls', 'Crawls that are not over'),
    active(version, 'ongoing', 'getOngoingCrawls', 'Crawls that are not over, by another name'),
    ...followed(crawl),
    start(
      batch,
      {
        schema: bodies.batch,
        example: { urls: ['https://example.com', 'https://example.org'], formats: ['markdown'] },
      },
      batchStartedSchema,
      {
        summary: `Start a batch${of}`,
        description: 'Answers at once with the id of a job. The options of a scrape stand beside the URLs.',
      },
    ),
    ...followed(batch),
  ];
};

export const jobOperations = makeJobOperations('v2', { crawl: crawlBody, batch: batchRequestSchema });
