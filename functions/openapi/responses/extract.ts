import * as z from 'zod';
import { extractCostSchema } from './cost.ts';
import { countsSchema } from './job.ts';
import { expiresAt, startedSchema, success, waiting, warning } from './common.ts';

const count = (description: string): z.ZodInt => z.int().meta({ description });

/** An extraction was begun. */
export const extractStartedSchema = startedSchema.extend({
  urlTrace: z.array(z.unknown()).optional().meta({ description: 'Empty; for clients of Firecrawl.' }),
  invalidURLs: z
    .array(z.string())
    .optional()
    .meta({ description: 'URLs that were left out, as they were sent.' }),
});

const summarySchema = z
  .object({
    total: count('Pages.'),
    success: count(
      'Pages that were answered, or were read whole and say nothing of it while other pages do.',
    ),
    failed: count('The other pages: `success` and `failed` add up to `total`.'),
    failedByCode: z.record(z.string(), z.int()).optional().meta({ description: 'Failed pages by code.' }),
  })
  .meta({ description: 'How the extraction went, page by page.' });

const resultShape = {
  url: z.string().meta({ description: 'The page.' }),
  success: z.boolean().meta({ description: 'Whether it was answered.' }),
  json: z.unknown().optional().meta({ description: 'What the page answers.' }),
  ungrounded: z
    .array(z.string())
    .optional()
    .meta({ description: 'With `groundedOnly: false`: fields whose value stands nowhere in the page.' }),
  warnings: z
    .array(z.string())
    .optional()
    .meta({ description: "Why fields are open, what was withheld, and what is the model's own judgement." }),
  error: z.string().optional().meta({ description: 'Why it was not answered; begins with a code.' }),
};

const spentShape = {
  expiresAt,
  tokensUsed: count('Tokens, both ways.'),
  cost: extractCostSchema,
  counts: countsSchema,
};

const whyShape = {
  error: z.string().optional().meta({ description: 'Why the job failed.' }),
  code: z.string().optional().meta({ description: 'Failure code of that.' }),
};

/** Status of an extraction in Firecrawl's words. */
export const extractStatusSchema = z
  .object({
    success,
    status: z
      .enum(['processing', 'completed', 'failed', 'cancelled'])
      .meta({ description: 'How the job stands.' }),
    data: z.unknown().meta({ description: 'The answer of all pages together; `[]` until it is there.' }),
    sources: z.unknown().optional().meta({
      description: 'With `showSources`: of each value, where it was found, and what else was offered.',
    }),
    ...whyShape,
    warning,
    waiting,
    creditsUsed: count('As `success` of the summary, for clients that look for it; pages until it is there.'),
    summary: summarySchema.optional(),
    redriveOf: z.string().optional().meta({ description: 'The job whose pages this one fetches again.' }),
    ...spentShape,
  })
  .meta({ description: "Status of an extraction in Firecrawl's words." });

/** Status of an extraction in Raito's words. */
export const raitoStatusSchema = z
  .object({
    success,
    status: z
      .enum(['pending', 'running', 'completed', 'failed'])
      .meta({ description: 'How the job stands.' }),
    data: z
      .object({
        results: z.array(z.object(resultShape)).meta({ description: 'By page, in page order.' }),
        sources: z
          .array(
            z.object({
              url: z.string().meta({ description: 'The page.' }),
              statusCode: z.int().meta({ description: 'HTTP status; 0 where there was none.' }),
              error: z.string().meta({ description: 'Why it was not answered, or empty.' }),
            }),
          )
          .optional()
          .meta({ description: 'With `showSources`: how each page was fetched.' }),
        summary: summarySchema,
        merged: z.unknown().optional().meta({ description: 'Of a crawl: the answer of all pages together.' }),
      })
      .optional()
      .meta({ description: 'The answer of a job that is completed.' }),
    ...whyShape,
    warning,
    waiting,
    ...spentShape,
  })
  .meta({
    description: "Status of an extraction in Raito's words; a job that failed is answered 200 as well.",
  });

/** GET …/results. */
export const extractResultsSchema = z
  .object({
    success,
    status: z
      .enum(['pending', 'running', 'processing', 'completed', 'failed', 'cancelled'])
      .meta({ description: 'How the job stands, in the words of its request.' }),
    results: z
      .array(
        z.object({ page: z.string().meta({ description: 'Of the page, within its job.' }), ...resultShape }),
      )
      .meta({ description: 'In the order in which pages ended.' }),
    cursor: z.string().nullable().meta({ description: 'Where to go on from.' }),
    done: z.boolean().meta({ description: 'Nothing comes after these.' }),
    warning,
  })
  .meta({ description: "A part of an extraction's results." });
