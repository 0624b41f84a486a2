import * as z from 'zod';
import { modelPriceSchema } from './model-price.ts';

const nameSchema = z
  .string()
  .regex(/^[a-z0-9][a-z0-9._-]{0,63}$/, 'expected lower-case letters, digits, ".", "_", "-"');

const providerSchema = z.strictObject({
  /**
   * Root of an OpenAI-compatible API, up to and without `/chat/completions`. Only a deployment names it, never a
   * request.
   */
  baseUrl: z.url({ protocol: /^https?$/ }).optional(),
  /** The model that is asked unless a request names another. */
  model: z.string().min(1).max(200).optional(),
  /** Questions under way with one key at the same time, everywhere together. */
  concurrency: z.number().int().min(1).max(1_000).optional(),
  /** The server asks for no key: a model on the same machine. */
  keyless: z.boolean().optional(),
  /** Further parameters of every request, such as `reasoning_effort`. */
  parameters: z.record(z.string(), z.json()).optional(),
});

/**
 * What a deployment says of models, as JSON in GLEANER_LLM: providers beside or instead of the known ones, and prices.
 */
export const modelSettingsSchema = z.strictObject({
  /** The provider that is asked unless a request names another. */
  default: nameSchema.optional(),
  providers: z.record(nameSchema, providerSchema).default({}),
  prices: z.record(z.string(), modelPriceSchema).default({}),
});
export type ModelSettings = z.infer<typeof modelSettingsSchema>;
