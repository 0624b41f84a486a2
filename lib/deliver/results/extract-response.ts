import * as z from 'zod';
import { unaskedWarning, type PageExtraction } from '../../extract/model/page-extraction.ts';

/** How an extraction went, page by page. */
export const extractSummarySchema = z.object({
  total: z.number().int(),
  success: z.number().int(),
  failed: z.number().int(),
  /** Failed pages by the code that clients get. */
  failedByCode: z.record(z.string(), z.number().int()),
});
export type ExtractSummary = z.infer<typeof extractSummarySchema>;

/** A page of an extraction for clients: its JSON, or why there is none. */
export const extractResultSchema = z.object({
  url: z.string(),
  success: z.boolean(),
  json: z.unknown().optional(),
  /** Fields whose value stands nowhere in the page but is in the answer; only if the request wants such values. */
  ungrounded: z.array(z.string()).optional(),
  /** Why fields are open, what was withheld, and what is the model's own judgement. */
  warnings: z.array(z.string()).optional(),
  error: z.string().optional(),
});
export type ExtractResult = z.infer<typeof extractResultSchema>;

/** The answer of a finished extraction: a file in the results bucket. */
export const extractResponseSchema = z.object({
  /** The merged answer of all pages; null if each page is answered separately. */
  data: z.unknown(),
  /** For merged values: the place of each, and the other candidates; null unless the request asked for sources. */
  provenance: z.unknown(),
  /** In page order. If there are very many, only the first; the others are read page by page. */
  results: z.array(extractResultSchema),
  /** Empty unless the request asked for sources. */
  sources: z.array(z.object({ url: z.string(), statusCode: z.number().int(), error: z.string() })),
  summary: extractSummarySchema,
  /** Whether there are more results than these. */
  cut: z.boolean(),
  /** Why fields are open, and what was withheld. */
  warnings: z.array(z.string()).default([]),
  failure: z.object({ code: z.string(), message: z.string() }).optional(),
});
export type ExtractResponse = z.infer<typeof extractResponseSchema>;

/** Returns the key of that file. */
export const extractResponseKey = (job: string): string => `results/${job}/extract.json`;

const itsOwn: ReadonlySet<string> = new Set([
  'EXTRACT_EMPTY_RESULT',
  'LLM_NOT_CONFIGURED',
  'ALL_KEYS_EXHAUSTED',
]);

/** Returns the code for clients of extraction: something went wrong with the page, or with its answer. */
export const toClientCode = (code: string): string => {
  if (itsOwn.has(code)) return code;
  return /^(?:LLM_|EXTRACT_|BUDGET_)/.test(code) ? 'EXTRACT_FAILED' : 'SCRAPE_FAILED';
};

/** Writes a failure as one sentence that begins with its code, before the first colon. */
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

type Why = NonNullable<PageExtraction['failure']>;

/** Says whether a page gives a value: an open field, or one that the schema fills by itself, is none. */
const givesValue = ({ extraction }: PageExtraction): boolean =>
  extraction !== undefined && Object.keys(extraction.answers).length > 0;

/** Says whether a job that failed has no value of any page: then no page of it was a success. */
export const isWithoutAnswer = (answers: readonly PageExtraction[], jobFailure: unknown): boolean =>
  jobFailure !== null && !answers.some(givesValue);

/**
 * Returns why a page is no success of its extraction, or null. A page that was read whole and says nothing of what is
 * asked is one, as long as other pages answer.
 */
const whyUnanswered = (answer: PageExtraction, withoutAnswer: boolean): Why | null => {
  const { url, extraction, failure } = answer;
  if (failure !== undefined) return failure;
  if (extraction === undefined) return { code: 'EXTRACT_FAILED', message: 'the answer has expired' };
  if (!withoutAnswer || givesValue(answer)) return null;
  return extraction.warnings.includes(unaskedWarning)
    ? { code: 'LLM_NOT_CONFIGURED', message: `${url} answers nothing by itself, and no model is configured` }
    : { code: 'EXTRACT_EMPTY_RESULT', message: `${url} answers none of the fields` };
};

/**
 * Returns a page's result.
 *
 * @param withoutAnswer - whether the job failed without a value of any page (`isWithoutAnswer`).
 */
export const makeResult = (answer: PageExtraction, withoutAnswer: boolean): ExtractResult => {
  const { url, extraction } = answer;
  const why = whyUnanswered(answer, withoutAnswer);
  if (why !== null || extraction === undefined)
    return { url, success: false, ...(why === null ? {} : { error: clientError(why) }) };
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

/** Counts the results, as `makeResult` tells them. */
export const summarizeResults = (
  answers: readonly PageExtraction[],
  withoutAnswer: boolean,
): ExtractSummary => {
  const codes = answers.flatMap((answer) => {
    const why = whyUnanswered(answer, withoutAnswer);
    return why === null ? [] : [toClientCode(why.code)];
  });
  const failedByCode: Record<string, number> = {};
  for (const code of codes) failedByCode[code] = (failedByCode[code] ?? 0) + 1;
  return {
    total: answers.length,
    success: answers.length - codes.length,
    failed: codes.length,
    failedByCode,
  };
};
