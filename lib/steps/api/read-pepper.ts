import { randomBytes } from 'node:crypto';
import type { openSecrets } from '../../store/clients.ts';
import { findSecret, getSecret } from '../../store/keys/get-secret.ts';
import { makeSecret } from '../../store/keys/put-secret.ts';
import { getSealKeys } from '../../store/keys/seal-keys.ts';
import type { Table } from '../../store/table.ts';

/** What reading the secret under which API keys are hashed needs. */
interface PepperDependencies {
  readonly table: Table;
  readonly secrets: ReturnType<typeof openSecrets>;
  /** Name of the secret. */
  readonly pepper: string;
}

const pepperBytes = 48;

/**
 * Returns the secret under which API keys are hashed. A new deployment has none: it is made before the first key. The
 * keys that seal headers are published right after it, so a deployment that has these had a secret, and its API keys
 * are worth nothing under another.
 *
 * @throws {Error} if the secret of a deployment is gone.
 */
export const readPepper = async ({ table, secrets, pepper: name }: PepperDependencies): Promise<string> => {
  const known = await findSecret(secrets, name);
  if (known !== null) return known;
  if ((await getSealKeys(table)) !== null)
    throw new Error(
      `Cannot read the secret ${name}: it is gone, and the API keys of the table belong to it ` +
        `(docs/runbook.md, manage-keys-errors)`,
    );
  const made = randomBytes(pepperBytes).toString('base64url');
  return (await makeSecret(secrets, name, made)) ? made : await getSecret(secrets, name);
};
