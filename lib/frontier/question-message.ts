import * as z from 'zod';

/**
 * A doorbell of a question about a request, which lies in the queue `extract` beside those of pages. What is asked
 * the table says.
 */
export const questionMessageSchema = z.object({
  v: z.literal(1),
  question: z.string(),
});
