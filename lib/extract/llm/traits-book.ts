import type { AnswerForm } from './model-answer.ts';
import type { ModelChoice } from './model-choice.ts';
import type { ModelTraits } from './model-traits.ts';

/** What models take: learned once from their refusals, by whichever function meets one, and kept for a day. */
export interface TraitsBook {
  of(choice: ModelChoice): Promise<ModelTraits>;
  learn(choice: ModelChoice, traits: ModelTraits): Promise<void>;
  /**
   * Notes whether the strongest form brought the answer. A server that finds one schema after the other invalid has no use for
   * that form, whatever it says: after a few in a row the weaker one is asked first.
   */
  note(choice: ModelChoice, known: ModelTraits, form: AnswerForm): Promise<void>;
}
