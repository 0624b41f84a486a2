import { openHeaders, type SealedFor, type SealUse } from '../../job/sealed-headers.ts';
import type { SecretVersions } from '../../store/keys/secret-versions.ts';

/**
 * Error names of Parameter Store ("GetParameter", Errors; "Common errors") which mean that the deployment may not read
 * the secret, or that it or its KMS key is gone or disabled. Somebody has shut the secret off, so a retry does not
 * help.
 */
const shut: ReadonlySet<string> = new Set(['AccessDeniedException', 'InvalidKeyId', 'ParameterNotFound']);

type Headers = Record<string, string>;

/**
 * What a box holds. `no key`: it was sealed for an earlier secret, or for something else. `shut`: the deployment may
 * not read the secret now.
 */
export type Opened =
  | { readonly kind: 'open'; readonly headers: Headers }
  | { readonly kind: 'no key' }
  | { readonly kind: 'shut'; readonly cause: Error };

/**
 * Opens headers of a caller. If they do not open, the secret may have been renewed: they were sealed for the new one,
 * and this sandbox knows the old one, or the other way round. So the present secret and the one before it are read,
 * once for each box.
 *
 * @throws {Error} when the secret cannot be read for another reason than that it is shut off: that is an outage.
 */
export const openSealed = async (
  secret: SecretVersions,
  use: SealUse,
  box: string,
  sealedFor: SealedFor,
): Promise<Opened> => {
  try {
    for (const read of [secret.known, async () => await secret.anewFor(box)]) {
      for (const version of await read()) {
        const headers = openHeaders(version, use, box, sealedFor);
        if (headers !== null) return { kind: 'open', headers };
      }
    }
    return { kind: 'no key' };
  } catch (error) {
    if (!(error instanceof Error) || !shut.has(error.name)) throw error;
    return { kind: 'shut', cause: error };
  }
};
