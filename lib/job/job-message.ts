import * as z from 'zod';

/**
 * A message that something is to be done for a job: in the queue `finish`, or in `deliver`. The rest is in the table.
 */
export const jobMessageSchema = z.object({
  v: z.literal(1),
  job: z.string(),
  /** For `deliver`: a worker that had the job before did not come back, so nothing else is delivered beside it. */
  alone: z.literal(true).optional(),
});
