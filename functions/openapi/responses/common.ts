import * as z from 'zod';
import { failures, type FailureCode } from '../../../lib/failure.ts';

/** Fields of most answers. */
export const success = z.literal(true).meta({ description: 'The request was understood and done.' });
export const jobId = z.string().meta({ description: 'Id of the job.' });
export const warning = z.string().optional().meta({
  description: 'What was not done as it was asked for, such as keys that have no effect here.',
});
export const expiresAt = z.iso.datetime().meta({ description: 'When the job and its results are removed.' });
export const next = z
  .url()
  .optional()
  .meta({ description: 'URL of what comes after this; absent at the end.' });

/** The one shape of errors. */
export const errorSchema = z
  .object({
    success: z.literal(false).meta({ description: 'The request was not done.' }),
    code: z
      .enum(Object.keys(failures) as [FailureCode, ...FailureCode[]])
      .meta({ description: 'What went wrong, for programs.' }),
    error: z.string().meta({ description: 'What went wrong, was found and was wanted, for people.' }),
    details: z
      .unknown()
      .optional()
      .meta({
        description:
          'More of it: of a request that is not valid, each field with what was wanted; of a scrape that ' +
          'goes on, when to come back.',
      }),
    status: z
      .literal('failed')
      .optional()
      .meta({ description: 'Of `GET /v1/extract/{id}` alone, for clients of Raito.' }),
  })
  .meta({ description: 'Every error has this shape.' });

/** A job was begun. */
export const startedSchema = z.object({
  success,
  id: jobId,
  url: z.url().meta({ description: 'Where its status is read.' }),
  warning,
});

/** A job was ended by its caller. */
export const cancelledSchema = z.object({
  success,
  status: z.literal('cancelled').meta({ description: 'It was cancelled now, or had been.' }),
});

/** For a running job (`lib/deliver/results/model-wait.ts`). */
export const waiting = z
  .object({
    code: z.string().meta({ description: 'Failure code of what is waited for to pass.' }),
    reason: z.string().meta({ description: 'In words.' }),
    since: z.iso.datetime().meta({ description: 'When the first of the pages began to wait.' }),
    until: z.iso.datetime().meta({ description: 'When one of them is taken up again.' }),
  })
  .optional()
  .meta({ description: 'Why pages of a running job wait for a model, as it was last noted.' });

/** How the last run of a source ended: of each source, and of those that need somebody. */
export const lastRunEnd = {
  lastRunOutcome: z
    .enum(['completed', 'failed', 'cancelled', 'skipped'])
    .nullable()
    .meta({ description: 'How the last run went; null before one, and once it was resumed.' }),
  lastRunCode: z
    .string()
    .nullable()
    .meta({ description: 'The code with which that ended early; null where it did not.' }),
};
