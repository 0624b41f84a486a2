import * as z from 'zod';

/** What is known of a page that ended with its message. */
export const deadLetterSchema = z.object({
  stage: z.string(),
  queue: z.string(),
  /** Requests for the page that failed and were recorded. */
  attempts: z.number().int(),
  /** How often a message with this page was received: by workers that did not finish it, and to bury it. */
  receives: z.number().int(),
  /** ISO 8601: when such a message was first received. */
  firstReceivedAt: z.string(),
  /** The last failure that was recorded for the page, if any was: a worker that dies records nothing. */
  lastCode: z.string().optional(),
  lastError: z.string().optional(),
});
export type PageDeadLetter = z.infer<typeof deadLetterSchema>;
