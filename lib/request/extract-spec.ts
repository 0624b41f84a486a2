import { createHash } from 'node:crypto';
import * as z from 'zod';
import { limits } from '../limits/limits.ts';
import { fieldTypes } from './field-types.ts';
import type { JobSpec } from './job-spec.ts';

/** A field to look for on a page: a name, the type of its value, and a description in words. */
export const fieldSchema = z.object({
  name: z
    .string()
    .trim()
    .min(1)
    .max(limits.fieldNameCharactersMax)
    .meta({ description: 'Under which its value is answered.' }),
  type: z
    .enum(fieldTypes, { error: `expected one of ${fieldTypes.join(', ')}` })
    .default('string')
    .meta({ description: 'Type of its value.' }),
  description: z
    .string()
    .max(limits.fieldDescriptionCharactersMax)
    .default('')
    .meta({ description: 'What it means, in words.' }),
});
export type FieldSpec = z.infer<typeof fieldSchema>;

/** How long pages wait for a model, in seconds, as requests and formats write it. */
export const maxWaitField = z
  .number()
  .int()
  .min(0)
  .max(limits.extractWaitMsMax / 1_000)
  .optional()
  .meta({
    description:
      `How long a page waits for a model that cannot be asked, before it ends with what it has; in ` +
      `seconds, ${limits.extractWaitMsDefault / 1_000} unless told.`,
  });

/** What is extracted from both versions of a changed page, to be compared. */
export const changesQuestion = z.object({
  schema: z.record(z.string(), z.unknown()).optional(),
  prompt: z.string().optional(),
});

/**
 * What is extracted from each page of a job, as it was accepted. It is stored under its own hash, beside the jobs that
 * use it: a schema may be large, and a job's own item is read on every visit.
 */
export const extractSpecSchema = z.object({
  /** Fields, or a JSON Schema; neither if the prompt alone says what is wanted. */
  fields: z.array(fieldSchema).optional(),
  schema: z.record(z.string(), z.unknown()).optional(),
  prompt: z.string().optional(),
  systemPrompt: z.string().optional(),
  provider: z.string().optional(),
  model: z.string().optional(),
  /** An answer that the schema does not allow fails its page. */
  strict: z.boolean(),
  /** A value that is not in the page is left out, not only marked. */
  groundedOnly: z.boolean(),
  /** The answer says where values were found. */
  showSources: z.boolean(),
  /** Failed pages do not fail the job. */
  ignoreInvalidURLs: z.boolean(),
  /**
   * The pages answer one question: their values are merged into one answer, and a crawl stops when that is complete.
   */
  merge: z.boolean(),
  /** Input tokens of a chunk of a long page. */
  chunkTokens: z.number().int(),
  budget: z.object({
    pages: z.number().int().optional(),
    tokens: z.number().int().optional(),
    dollars: z.number().optional(),
  }),
  /** How long a page waits for a model that cannot be asked, in milliseconds; absent for the default. */
  maxWaitMs: z.number().int().optional(),
  integration: z.string().optional(),
  /** A summary of each page, in addition. */
  summary: z.literal(true).optional(),
  changes: changesQuestion.optional(),
});
export type ExtractSpec = z.infer<typeof extractSpecSchema>;

/** Computes the hash under which a spec is stored: the same for the same spec. */
export const hashSpec = (spec: ExtractSpec): string =>
  createHash('sha256')
    .update(JSON.stringify(extractSpecSchema.parse(spec)))
    .digest('hex')
    .slice(0, 32);

/** Completes a spec with the defaults of what a request left out. */
export const completeSpec = (given: Partial<ExtractSpec>): ExtractSpec => ({
  strict: false,
  groundedOnly: true,
  showSources: false,
  ignoreInvalidURLs: true,
  merge: false,
  chunkTokens: limits.chunkTokensDefault,
  budget: {},
  ...given,
});

/** Whether a spec asks a question of its own, besides a summary and the comparison of versions. */
export const asksQuestion = ({ fields, schema, prompt, summary, changes }: ExtractSpec): boolean =>
  fields !== undefined ||
  schema !== undefined ||
  prompt !== undefined ||
  (summary === undefined && changes === undefined);

/** Makes a spec of what is asked about a version of a page to compare it; null if nothing is compared. */
export const changesSpec = ({ changes, provider, model }: ExtractSpec): ExtractSpec | null =>
  changes === undefined
    ? null
    : completeSpec({
        ...changes,
        ...(provider === undefined ? {} : { provider }),
        ...(model === undefined ? {} : { model }),
      });

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');

/**
 * Makes options to crawl the pages below these URLs. For one URL the crawl's own scope does it, for several a pattern.
 */
export const crawlFromRoots = (
  given: {
    readonly allowExternalLinks?: boolean | undefined;
    readonly maxDiscoveryDepth?: number | undefined;
  },
  roots: readonly string[],
): NonNullable<JobSpec['crawl']> => ({
  includePaths:
    roots.length > 1 && given.allowExternalLinks !== true
      ? roots.map((root) => `^https?://(?:www\\.)?${escaped(root.replace(/^https?:\/\/(?:www\.)?/i, ''))}`)
      : [],
  excludePaths: [],
  regexOnFullURL: roots.length > 1,
  maxDiscoveryDepth: given.maxDiscoveryDepth ?? limits.extractDepthDefault,
  crawlEntireDomain: roots.length > 1,
  allowExternalLinks: given.allowExternalLinks === true || roots.length > 1,
  allowSubdomains: false,
  ignoreQueryParameters: false,
  deduplicateSimilarURLs: true,
  ignoreRobotsTxt: false,
  sitemap: 'skip',
  skipNofollowLinks: false,
  followHiddenLinks: false,
});
