import type { Failure } from '../../failure.ts';
import type { Json } from '../schema/json.ts';
import type { JsonSchema } from '../schema/json-schema.ts';
import type { ModelUsage } from '../model/page-extraction.ts';
import type { ModelChoice } from './model-choice.ts';

/**
 * Forms of asking a model for JSON, the strongest first. A form that a server lacks, or silently ignores, is not used
 * with it again (`model-capabilities.ts`).
 *
 * - `json_schema`: `response_format` with a strict schema, which the server itself enforces.
 * - `json_object`: `response_format` that promises JSON of any shape; the schema stands in the prompt.
 * - `tool`: the one function the model has to call takes the answer as its arguments.
 * - `prompt`: the schema stands in the prompt, and any JSON in the reply is taken.
 */
export const outputForms = ['json_schema', 'json_object', 'tool', 'prompt'] as const;
export type OutputForm = (typeof outputForms)[number];

/** A question for a model. */
export interface Question {
  readonly choice: ModelChoice;
  /**
   * The caller's schema of the answer, draft 7 or 2020-12. Required properties are not required of the model, which
   * would make up what the text does not say; every other rule holds.
   */
  readonly schema: JsonSchema;
  readonly system: string;
  readonly user: string;
  /** Most tokens that the model may write, including its thinking. */
  readonly maxOutputTokens: number;
  /**
   * The deadline for the answer, in milliseconds since the epoch: the function's own end, less the work that comes
   * after.
   */
  readonly until?: number;
  /** Who asks. An answer that the asker has paid for is given to it again, with its usage, as often as it asks. */
  readonly asker?: string;
  /**
   * Called after a late answer that could not be used: the question is asked again, and takes until `until`
   * (milliseconds since the epoch).
   */
  readonly troubled?: (why: Failure, until: number) => Promise<void>;
}

export type ModelOutput =
  | {
      readonly kind: 'answered';
      /** Valid against the caller's schema, except for what that requires. */
      readonly value: Json;
      /** The model's own words. */
      readonly raw: string;
      readonly usage: ModelUsage;
      readonly form: OutputForm;
      /** Whether the first answer was invalid, and the model repaired it after it was told why. */
      readonly isRepaired: boolean;
      /**
       * Whether it was stored before. Then `usage` is zero, or the asker's own usage for it, if the asker died before
       * it could report that.
       */
      readonly isCached: boolean;
      /** Identifies an answer that the asker has paid for. */
      readonly id?: string;
      /** Why a part of the answer was left out that could not be repaired. */
      readonly lacking?: Failure;
    }
  | {
      readonly kind: 'failed';
      readonly failure: Failure;
      readonly raw?: string;
      readonly usage: ModelUsage;
    }
  /**
   * No key may be used now, or the provider is down: the caller should ask again at `until` (milliseconds since the
   * epoch).
   */
  | {
      readonly kind: 'deferred';
      readonly until: number;
      /** The failure with which the page ends once it has waited long enough. */
      readonly failure: Failure;
      readonly usage: ModelUsage;
    };
