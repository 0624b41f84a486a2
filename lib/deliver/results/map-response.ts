import * as z from 'zod';
import { failures, type FailureCode } from '../../failure.ts';

/**
 * The map of a site, as it is kept once its job is over: this file, and the URLs in files of `limits.mapPartUrls`,
 * so that any window of them is a read or two away.
 */
export const mapResponseSchema = z.object({
  v: z.literal(1),
  /** URLs in the map, in order of relevance where something was searched for. */
  total: z.number().int().min(0),
  /** What the map leaves out, in sentences. */
  warnings: z.array(z.string()),
  /** Why there is none: nothing of the site could be read. */
  failure: z
    .object({
      code: z.string().refine((code): code is FailureCode => Object.hasOwn(failures, code)),
      message: z.string(),
    })
    .optional(),
});
export type MapResponse = z.infer<typeof mapResponseSchema>;

export const mapResponseKey = (job: string): string => `results/${job}/map.json`;
export const mapPartKey = (job: string, part: number): string =>
  `results/${job}/map-${String(part).padStart(4, '0')}.json`;
