import * as z from 'zod';

/**
 * A message to answer a question about a request. It is in the queue `extract`, beside the messages of pages. The
 * question itself is in the table.
 */
export const questionMessageSchema = z.object({
  v: z.literal(1),
  question: z.string(),
});
