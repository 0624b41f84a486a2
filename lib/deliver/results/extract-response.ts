import * as z from 'zod';
import type { PageExtraction } from '../../extract/model/page-extraction.ts';

/** How an extraction went, page by page. */
export const extractSummarySchema = z.object({
  total: z.number().int(),
  success: z.number().int(),
  failed: z.number().int(),
  /** Failed pages by the code that clients are told. */
  failedByCode: z.record(z.string(), z.number().int()),
});
export type ExtractSummary = z.infer<typeof extractSummarySchema>;

/** A page of an extraction as clients see it: its JSON, or why there is none. */
export const extractResultSchema = z.object({
  url: z.string(),
  success: z.boolean(),
  json: z.unknown().optional(),
  /** Fields whose value stands nowhere in the page, as far as they are answered with; none unless it is wanted so. */
  ungrounded: z.array(z.string()).optional(),
  /** Why fields are open, what was withheld, and what is the model's own judgement. */
  warnings: z.array(z.string()).optional(),
  error: z.string().optional(),
});
export type ExtractResult = z.infer<typeof extractResultSchema>;

/** The answer of an extraction that is over: a file in the results bucket. */
export const extractResponseSchema = z.object({
  /** What all pages together answer; null where pages are answered apart. */
  data: z.unknown(),
  /**
   * Of the merged values, where each was found, and what else was offered for it; null unless sources were asked for.
   */
  provenance: z.unknown(),
  /** In page order; of very many, the first: the others are paged through. */
  results: z.array(extractResultSchema),
  /** None unless sources were asked for. */
  sources: z.array(z.object({ url: z.string(), statusCode: z.number().int(), error: z.string() })),
  summary: extractSummarySchema,
  /** There are more results than stand here. */
  cut: z.boolean(),
  /** Why fields are open, and what was withheld. */
  warnings: z.array(z.string()).default([]),
  failure: z.object({ code: z.string(), message: z.string() }).optional(),
});
export type ExtractResponse = z.infer<typeof extractResponseSchema>;

/** Key of that file. */
export const extractResponseKey = (job: string): string => `results/${job}/extract.json`;

const itsOwn: ReadonlySet<string> = new Set([
  'EXTRACT_EMPTY_RESULT',
  'LLM_NOT_CONFIGURED',
  'ALL_KEYS_EXHAUSTED',
]);

/**
 * Which of the codes that extraction's clients know a failure has: what went wrong with the page, or with its answer.
 */
export const toClientCode = (code: string): string => {
  if (itsOwn.has(code)) return code;
  return /^(?:LLM_|EXTRACT_|BUDGET_)/.test(code) ? 'EXTRACT_FAILED' : 'SCRAPE_FAILED';
};

/** A failure in one sentence that begins with its code: all before the first colon. */
export const clientError = ({
  code,
  message,
}: {
  readonly code: string;
  readonly message: string;
}): string => {
  const clients = toClientCode(code);
  return clients === code ? `${code}: ${message}` : `${clients}: ${code}: ${message}`;
};

/** A page's result. */
export const makeResult = ({ url, extraction, failure }: PageExtraction): ExtractResult => {
  if (failure !== undefined) return { url, success: false, error: clientError(failure) };
  if (extraction === undefined)
    return { url, success: false, error: 'EXTRACT_FAILED: the answer has expired' };
  const { value, warnings } = extraction;
  const isObject = typeof value === 'object' && value !== null;
  const ungrounded = Object.entries(extraction.answers).flatMap(([name, { grounded }]) =>
    grounded === 'ungrounded' ? [name] : [],
  );
  return {
    url,
    success: true,
    json: isObject ? value : { _value: value },
    ...(ungrounded.length === 0 ? {} : { ungrounded }),
    ...(warnings.length === 0 ? {} : { warnings }),
  };
};

/** Counts of the results. */
export const summarizeResults = (answers: readonly PageExtraction[]): ExtractSummary => {
  const codes = answers.flatMap(({ failure }) => (failure === undefined ? [] : [toClientCode(failure.code)]));
  const failedByCode: Record<string, number> = {};
  for (const code of codes) failedByCode[code] = (failedByCode[code] ?? 0) + 1;
  return {
    total: answers.length,
    success: answers.length - codes.length,
    failed: codes.length,
    failedByCode,
  };
};
