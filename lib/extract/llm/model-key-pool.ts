import type { KeyVerdict } from './key-state.ts';
import type { ModelChoice } from './model-choice.ts';

/** A key for one call, until it is given back. */
export interface LeasedKey {
  readonly key: string;
  readonly fingerprint: string;
  release(verdict: KeyVerdict): Promise<void>;
}

export type KeyLease =
  | { readonly kind: 'held'; readonly leased: LeasedKey }
  /**
   * No key may be used before `until`; `refused` of `keys` were refused by their provider. `why`: the reason for the
   * refusals, or for the cooldowns if there was no refusal.
   */
  | {
      readonly kind: 'exhausted';
      readonly until: number;
      readonly keys: number;
      readonly refused: number;
      readonly why: string | null;
    };

/**
 * The keys of all providers, in turn. The state of a key stands in the table, so that all functions together keep to
 * its limits. The last state is cached, so that a key in use costs two writes a call and a resting one none.
 */
export interface ModelKeyPool {
  /** Names of the providers for which there is a key. */
  providers(): Promise<ReadonlySet<string>>;
  /** Leases a key of the chosen provider, and waits for one for at most `limits.modelKeyPatienceMs`. */
  lease(choice: ModelChoice): Promise<KeyLease>;
}
