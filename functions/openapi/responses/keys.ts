import * as z from 'zod';
import { scopes } from '../../../lib/request/keys/scopes.ts';
import { success } from './common.ts';

const count = (description: string): z.ZodInt => z.int().meta({ description });
const time = (description: string): z.ZodNullable<z.ZodISODateTime> =>
  z.iso.datetime().nullable().meta({ description });

const keyShape = {
  id: z.string().meta({ description: 'Id of the key: not the key itself.' }),
  name: z.string().meta({ description: 'What it was called.' }),
  team: z.string().meta({ description: 'Whose it is.' }),
  scopes: z.array(z.enum(scopes)).meta({ description: 'What it may be used for.' }),
  limits: z
    .object({
      requestsPerMinute: count('Requests in a minute that begin work.'),
      openJobs: count('Crawls, batches and extractions that may be open at the same time.'),
    })
    .meta({ description: 'What holds for it, whether the key itself says so or the deployment.' }),
  createdAt: time('When it was made.'),
  lastUsedAt: time('When it was last used, to some minutes; null where it never was.'),
  revokedAt: time('When it was revoked; null where it was not.'),
};

const periodShape = {
  startDate: z.iso.datetime().meta({ description: 'When the month begins (UTC).' }),
  endDate: z.iso.datetime().meta({ description: 'When it ends.' }),
};

const usageSchema = z
  .object({
    ...periodShape,
    jobs: count('Jobs that ended.'),
    pages: count('Pages that brought content.'),
    failed: count('Pages that failed.'),
    inputTokens: count('Tokens that models were sent.'),
    outputTokens: count('Tokens that they answered.'),
    dollars: z
      .number()
      .nullable()
      .meta({ description: 'What models cost; null where the price of one is not known.' }),
  })
  .meta({ description: 'What a key used in a month.' });

/** Answers under /v2/keys (`functions/handlers/keys.ts`). */
export const createdKeySchema = z.object({
  success,
  key: z.string().meta({ description: 'The key. It is shown here and never again.' }),
  ...keyShape,
  lowered: z.array(z.enum(['requestsPerMinute', 'openJobs'])).meta({
    description: 'Limits that were lowered to those of the key that made it; empty if none was.',
  }),
});
export const keysSchema = z.object({
  success,
  keys: z
    .array(z.object({ ...keyShape, usage: usageSchema }))
    .meta({ description: 'Revoked ones among them, with what each used this month.' }),
});
export const revokedKeySchema = z.object({
  success,
  id: keyShape.id,
  revoked: z.literal(true).meta({ description: 'It was revoked.' }),
  effectiveWithinSeconds: count('Functions that have just seen it may accept it that long.'),
});
export const keyUsageSchema = z.object({
  success,
  id: keyShape.id,
  name: keyShape.name,
  periods: z
    .array(usageSchema)
    .meta({ description: 'Each month in which it was used, the first one first.' }),
});

/** Answers about what a team uses and may use (`functions/handlers/account.ts`). */
const jobsShape = {
  concurrency: count('Open jobs of the key.'),
  maxConcurrency: count('Jobs of the key that may be open at the same time.'),
};
export const concurrencySchemas = {
  v1: z.object({ success, ...jobsShape }),
  v2: z.object({ success, data: z.object(jobsShape).meta({ description: 'Jobs of the key.' }) }),
};

const month = z.iso.datetime();

/** Makes the schemas of what is left for a team in this month, in `credits` or `tokens`. */
export const balanceSchemas = (unit: 'credits' | 'tokens') => {
  const named = unit === 'credits' ? 'Credits' : 'Tokens';
  const remaining = count('What is left of the month: nobody is billed, so it is a large number.');
  const planned = count('What there is for a month.');
  const begins = month.meta({ description: 'When the month begins (UTC).' });
  const ends = month.meta({ description: 'When it ends.' });
  const v1 = {
    [`remaining_${unit}`]: remaining,
    [`plan_${unit}`]: planned,
    billing_period_start: begins,
    billing_period_end: ends,
  };
  const v2 = {
    [`remaining${named}`]: remaining,
    [`plan${named}`]: planned,
    billingPeriodStart: begins,
    billingPeriodEnd: ends,
  };
  const of = (shape: z.ZodRawShape) =>
    z.object({ success, data: z.object(shape).meta({ description: 'Of the team, this month.' }) });
  return { v1: of(v1), v2: of(v2) };
};

/** Makes the schema of what a team used, month by month. */
export const historySchema = (unit: 'credits' | 'tokens') =>
  z.object({
    success,
    periods: z
      .array(
        z.object({
          ...periodShape,
          apiKey: z.string().optional().meta({ description: 'With `byApiKey`: name of the key.' }),
          [`${unit}Used`]: count('What was used.'),
        }),
      )
      .meta({ description: 'The first month first.' }),
  });

export const queueSchema = z.object({
  success,
  jobsInQueue: count('Open jobs of the team.'),
  activeJobsInQueue: count('The same: no job waits for another.'),
  waitingJobsInQueue: count('None.'),
  maxConcurrency: count('Jobs of the key that may be open at the same time.'),
  mostRecentSuccess: time('When a job of the team last ended well, within a day.'),
});
