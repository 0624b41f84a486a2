import type { SSMClient } from '@aws-sdk/client-ssm';
import { limits } from '../../limits/limits.ts';
import { getSecret, getSecretVersions } from './get-secret.ts';

/** A secret that may be renewed while sandboxes run. */
export interface SecretVersions {
  /** Returns the versions that this sandbox knows, the present one first. The first call reads the present one. */
  readonly known: () => Promise<readonly string[]>;
  /**
   * Returns the present version and the one before it, for a box that no known version opens. They are read once for
   * each box; after that, it returns the known versions.
   */
  readonly anewFor: (box: string) => Promise<readonly string[]>;
}

/**
 * Keeps the versions of a secret for a sandbox. Parameter Store is asked once, and again for each box that does not
 * open: so a box that stays shut costs its calls once, and not for each page. A failed call is not remembered.
 */
export const rememberVersions = (client: SSMClient, name: string): SecretVersions => {
  let kept: readonly string[] | undefined;
  const triedBoxes = new Set<string>();
  const known = async (): Promise<readonly string[]> => (kept ??= [await getSecret(client, name)]);
  return {
    known,
    anewFor: async (box) => {
      if (triedBoxes.has(box)) return await known();
      kept = await getSecretVersions(client, name);
      const [oldest] = triedBoxes;
      if (oldest !== undefined && triedBoxes.size >= limits.shutBoxesKeptMax) triedBoxes.delete(oldest);
      triedBoxes.add(box);
      return kept;
    },
  };
};
