import * as z from 'zod';
import { isFailureCode } from '../failure.ts';
import { parseWith, type ParsedRequest } from './parse-request.ts';

/**
 * Which pages of a job are fetched again: those that ended with one of the `codes`, however they ended, and those that
 * `include` names by how they ended. `abandoned` are the pages that were open when the job was cancelled or reached its
 * deadline. Pages that are blocked or led out of scope are taken by their code alone.
 */
export const selectionSchema = z.object({
  codes: z.array(z.string()),
  include: z.array(z.enum(['failed', 'abandoned'])),
});
export type Selection = z.infer<typeof selectionSchema>;

/** POST /v2/crawl/{id}/redrive and /v2/batch/scrape/{id}/redrive. */
export const redriveRequestSchema = z.object({
  codes: z
    .array(z.string().refine(isFailureCode, { error: 'expected a failure code such as TIMEOUT' }))
    .min(1, { error: 'expected at least one failure code' })
    .max(100)
    .optional()
    .meta({ description: 'Pages that ended with one of these failure codes, however they ended.' }),
  include: selectionSchema.shape.include
    .min(1, { error: 'expected failed or abandoned' })
    .max(100)
    .optional()
    .meta({
      description:
        '`failed`: every page that failed, which is what a redrive without `codes` and `include` takes; `abandoned`: pages that were open when the job was cancelled or reached its deadline.',
    }),
});

const distinct = <Name extends string>(names: readonly Name[]): Name[] => [...new Set(names)].toSorted();

/**
 * Understands the body of a redrive. Without `codes` and `include` it asks for every page that failed. The order of names
 * and their repetition make no difference.
 */
export const parseRedriveRequest = (body: unknown): ParsedRequest<Selection> => {
  const parsed = parseWith(redriveRequestSchema, body);
  if (!parsed.ok) return parsed;
  const { codes, include } = parsed.value;
  const usual = codes === undefined ? (['failed'] as const) : [];
  return { ...parsed, value: { codes: distinct(codes ?? []), include: distinct(include ?? usual) } };
};
