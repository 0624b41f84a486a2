import * as z from 'zod';

/**
 * A message that a page was fetched and waits for extraction. It only names the page; its state is in the table. If the
 * table was out for long, it also carries what a worker had spent on the page, which is still to be counted.
 */
export const extractMessageSchema = z.object({
  v: z.literal(1),
  job: z.string(),
  page: z.string(),
  /** Set if a worker that had the page before did not come back: it is extracted from alone. */
  alone: z.literal(true).optional(),
  /** How often its earlier letters were received, and when first (milliseconds), if it is sent again after one. */
  before: z.object({ receives: z.number().int(), firstReceivedAt: z.number() }).optional(),
  untold: z
    .object({
      /** Names that worker: a cost is counted once, however often the message comes. */
      writer: z.string(),
      counts: z.record(z.string(), z.number()),
    })
    .optional(),
});
export type ExtractMessage = z.infer<typeof extractMessageSchema>;
