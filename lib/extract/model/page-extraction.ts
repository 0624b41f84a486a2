import * as z from 'zod';
import { failureCodes } from '../../failure.ts';
import type { Answers } from '../candidates/candidate.ts';

/** Tokens and money that answering took. */
export const modelUsageSchema = z.object({
  calls: z.number().int(),
  inputTokens: z.number().int(),
  outputTokens: z.number().int(),
  /** Null if the model's price is not known. */
  dollars: z.number().nullable(),
});
export type ModelUsage = z.infer<typeof modelUsageSchema>;

/** Money is counted in whole microdollars, so that sums of parts stay exact. */
export const microdollarsPerDollar = 1_000_000;

export const noModelUsage: ModelUsage = { calls: 0, inputTokens: 0, outputTokens: 0, dollars: 0 };

/** Warning on the answer of a page for which a model would have been asked, if one were configured. */
export const unaskedWarning =
  'No model is configured: fields that the page does not answer by itself are open';

/** Why a part of a page's answer stays open: a model failed, a budget was used up, or values may not be shown. */
export const gapSchema = z.object({
  /** A code of lib/failure.ts. */
  code: z.string(),
  message: z.string(),
  /** Fields that are open because of it; empty if the request named none. */
  fields: z.array(z.string()).default([]),
});
export type Gap = z.infer<typeof gapSchema>;

/** The answers of one page, as its envelope has them. */
export const extractionSchema = z.object({
  /** Hash of what was asked (`lib/request/extract-spec.ts`). */
  order: z.string(),
  /** The answer in the shape of the requested schema; null if the page answers nothing. */
  value: z.unknown(),
  /** The values by field, each with its place and its confidence. */
  answers: z.custom<Answers>((answers) => typeof answers === 'object' && answers !== null),
  /** Fields that the page does not answer, or for which no model could be asked. */
  open: z.array(z.string()),
  /** The number of fields, and how many of them were answered without tokens. */
  fields: z.number().int(),
  free: z.number().int(),
  /** The model that was asked, if one was. */
  model: z.string().nullable(),
  /** The model's own words, if they were kept; bounded. */
  raw: z.array(z.string()).default([]),
  usage: modelUsageSchema,
  /**
   * Whether the answer is one that was paid for before: models were asked only what others had asked, or the page has
   * not changed. Nothing was spent now, so that `usage` is zero.
   */
  cached: z.boolean().default(false),
  warnings: z.array(z.string()).default([]),
  /** Why fields are open that a model should answer; the page is asked again at its next visit. */
  gaps: z.array(gapSchema).optional(),
  /** A few sentences about the page, if requested. */
  summary: z.string().optional(),
  /** What is compared with other versions of the page, if the request tracks changes in this way. */
  changes: z
    .object({
      /** Hash of the spec: only answers to the same spec are compared. */
      order: z.string(),
      value: z.unknown(),
      /**
       * Set if the version before was not asked at that time: the answers of both, from what its envelope (`key`)
       * stores.
       */
      compared: z.object({ key: z.string(), previous: z.unknown(), current: z.unknown() }).optional(),
    })
    .optional(),
  /** Parts of the spec that could not be answered: they are asked again at the page's next visit. */
  lacking: z.array(z.enum(['json', 'summary', 'changes'])).optional(),
});
export type Extraction = z.infer<typeof extractionSchema>;

/** How a page of an extraction ended: an answer, or a failure. */
export const pageExtractionSchema = z.object({
  page: z.string(),
  url: z.string(),
  /** Milliseconds since the epoch. */
  at: z.number(),
  /** HTTP status of the page; absent if there was no response. */
  status: z.number().optional(),
  extraction: extractionSchema.omit({ raw: true }).optional(),
  /** The page's envelope, if the answer is too large to be stored here. */
  envelopeKey: z.string().optional(),
  failure: z.object({ code: z.string(), message: z.string() }).optional(),
  /** Of a page that waits for a model: why none could be asked. Its answer has that as the reason for open fields. */
  waitsFor: z
    .object({ code: z.enum(failureCodes), message: z.string() })
    .optional()
    .catch(undefined),
});
export type PageExtraction = z.infer<typeof pageExtractionSchema>;
