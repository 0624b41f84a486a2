import * as z from 'zod';
import { outputForms, type OutputForm } from './model-output.ts';
import type { ModelChoice } from './model-choice.ts';

/** What a model at a base URL supports. Some of it is known beforehand, the rest is learned from its refusals. */
export const modelCapabilitiesSchema = z.object({
  /** The strongest form of answer that the model keeps to. */
  form: z.enum(outputForms),
  /**
   * The parameter that bounds its answer: OpenAI's newer models refuse the older name, other servers ignore the newer.
   */
  tokenLimit: z.enum(['max_completion_tokens', 'max_tokens']),
  /** Whether it takes a temperature; models that think often do not. */
  takesTemperature: z.boolean(),
});
export type ModelCapabilities = z.infer<typeof modelCapabilitiesSchema>;

/** Returns the assumed capabilities of a model that was not asked yet. */
export const assumedCapabilities = ({
  provider,
  model,
}: Pick<ModelChoice, 'provider' | 'model'>): ModelCapabilities => ({
  // Anthropic ignores `response_format` ("OpenAI SDK compatibility", Simple fields) and keeps to tools.
  form: provider === 'anthropic' ? 'tool' : 'json_schema',
  tokenLimit: provider === 'openai' ? 'max_completion_tokens' : 'max_tokens',
  takesTemperature: !/^(?:gpt-[5-9]|o\d)/.test(model),
});

/** Returns the next weaker form; null after the weakest. */
export const weakerForm = (form: OutputForm): OutputForm | null =>
  outputForms[outputForms.indexOf(form) + 1] ?? null;
