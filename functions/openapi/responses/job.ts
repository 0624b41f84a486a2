import * as z from 'zod';
import { costSchema } from './cost.ts';
import { expiresAt, jobId, next, startedSchema, success, waiting, warning } from './common.ts';
import { changeTrackingSchema, documentSchema } from './document.ts';

const count = (description: string): z.ZodInt => z.int().meta({ description });

/** Exact counts of a job (`lib/steps/read-results/read-status.ts`). */
export const countsSchema = z
  .object({
    admitted: count('Pages that the job holds.'),
    open: count('Of them, pages that have not ended.'),
    finished: count('Pages that have ended: `done`, `failed`, `blocked` and `skipped` together.'),
    done: count('Pages with content.'),
    failed: count('Pages that failed.'),
    blocked: count('Pages that robots.txt, policy or a block page forbids.'),
    skipped: count('Pages that were left out, `abandoned` among them.'),
    abandoned: count('Pages that were open when the job was ended early, and are not delivered.'),
    unchanged: count('Of `done`, pages that are as they were at the last visit.'),
  })
  .meta({ description: 'Exact counts. Of a job that is over, `admitted = finished + abandoned`.' });

/** Status of a crawl or a batch. */
export const jobStatusSchema = z
  .object({
    success,
    status: z
      .enum(['scraping', 'completed', 'failed', 'cancelled'])
      .meta({ description: 'A job that was ended early has what it had by then.' }),
    completed: count(
      'Pages with content so far; of a batch that is over, those as well that their sites refused with a status.',
    ),
    total: count('Pages that have or may still get content.'),
    creditsUsed: count('As `completed`, for clients that look for it.'),
    expiresAt,
    createdAt: z.iso.datetime().meta({ description: 'When the job was accepted.' }),
    completedAt: z.iso.datetime().optional().meta({ description: 'When its results were complete.' }),
    error: z.string().optional().meta({ description: 'Why the job failed.' }),
    warning,
    waiting,
    counts: countsSchema,
    linksNotFollowed: z
      .object({
        hidden: count('That no reader comes to see; `followHiddenLinks` follows them.'),
        sameContent: count('Like others that all led to pages which say the same.'),
        traps: count(
          'Into a trap by their form: paths that repeat themselves, calendars of far years. Also those that ' +
            'the patterns of the crawl had no work left to judge, with known pages of a source.',
        ),
      })
      .optional()
      .meta({
        description:
          'Links within the scope that were not followed, each time that one was met. Not counted of a ' +
          'crawl that roams over many hosts.',
      }),
    cost: costSchema,
    redriveOf: z.string().optional().meta({ description: 'The job whose pages this one fetches again.' }),
    next,
    data: z.array(documentSchema).meta({
      description: 'Results in page order. While the job runs: the first few that are there.',
    }),
  })
  .meta({ description: 'Status of a job with a part of its results.' });

export const deadLetterResponseSchema = z
  .object({
    stage: z.string().meta({ description: 'What was being done with the page.' }),
    queue: z.string().meta({ description: 'The queue that gave it up.' }),
    attempts: count('Requests for the page that failed and were recorded.'),
    receives: count('How often a message with the page was received.'),
    firstReceivedAt: z.string().meta({ description: 'When, for the first time (ISO 8601).' }),
    lastCode: z.string().optional().meta({ description: 'The failure that was recorded last.' }),
    lastError: z.string().optional().meta({ description: 'Its message.' }),
  })
  .meta({ description: 'Of a page on which workers died.' });

/** GET …/results of a crawl or a batch (`functions/handlers/results.ts`). */
export const runningResultsSchema = z.object({
  success,
  results: z.array(documentSchema).meta({ description: 'In the order in which pages ended.' }),
  cursor: z.string().nullable().meta({ description: 'Where to go on from.' }),
  done: z.boolean().meta({ description: 'The job is over: its status has all results.' }),
  warning,
});

/** Pages of a job that ended without content. */
export const jobErrorsSchema = z
  .object({
    success,
    errors: z
      .array(
        z.object({
          id: z.string().meta({ description: 'Of the page, within its job.' }),
          timestamp: z.iso.datetime().nullable().meta({ description: 'When the page ended.' }),
          url: z.string().meta({ description: 'The page.' }),
          code: z.string().meta({ description: 'Failure code.' }),
          error: z.string().meta({ description: 'Why, for people.' }),
          deadLetter: deadLetterResponseSchema.optional(),
          changeTracking: changeTrackingSchema.optional(),
        }),
      )
      .meta({ description: 'Pages that ended without content, in page order once the job is over.' }),
    robotsBlocked: z.array(z.string()).meta({ description: 'Pages that robots.txt forbids.' }),
    next,
    warning,
  })
  .meta({ description: 'Pages of a job that ended without content, a thousand at a time.' });

/** A crawl was begun. */
export const crawlStartedSchema = startedSchema.extend({
  promptGeneratedOptions: z
    .record(z.string(), z.unknown())
    .optional()
    .meta({ description: 'With `prompt`: the options that a model chose.' }),
});

/** A batch was begun. */
export const batchStartedSchema = startedSchema.extend({
  invalidURLs: z.array(z.string()).meta({ description: 'URLs that were left out, as they were sent.' }),
});

/** A redrive was begun. */
export const redrivenSchema = startedSchema.extend({
  redriveOf: z.string().meta({ description: 'The job whose pages are fetched again.' }),
  pages: count('How many.'),
});

/** What a redrive would do. */
export const redrivePreviewSchema = z.object({
  success,
  redriveOf: z.string().meta({ description: 'The job whose pages would be fetched again.' }),
  pages: count('How many would be fetched again; with `redrivenAs`, how many that redrive had.'),
  redrivenAs: z.string().optional().meta({
    description:
      'A redrive of the same pages that was made before: the redrive would start nothing and name it.',
  }),
  byCode: z
    .record(z.string(), z.int())
    .optional()
    .meta({ description: 'The pages by the failure code with which they ended.' }),
  abandoned: count(
    'Pages that the job had not fetched and that the body does not pick: `include` can name them.',
  ).optional(),
  warning,
});

/** Crawls that are not over. */
export const activeCrawlsSchema = z.object({
  success,
  crawls: z
    .array(
      z.object({
        id: jobId,
        teamId: z.string().meta({ description: 'Whose it is.' }),
        team_id: z.string().meta({ description: 'The same, for clients that look here.' }),
        url: z.string().meta({ description: 'Where it starts.' }),
        created_at: z.iso.datetime().meta({ description: 'When it was accepted.' }),
        options: z
          .record(z.string(), z.unknown())
          .meta({ description: 'The request, with every default filled in, without its headers.' }),
      }),
    )
    .meta({ description: "The caller's crawls that are not over, the newest first." }),
  cursor: z
    .string()
    .optional()
    .meta({ description: 'Where to go on from; absent where every open job was looked at.' }),
});
