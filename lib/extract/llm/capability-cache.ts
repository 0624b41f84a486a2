import type { OutputForm } from './model-output.ts';
import type { ModelChoice } from './model-choice.ts';
import type { ModelCapabilities } from './model-capabilities.ts';

/**
 * The capabilities of models. A function learns them from a model's refusals, and all functions share them for a day.
 */
export interface CapabilityCache {
  of(choice: ModelChoice): Promise<ModelCapabilities>;
  learn(choice: ModelChoice, capabilities: ModelCapabilities): Promise<void>;
  /**
   * Notes whether the strongest form brought the answer. If a server finds one schema after the other invalid, that
   * form is of no use with it, whatever it says: after a few in a row the weaker form is tried first.
   */
  note(choice: ModelChoice, known: ModelCapabilities, form: OutputForm): Promise<void>;
}
