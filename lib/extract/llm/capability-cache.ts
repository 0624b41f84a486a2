import type { OutputForm } from './model-output.ts';
import type { ModelChoice } from './model-choice.ts';
import type { ModelCapabilities } from './model-capabilities.ts';

/** What models take: learned once from their refusals, by whichever function meets one, and kept for a day. */
export interface CapabilityCache {
  of(choice: ModelChoice): Promise<ModelCapabilities>;
  learn(choice: ModelChoice, capabilities: ModelCapabilities): Promise<void>;
  /**
   * Notes whether the strongest form brought the answer. A server that finds one schema after the other invalid has
   * no use for
   * that form, whatever it says: after a few in a row the weaker one is asked first.
   */
  note(choice: ModelChoice, known: ModelCapabilities, form: OutputForm): Promise<void>;
}
