import * as z from 'zod';
import { modelPriceSchema } from './model-price.ts';

const nameSchema = z
  .string()
  .regex(/^[a-z0-9][a-z0-9._-]{0,63}$/, 'expected lower-case letters, digits, ".", "_", "-"');

const providerSchema = z.strictObject({
  /**
   * Root of an OpenAI-compatible API, up to and without `/chat/completions`. Only a deployment names it, never
   * a request.
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

/** The model that says how close texts come in meaning, for a corpus (docs/corpus.md). */
const embedderSchema = z.strictObject({
  /** `bedrock`, or the name of a provider here or of a known one, whose server has `/embeddings`. */
  provider: nameSchema,
  model: z.string().min(1).max(200),
  /** Numbers of a vector. Known of well-known models; of another it must be said. */
  dimensions: z.number().int().min(8).max(4_096).optional(),
  /** Tokens of a text that the model takes; what is longer is cut. */
  tokensMax: z.number().int().min(64).max(100_000).optional(),
  /** Texts in one request: some servers take 32. */
  textsMax: z.number().int().min(1).max(2_048).optional(),
  /** What some models want before a text: `query: ` and `passage: ` of the E5 family. */
  queryPrefix: z.string().max(500).optional(),
  passagePrefix: z.string().max(500).optional(),
  /** What a place by meaning counts beside one by words, where a search uses both. */
  weight: z.number().min(0).max(10).optional(),
});

/**
 * What a deployment says of models, as JSON in GLEANER_LLM: providers beside or instead of the known ones, and
 * prices.
 */
export const modelSettingsSchema = z.strictObject({
  /** The provider that is asked unless a request names another. */
  default: nameSchema.optional(),
  providers: z.record(nameSchema, providerSchema).default({}),
  prices: z.record(z.string(), modelPriceSchema).default({}),
  embedder: embedderSchema.optional(),
});
export type ModelSettings = z.infer<typeof modelSettingsSchema>;
