import * as z from 'zod';

/** A message that a page was fetched and waits for extraction. It only names the page; its state is in the table. */
export const extractMessageSchema = z.object({
  v: z.literal(1),
  job: z.string(),
  page: z.string(),
});
export type ExtractMessage = z.infer<typeof extractMessageSchema>;
