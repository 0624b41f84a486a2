import * as z from 'zod';
import type { Answers } from '../candidates/candidate.ts';

/** Tokens and money that answering took. */
export const modelUsageSchema = z.object({
  calls: z.number().int(),
  inputTokens: z.number().int(),
  outputTokens: z.number().int(),
  /** Null where the price of the model is not known. */
  dollars: z.number().nullable(),
});
export type ModelUsage = z.infer<typeof modelUsageSchema>;

/** Money is counted in whole numbers: what is added up in parts stays exact. */
export const microdollarsPerDollar = 1_000_000;

export const noModelUsage: ModelUsage = { calls: 0, inputTokens: 0, outputTokens: 0, dollars: 0 };

/** Stands on the answer of a page that a model would have been asked about, if there were one. */
export const unaskedWarning =
  'No model is configured: fields that the page does not answer by itself are open';

/** Why something of a page stays open: a model that failed, a budget that was used up, values that may not be shown. */
export const gapSchema = z.object({
  /** A code of lib/failure.ts. */
  code: z.string(),
  message: z.string(),
  /** Fields that are open because of it; empty where nobody named any. */
  fields: z.array(z.string()).default([]),
});
export type Gap = z.infer<typeof gapSchema>;

/** What one page answered, as it stands in its envelope. */
export const extractionSchema = z.object({
  /** Hash of what was asked (`lib/request/extract-spec.ts`). */
  order: z.string(),
  /** The answer, in the shape of the schema that was asked for; null where the page answers nothing. */
  value: z.unknown(),
  /** The values by field, each with where it stands and how far it is to be trusted. */
  answers: z.custom<Answers>((answers) => typeof answers === 'object' && answers !== null),
  /** Fields that the page does not answer, or that nobody could be asked for. */
  open: z.array(z.string()),
  /** Fields, and of them those that were answered without a token. */
  fields: z.number().int(),
  free: z.number().int(),
  /** The model that was asked, if one was. */
  model: z.string().nullable(),
  /** The model's own words, where they were kept; bounded. */
  raw: z.array(z.string()).default([]),
  usage: modelUsageSchema,
  /** The answer came out of the cache of answers: `usage` is what it once took, and nothing was spent now. */
  cached: z.boolean().default(false),
  warnings: z.array(z.string()).default([]),
  /** Why fields are open that a model was to answer: the page is asked again when it is next seen. */
  gaps: z.array(gapSchema).optional(),
  /** A few sentences on the page, where they were asked for. */
  summary: z.string().optional(),
  /** What is compared with other versions of the page, where the request tracks changes so. */
  changes: z
    .object({
      /** Hash of what was asked: only answers to the same question are compared. */
      order: z.string(),
      value: z.unknown(),
      /** The version before was not asked then: what both answer out of what its envelope (`key`) has of it. */
      compared: z.object({ key: z.string(), previous: z.unknown(), current: z.unknown() }).optional(),
    })
    .optional(),
  /** Parts of the order that nobody could answer: they are asked again when the page is next seen. */
  lacking: z.array(z.enum(['json', 'summary', 'changes'])).optional(),
});
export type Extraction = z.infer<typeof extractionSchema>;

/** How a page of an extraction ended: an answer, or a failure. */
export const pageExtractionSchema = z.object({
  page: z.string(),
  url: z.string(),
  /** Milliseconds since the epoch. */
  at: z.number(),
  /** HTTP status of the page; absent where none came. */
  status: z.number().optional(),
  extraction: extractionSchema.omit({ raw: true }).optional(),
  /** Where the answer stands that is too large to be kept here: the page's envelope. */
  envelopeKey: z.string().optional(),
  failure: z.object({ code: z.string(), message: z.string() }).optional(),
});
export type PageExtraction = z.infer<typeof pageExtractionSchema>;
