import type * as z from 'zod';
import { crawlRequestSchema } from '../../../lib/request/crawl-request.ts';
import { redriveRequestSchema } from '../../../lib/request/redrive-request.ts';
import { batchRequestSchema } from '../../../lib/request/scrape-request.ts';
import { windowSchema } from '../../routes/job-routes.ts';
import { cancelledSchema, startedSchema } from '../answers/common.ts';
import {
  activeCrawlsSchema,
  batchStartedSchema,
  jobErrorsSchema,
  jobStatusSchema,
  redrivenSchema,
} from '../answers/job.ts';
import { ofJob, ofNewJob, type Operation } from '../operation.ts';

interface JobWords {
  readonly base: string;
  readonly tag: 'Crawl' | 'Batch';
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
  failures: [...ofNewJob, 'INVALID_SCHEMA', 'SCHEMA_TOO_COMPLEX'],
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
  {
    method: 'GET',
    path: `${base}/{id}/errors`,
    id: `get${name}Errors`,
    tag,
    summary: `Pages of a ${word} that ended without content`,
    description: 'A thousand at a time: follow `next` until there is none.',
    query: windowSchema.pick({ skip: true }),
    answer: jobErrorsSchema,
    failures: ofJob,
  },
  {
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
  },
];

const crawl: JobWords = { base: '/v2/crawl', tag: 'Crawl', name: 'Crawl', word: 'crawl' };
const batch: JobWords = { base: '/v2/batch/scrape', tag: 'Batch', name: 'Batch', word: 'batch' };

const active = (path: string, id: string, summary: string): Operation => ({
  method: 'GET',
  path,
  id,
  tag: 'Crawl',
  summary,
  answer: activeCrawlsSchema,
});

export const jobOperations: readonly Operation[] = [
  start(
    crawl,
    { schema: crawlRequestSchema, example: { url: 'https://example.com', limit: 50 } },
    startedSchema,
    {
      summary: 'Start a crawl',
      description: 'Answers at once with the id of a job. Every page counts once, and the job always ends.',
    },
  ),
  active('/v2/crawl/active', 'getActiveCrawls', 'Crawls that are not over'),
  active('/v2/crawl/ongoing', 'getOngoingCrawls', 'Crawls that are not over, by another name'),
  ...follow(crawl),
  start(
    batch,
    {
      schema: batchRequestSchema,
      example: { urls: ['https://example.com', 'https://example.org'], formats: ['markdown'] },
    },
    batchStartedSchema,
    {
      summary: 'Start a batch',
      description: 'Answers at once with the id of a job. The options of a scrape stand beside the URLs.',
    },
  ),
  ...follow(batch),
];
