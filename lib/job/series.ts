import * as z from 'zod';
import { selectionSchema } from '../request/redrive-request.ts';

/**
 * A redrive: a job whose first pages are pages of another job that ended without content.
 *
 * A crawl, its redrives, and the redrives of these are a *series*, in the order in which they were made. The first
 * job's item names the last of them, and only one of a series runs at a time. So a redrive knows every page that the
 * series holds when it begins, and no other job of the series adds pages meanwhile. It holds the picked pages, and the
 * pages found from them that no earlier job holds. So each page of a crawl is delivered at most once in the series.
 */
export const redriveSchema = z.object({
  /** The job whose pages were picked. */
  of: z.string(),
  selection: selectionSchema,
  /** How many pages were picked. */
  pages: z.number().int().min(1),
  /** How many more there were than the limits of its source allow a run: a later redrive may pick them. */
  left: z.number().int().min(1).optional(),
});

export const memberSchema = z.object({ job: z.string(), redrive: redriveSchema.optional() });
export type Member = z.infer<typeof memberSchema>;
