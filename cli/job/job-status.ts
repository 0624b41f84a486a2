import * as z from 'zod';

const count = z.number().catch(0);
const text = z.string().optional().catch(undefined);

/** What an extraction spent on models. */
const extractionCostSchema = z.object({
  inputTokens: z.number(),
  outputTokens: z.number(),
  dollars: z.number().nullable(),
  fieldsAnswered: z.number(),
  fieldsFree: z.number(),
});
export type ExtractionCost = z.infer<typeof extractionCostSchema>;

/** What a job cost in all, in dollars; null if a price is not known. */
const costSchema = z
  .looseObject({ total: z.number().nullable().optional() })
  .transform(({ total, ...rest }) => ({
    total,
    extraction: extractionCostSchema.safeParse(rest).data,
    ...rest,
  }));

const pageSchema = z.looseObject({
  markdown: text,
  metadata: z
    .looseObject({
      url: text,
      sourceURL: text,
      title: z
        .union([z.string(), z.array(z.string()).transform((titles) => titles[0])])
        .optional()
        .catch(undefined),
      statusCode: z.number().optional().catch(undefined),
      error: text,
      scrapedAt: text,
      description: text,
      author: text,
      publishedTime: text,
      contentHash: text,
    })
    .catch({}),
});

/** One page of the results, with every key that the API sent. */
export type JobPage = z.infer<typeof pageSchema>;

export const pageDocumentSchema = pageSchema;

/**
 * The answer of `GET /v2/crawl/{id}`, and of the same path for other kinds of jobs; for an extraction only the counts.
 * Unknown keys and statuses are kept: the API may be newer than this program.
 */
const answeredStatusSchema = z.looseObject({
  status: z.string(),
  completed: z.number().optional().catch(undefined),
  total: z.number().optional().catch(undefined),
  counts: z
    .looseObject({ admitted: count, done: count, failed: count, blocked: count, skipped: count })
    .optional()
    .catch(undefined),
  cost: costSchema.optional().catch(undefined),
  createdAt: text,
  completedAt: text,
  expiresAt: text,
  next: z.string().nullish().catch(undefined),
  warning: text,
  waiting: z
    .looseObject({ code: z.string(), reason: z.string(), since: z.string(), until: z.string() })
    .optional()
    .catch(undefined),
  error: text,
  data: z.array(pageSchema).catch([]),
});

export const cliStatusSchema = answeredStatusSchema.transform((answered) => {
  const { admitted = 0, done = 0, failed = 0, blocked = 0, skipped = 0 } = answered.counts ?? {};
  const { completed = done, total = admitted - failed - blocked - skipped } = answered;
  return { ...answered, completed, total };
});

export type CliStatus = z.infer<typeof cliStatusSchema>;

/** Says whether a status is final. An unknown word means that the job is in progress. */
export const isStatusOver = (status: CliStatus): boolean =>
  ['completed', 'failed', 'cancelled'].includes(status.status);

/** Returns the number of failed pages so far, if the status has it. */
export const countFailed = (status: CliStatus): number | undefined => status.counts?.failed;

const failureSchema = z.looseObject({ code: text, url: text, error: text });

/** A page that ended without content, with every key that the API sent. */
export type PageFailure = z.infer<typeof failureSchema>;

const failureListSchema = z.looseObject({
  errors: z.array(failureSchema).catch([]),
  robotsBlocked: z.array(z.unknown()).catch([]),
  next: z.string().nullish().catch(undefined),
});

/** The answer of `GET /v2/crawl/{id}/errors`; some servers wrap it in `data`. */
export const failurePageSchema = z
  .union([z.looseObject({ data: failureListSchema }).transform(({ data }) => data), failureListSchema])
  .catch({ errors: [], robotsBlocked: [] });

/** The number of a job's failed pages: a list of them may be too long to keep. */
export interface FailureCounts {
  readonly byCode: ReadonlyMap<string, number>;
  readonly robotsBlocked: number;
  /** The first pages that ended as dead letters, for an operator to examine. */
  readonly deadLetters?: readonly { readonly url: string; readonly error: string }[];
}
