import type { Failure } from '../../failure.ts';
import type { Json } from '../schema/json.ts';
import type { JsonSchema } from '../schema/json-schema.ts';
import type { ModelUsage } from '../model/page-extraction.ts';
import type { ModelChoice } from './model-choice.ts';

/**
 * Forms in which a model is asked for JSON, the strongest first. What a server does not have, or passes over in
 * silence, it
 * is not asked for again (`model-capabilities.ts`).
 *
 * - `json_schema`: `response_format` with a strict schema, which the server itself enforces.
 * - `json_object`: `response_format` that promises JSON of any shape; the schema stands in the prompt.
 * - `tool`: the one function the model has to call takes the answer as its arguments.
 * - `prompt`: the schema stands in the prompt, and whatever JSON stands in the reply is taken.
 */
export const outputForms = ['json_schema', 'json_object', 'tool', 'prompt'] as const;
export type OutputForm = (typeof outputForms)[number];

/** What a model is asked. */
export interface Question {
  readonly choice: ModelChoice;
  /**
   * The caller's schema of the answer, draft 7 or 2020-12. Nothing of it is required of the model, which would make
   * up what the
   * text does not say; every other rule holds.
   */
  readonly schema: JsonSchema;
  readonly system: string;
  readonly user: string;
  /** Tokens the model may write, its thinking included. */
  readonly maxOutputTokens: number;
  /** When the answer has to be there, in milliseconds since the epoch: a function's own end, less what comes after. */
  readonly until?: number;
  /** Who asks: an answer that it has paid for is told to it again, with what it took, as often as it asks. */
  readonly asker?: string;
}

export type ModelOutput =
  | {
      readonly kind: 'answered';
      /** Valid against the caller's schema, but for what that requires. */
      readonly value: Json;
      /** The model's own words. */
      readonly raw: string;
      readonly usage: ModelUsage;
      readonly form: OutputForm;
      /** The first answer was not valid, and the model mended it when told why. */
      readonly isRepaired: boolean;
      /** It was kept from before; `usage` is nothing, or what whoever asks took for it before it could tell. */
      readonly isCached: boolean;
      /** Names an answer that whoever asks has paid for. */
      readonly id?: string;
    }
  | {
      readonly kind: 'failed';
      readonly failure: Failure;
      readonly raw?: string;
      readonly usage: ModelUsage;
    }
  /**
   * No key may be used now, or the provider is out: the question is to be put again at `until` (milliseconds since
   * the epoch),
   * by whoever asks.
   */
  | {
      readonly kind: 'deferred';
      readonly until: number;
      /** With what the page ends if it waited long enough. */
      readonly failure: Failure;
      readonly usage: ModelUsage;
    };
