import type { KeyVerdict } from './key-state.ts';
import type { ModelChoice } from './model-choice.ts';

/** A key that may be used for one call, until it is given back. */
export interface LeasedKey {
  readonly key: string;
  readonly fingerprint: string;
  release(verdict: KeyVerdict): Promise<void>;
}

export type KeyLease =
  | { readonly kind: 'held'; readonly leased: LeasedKey }
  /** No key may be used before `until`; `refused` of `keys` were refused by their provider, for the reason `why`. */
  | {
      readonly kind: 'exhausted';
      readonly until: number;
      readonly keys: number;
      readonly refused: number;
      readonly why: string | null;
    };

/**
 * The keys of all providers, in turn. What is known of a key stands in the table, so that all functions together keep
 * to
 * what it may take; what was seen last is kept, so that a key in use costs two writes a call and one at rest nothing.
 */
export interface ModelKeyPool {
  /** Names of the providers for which there is a key. */
  providers(): Promise<ReadonlySet<string>>;
  /** A key of the chosen provider, after waiting for one for `limits.modelKeyPatienceMs` at most. */
  lease(choice: ModelChoice): Promise<KeyLease>;
}
