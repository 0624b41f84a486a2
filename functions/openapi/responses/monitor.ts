import * as z from 'zod';
import { answerTimeBounds } from '../../../lib/frontier/breakdown.ts';
import { fallThroughSchema, pageStates } from '../../../lib/frontier/page.ts';
import { jobKinds } from '../../../lib/job/job-kind.ts';
import { jobStates } from '../../../lib/steps/api/list-jobs.ts';
import { absences } from '../../../lib/frontier/absence.ts';
import { scopes } from '../../../lib/request/keys/scopes.ts';
import { jobId, success, warning } from './common.ts';
import { countsSchema, deadLetterResponseSchema } from './job.ts';

const time = (description: string): z.ZodISODateTime => z.iso.datetime().meta({ description });
const whole = (description: string): z.ZodInt => z.int().meta({ description });
const text = (description: string): z.ZodString => z.string().meta({ description });
const cursor = z.string().nullable().meta({
  description: 'Where to go on from; null at the end, and only there.',
});
const isWhole = z.boolean().meta({
  description: 'Whether all pages were read. Of a large job, the first few thousand are: a fair sample.',
});

/** A job as lists show it (`lib/steps/api/list-jobs.ts`). */
export const jobLineSchema = z
  .object({
    id: jobId,
    kind: z.enum(jobKinds).meta({ description: 'What it was asked to do.' }),
    state: z.enum(jobStates).meta({
      description: '`finishing`: it is over, and its results are being written.',
    }),
    url: text('The start of a crawl, the first URL of anything else.'),
    limit: whole('Pages that it may hold.'),
    counts: countsSchema,
    createdAt: time('When it was accepted.'),
    progressAt: time('When something last moved.'),
    endedAt: time('When its last page ended.').optional(),
    completedAt: time('When its results were complete.').optional(),
    expiresAt: time('When it is removed.'),
    code: text('Why it ended early: a code of docs/failures.md.').optional(),
    source: text('The source that it is a run of.').optional(),
    keyId: text('Id of the API key that asked for it.').optional(),
    redriveOf: text('The job whose pages it fetches again.').optional(),
    dollars: z.number().nullable().meta({
      description: 'What it cost until now, at list prices; null where the price of a model is not known.',
    }),
    budget: z
      .object({
        tokens: whole('Tokens that models may take.').optional(),
        dollars: z.number().optional().meta({ description: 'Dollars that they may take.' }),
        tokensSpent: whole('Tokens that they took for pages that ended.'),
        dollarsSpent: z.number().nullable().meta({ description: 'Dollars; null where no price is known.' }),
      })
      .optional()
      .meta({ description: 'Of an extraction with a budget: that is of its models alone.' }),
  })
  .meta({ description: 'A job in a few words.' });

/** GET /v2/jobs. */
export const jobsSchema = z.object({
  success,
  jobs: z.array(jobLineSchema).meta({ description: 'The newest first.' }),
  cursor,
  warning,
});

/** A page of a job as lists show it (`lib/steps/api/page-line.ts`). */
export const pageLineSchema = z
  .object({
    id: text('Names the page within its job.'),
    url: text('Where it is fetched.'),
    state: z
      .enum(pageStates)
      .meta({ description: '`admitted` and `fetched` are open; the others are ends.' }),
    depth: whole('Links between the start and the page.'),
    code: text(
      'Why it ended without content, or was last tried in vain: a code of docs/failures.md.',
    ).optional(),
    error: text('The same in words.').optional(),
    status: whole('The HTTP status that its host answered last.').optional(),
    title: text('Its title.').optional(),
    tier: text('The tier that got it, or that it waits for.').optional(),
    ms: whole('Milliseconds of the last request for it.').optional(),
    bytes: whole('Bytes of that answer on the wire.').optional(),
    attempts: whole('Requests that failed in a way worth another try.'),
    admittedAt: time('When the job took it in.'),
    finishedAt: time('When it ended.').optional(),
    notBefore: time('It is not tried again before.').optional(),
    change: text('`new`, `modified` or `unchanged` since the last visit.').optional(),
  })
  .meta({ description: 'A page in one line.' });

/** GET /v2/jobs/{id}/pages. */
export const pageListSchema = z.object({
  success,
  pages: z
    .array(pageLineSchema)
    .meta({ description: 'In the order of the table, which is none for people.' }),
  cursor,
  warning,
});

/** GET /v2/hosts/{host}, without the fields that every answer has. */
export const hostStateSchema = z
  .object({
    host: text('The host, with its port where it has one.'),
    nextSlotAt: time(
      'The next moment at which it may be asked and nobody was promised; absent: now.',
    ).optional(),
    inFlight: whole('Requests under way.'),
    pausedUntil: time('It is left alone until then, by your team.').optional(),
    failuresInRow: whole('Failures in a row that are its own.'),
    breakerAt: whole('Failures in a row with which it is left alone for a while.'),
    responseMs: whole('Typical milliseconds of an answer; 0 where nobody asked yet.'),
    robots: z
      .object({
        kind: z.enum(['rules', 'allow-all', 'disallow-all']).meta({ description: 'What it allows.' }),
        rules: whole('Rules that concern Gleaner.'),
        crawlDelaySeconds: z.number().nullable().meta({ description: 'Seconds that it asks for.' }),
        reason: text('Why nothing may be fetched.').optional(),
      })
      .optional()
      .meta({ description: 'Its robots.txt, where it was read and still holds.' }),
    browserPagesInRow: whole('Pages in a row that fell from HTTP to the browser.'),
  })
  .meta({ description: 'What is known of a host, and how it is asked.' });

/** GET /v2/hosts/{host}. */
export const hostResponseSchema = hostStateSchema.extend({ success });

const countsByName = (description: string) => z.record(z.string(), z.int()).meta({ description });

/** GET /v2/jobs/{id}/progress. */
export const progressSchema = z.object({
  success,
  job: jobLineSchema,
  breakdown: z
    .object({
      pages: whole('Pages that were counted.'),
      tiers: countsByName('Pages with content, by the tier that got them.'),
      fallThroughs: countsByName('Why tiers were left, by the words of FallThroughReason.'),
      codes: countsByName('Pages without content, by the code of their failure.'),
      requests: whole('Requests that were sent for them.'),
      bytes: whole('Bytes of the answers on the wire.'),
      hosts: z
        .array(
          z.object({
            host: text('The host.'),
            pages: whole('Its pages.'),
            open: whole('Of them, those that have not ended.'),
            done: whole('Those with content.'),
            without: whole('Those that failed, were blocked or skipped.'),
            answerTimes: z.array(z.int()).meta({
              description:
                'Pages by the milliseconds of their last answer: ' +
                `up to ${answerTimeBounds.join(', ')}, and longer.`,
            }),
          }),
        )
        .meta({ description: 'The 20 hosts with the most pages.' }),
      isWhole,
    })
    .meta({ description: 'What became of its pages.' }),
  hosts: z.array(hostStateSchema).meta({ description: 'How its busiest hosts are asked just now.' }),
  recent: z.array(pageLineSchema).meta({ description: 'Pages that ended last, the newest first.' }),
});

/** GET /v2/jobs/{id}/tree. */
export const treeSchema = z.object({
  success,
  prefix: z.string().meta({ description: 'What was asked for.' }),
  entries: z
    .array(
      z.object({
        prefix: text('Where the pages lie; ask for it to see what is below.'),
        isFolder: z.boolean().meta({ description: 'Whether pages lie below it.' }),
        pages: whole('Pages at and below it.'),
        open: whole('Of them, those that have not ended.'),
        done: whole('Those with content.'),
        failed: whole('Those that failed.'),
        blocked: whole('Those that may not be fetched.'),
        skipped: whole('Those that were left out.'),
      }),
    )
    .meta({ description: 'The fullest first, 200 at most.' }),
  more: whole('Entries that are not shown.'),
  isWhole,
  warning,
});

const requestSchema = z.object({
  at: time('When it was sent.'),
  tier: text('Who sent it.'),
  url: text('Where it went, if not to the URL of the page.').optional(),
  status: whole('What the host answered, if it did.').optional(),
  bytes: whole('Bytes of the answer on the wire.'),
  ms: whole('Milliseconds.'),
  retry: whole('Tries of the page before it.'),
  reason: text('Why it was not the last: a code of docs/failures.md, `redirect` or `refresh`.').optional(),
});

/** Why a tier was left. */
export const fallThroughReasonSchema = fallThroughSchema.shape.reason.meta({
  description: 'Why a tier did not get a page that the next one was asked for.',
});

/** GET /v2/jobs/{id}/pages/{page}. */
export const pageStorySchema = z.object({
  success,
  kind: z.literal('page').meta({ description: 'The job holds the page.' }),
  page: pageLineSchema
    .extend({
      finalUrl: text('Where redirects led.').optional(),
      envelopeKey: text('Where its envelope lies.').optional(),
      contentHash: text('Of its content.').optional(),
      deadLetter: deadLetterResponseSchema.optional(),
    })
    .meta({ description: 'The page.' }),
  foundOn: z
    .object({ id: text('Names that page.'), url: text('Its URL.') })
    .optional()
    .meta({ description: 'The page with the first link to it, or the sitemap that named it.' }),
  requests: z.array(requestSchema).meta({ description: 'Requests for it, the oldest first.' }),
  fallThrough: z
    .array(
      z.object({
        tier: text('The tier that was left.'),
        reason: fallThroughReasonSchema,
        detail: text('The same in words.'),
        at: time('When.'),
      }),
    )
    .meta({ description: 'The tiers before its own.' }),
  host: hostStateSchema.optional(),
  job: jobLineSchema,
});

const absentSchema = z.object({
  success,
  kind: z.literal('absent').meta({ description: 'The job holds no page with the URL.' }),
  why: z.enum(absences).meta({ description: 'Why the job holds no page with the URL.' }),
  job: jobLineSchema,
});

/** GET /v2/jobs/{id}/why. */
export const whySchema = z.union([pageStorySchema, absentSchema]);

/** POST /v2/team/sessions. */
export const sessionSchema = z.object({
  success,
  session: text('Stands in the place of an API key: `Authorization: Bearer <session>`.'),
  scopes: z.array(z.enum(scopes)).meta({ description: 'What it may be used for.' }),
  expiresAt: time('When it ends. Revoking its key ends it too.'),
});
