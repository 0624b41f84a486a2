import * as z from 'zod';
import { jobKinds } from '../../../lib/job/job-kind.ts';
import { failureStates } from '../../../lib/steps/manage-sources/list-failures.ts';
import { success, warning } from './common.ts';

const text = (description: string): z.ZodString => z.string().meta({ description });

/** GET /v2/failures (`functions/handlers/sources/failures.ts`). */
export const failuresSchema = z.object({
  success,
  failures: z
    .array(
      z.object({
        job: text('The job that it is of.'),
        kind: z.enum(jobKinds).meta({ description: 'What the job was asked to do.' }),
        source: z.string().nullable().meta({ description: 'The source that the job is a run of.' }),
        id: text('Names the page within its job.'),
        url: text('The page.'),
        host: z.string().nullable().meta({ description: 'Its host, with the port where it has one.' }),
        state: z.enum(failureStates).meta({ description: 'How it ended.' }),
        at: z.iso.datetime().nullable().meta({ description: 'When that was.' }),
        status: z.int().nullable().meta({ description: 'The HTTP status that was answered last.' }),
        code: text('Why: a code of docs/failures.md.'),
        error: text('The same in words.'),
        retries: z
          .int()
          .nullable()
          .meta({ description: 'Requests for it that failed in a way worth another try.' }),
      }),
    )
    .meta({ description: 'Those of the newest job first.' }),
  cursor: z.string().nullable().meta({ description: 'Where the list goes on; null at its end.' }),
  warning,
});
