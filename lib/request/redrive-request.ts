import * as z from 'zod';
import { failure, isFailureCode } from '../failure.ts';
import { isPlainObject } from '../plain-object.ts';
import { nearOption } from '../suggest-name.ts';
import { shownInput } from './describe-issues.ts';
import { parseWith, type ParsedRequest } from './parse-request.ts';
import { headersSchema } from './scrape-options.ts';

/**
 * Which pages of a job are fetched again: pages whose end has one of the `codes`, in whatever state, and pages whose
 * state `include` names. `abandoned` are the pages that were open when the job was over: cancelled, at its deadline,
 * without budget, or because another page made it fail.
 * Pages that are blocked or led out of scope are picked only by their code.
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
  headers: headersSchema.optional().meta({
    description:
      'Headers that are sent with the requests: those of the job were removed when it ended. `{}` goes without.',
  }),
  include: selectionSchema.shape.include
    .min(1, { error: 'expected failed or abandoned' })
    .max(100)
    .optional()
    .meta({
      description:
        '`failed`: every page that failed, which is what a redrive without `codes` and `include` takes; ' +
        '`abandoned`: pages that were open when the job was over: cancelled, at its deadline, without budget, or ' +
        'because another page made it fail.',
    }),
});

const distinct = <Name extends string>(names: readonly Name[]): Name[] => [...new Set(names)].toSorted();

/**
 * Parses the body of a redrive. Without `codes` and `include` it means every page that failed. The order of names and
 * their repetition make no difference.
 */
export const parseRedriveRequest = (
  body: unknown,
): ParsedRequest<Selection & { readonly headers?: Readonly<Record<string, string>> }> => {
  const parsed = parseWith(redriveRequestSchema, body);
  if (!parsed.ok) return parsed;
  const [unknown] = parsed.ignored;
  // Passed over, a mistyped `codes` would fetch every page that failed.
  if (unknown !== undefined) {
    const keys = Object.keys(redriveRequestSchema.shape);
    const found = shownInput(isPlainObject(body) ? body[unknown] : undefined);
    const message =
      `Cannot accept the request: ${unknown.slice(0, 80)}: expected one of the keys ${keys.join(', ')}` +
      `${nearOption(unknown, keys)}, found ${found}`;
    return { ok: false, failure: failure('BAD_REQUEST', message) };
  }
  const { codes, include, headers } = parsed.value;
  const usual = codes === undefined ? (['failed'] as const) : [];
  const selection = { codes: distinct(codes ?? []), include: distinct(include ?? usual) };
  return { ...parsed, value: { ...selection, ...(headers === undefined ? {} : { headers }) } };
};
