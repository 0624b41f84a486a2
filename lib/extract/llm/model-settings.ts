import * as z from 'zod';
import { serviceRootSchema } from '../../fetch/http/service-root.ts';
import { knownProviders } from './known-providers.ts';
import { modelPriceSchema } from './model-price.ts';

const nameSchema = z
  .string()
  .regex(/^[a-z0-9][a-z0-9._-]{0,63}$/, 'expected lower-case letters, digits, ".", "_", "-"');

const providerSchema = z.strictObject({
  /**
   * Root of an OpenAI-compatible API, up to and without `/chat/completions`. Only a deployment sets it, never a
   * request.
   */
  baseUrl: serviceRootSchema.optional(),
  /** The model to ask unless a request names another. */
  model: z.string().min(1).max(200).optional(),
  /** Most calls under way with one key at the same time, over all functions. */
  concurrency: z.number().int().min(1).max(1_000).optional(),
  /** Whether the server needs no key, such as a model on the same machine. */
  keyless: z.boolean().optional(),
  /** Further parameters of every request, such as `reasoning_effort`. */
  parameters: z.record(z.string(), z.json()).optional(),
});

/** The model that makes vectors of texts for a corpus, to compare their meaning (docs/corpus.md). */
const embedderSchema = z.strictObject({
  /** `bedrock`, or the name of a provider here or of a known one, whose server has `/embeddings`. */
  provider: nameSchema,
  model: z.string().min(1).max(200),
  /** Length of a vector. Known for well-known models; required for another. */
  dimensions: z.number().int().min(8).max(4_096).optional(),
  /** Most tokens of a text that the model takes; a longer text is cut. */
  tokensMax: z.number().int().min(64).max(100_000).optional(),
  /** Most texts in one request: some servers take 32. */
  textsMax: z.number().int().min(1).max(2_048).optional(),
  /** What some models need before a text: `query: ` and `passage: ` for the E5 family. */
  queryPrefix: z.string().max(500).optional(),
  passagePrefix: z.string().max(500).optional(),
  /** The weight of a rank by meaning beside one by words, in a search that uses both. */
  weight: z.number().min(0).max(10).optional(),
});

const settingsFields = z.strictObject({
  /** The provider to ask unless a request names another. */
  default: nameSchema.optional(),
  providers: z.record(nameSchema, providerSchema).default({}),
  prices: z.record(z.string(), modelPriceSchema).default({}),
  embedder: embedderSchema.optional(),
});

/**
 * A deployment's settings of models, as JSON in GLEANER_LLM: providers beside or instead of the known ones, and prices.
 * A provider that no question could reach is refused here, whether or not a key or a request would choose it.
 */
export const modelSettingsSchema = settingsFields.superRefine((settings, context) => {
  const { default: chosen, providers } = settings;
  for (const [name, { baseUrl }] of Object.entries(providers)) {
    if (baseUrl !== undefined || Object.hasOwn(knownProviders, name)) continue;
    const message = `expected a baseUrl, because ${name} is none of ${Object.keys(knownProviders).join(', ')}`;
    context.addIssue({ code: 'custom', path: ['providers', name, 'baseUrl'], message });
  }
  const names = [...new Set([...Object.keys(providers), ...Object.keys(knownProviders)])];
  if (chosen === undefined || names.includes(chosen)) return;
  const message = `expected one of ${names.join(', ')}, found ${JSON.stringify(chosen)}`;
  context.addIssue({ code: 'custom', path: ['default'], message });
});
export type ModelSettings = z.infer<typeof modelSettingsSchema>;
