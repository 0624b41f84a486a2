import * as z from 'zod';

/** A doorbell of extraction: a page that was fetched. What it is, and whether it still waits, the table says. */
export const extractMessageSchema = z.object({
  v: z.literal(1),
  job: z.string(),
  page: z.string(),
});
export type ExtractMessage = z.infer<typeof extractMessageSchema>;
