import * as z from 'zod';
import { failures, type FailureCode } from '../../failure.ts';

/**
 * The map of a site, as stored once its job is over: this file, and the URLs in files of `limits.mapPartUrls`, so that
 * any slice of them takes a read or two.
 */
export const mapResponseSchema = z.object({
  v: z.literal(1),
  /** Number of URLs in the map; they are in order of relevance for a search. */
  total: z.number().int().min(0),
  /** Sentences about what the map leaves out. */
  warnings: z.array(z.string()),
  /** Why there is no map: nothing of the site could be read. */
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
