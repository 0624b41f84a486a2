import { randomBytes, randomUUID } from 'node:crypto';
import { publicSealKey, type SealKeys } from '../../job/sealed-headers.ts';
import { limits } from '../../limits/limits.ts';
import { claimSealKeys } from '../../store/keys/claim-seal-keys.ts';
import { getSealKeys, putSealKeys } from '../../store/keys/seal-keys.ts';
import type { Table } from '../../store/table.ts';

/** What publishing the keys of headers needs. */
export interface SealKeyDependencies {
  readonly table: Table;
  readonly pepper: () => Promise<string>;
  /** Replaces the secret that opens headers. Only the functions that fetch may read it. */
  readonly putHeaderSecret: (secret: string) => Promise<void>;
  readonly now: () => number;
  readonly sleep: (ms: number) => Promise<void>;
}

const secretBytes = 32;

/** Waits until the other process has published the keys, or long enough that it must have died. */
const waitForOther = async ({ table, sleep }: SealKeyDependencies): Promise<void> => {
  for (let looks = 0; looks < limits.sealKeysLooksMax; looks += 1) {
    if ((await getSealKeys(table)) !== null) return;
    await sleep(limits.sealKeysLookMs);
  }
};

/**
 * Publishes what `make` returns, unless another process is making keys now. Then it waits for them and returns false.
 */
const publishAlone = async (
  dependencies: SealKeyDependencies,
  anew: boolean,
  make: (webhook: string) => Promise<SealKeys>,
): Promise<boolean> => {
  const { table, pepper, now } = dependencies;
  const webhook = publicSealKey(await pepper(), 'webhook');
  const [claim, at] = [randomUUID(), now()];
  if (await claimSealKeys(table, { claim, now: at, untilMs: at + limits.sealKeysClaimMs }, anew))
    return await putSealKeys(table, await make(webhook), claim);
  await waitForOther(dependencies);
  return false;
};

/**
 * Makes the secret that opens headers of callers, stores it in Secrets Manager and publishes its public key. Only
 * Secrets Manager keeps the secret afterwards: this function may write it but not read it.
 *
 * @param anew Makes a new secret even if there is one. Headers sealed before can no longer be opened.
 * @returns False if another process is making the keys now.
 */
export const makeSealKeys = async (dependencies: SealKeyDependencies, anew: boolean): Promise<boolean> =>
  await publishAlone(dependencies, anew, async (webhook) => {
    const secret = randomBytes(secretBytes).toString('base64url');
    await dependencies.putHeaderSecret(secret);
    return { crawl: publicSealKey(secret, 'crawl'), webhook };
  });

/** Publishes the keys that seal headers, unless they exist and belong to the deployment's secrets. */
export const publishSealKeys = async (dependencies: SealKeyDependencies): Promise<void> => {
  const known = await getSealKeys(dependencies.table);
  if (known === null) await makeSealKeys(dependencies, false);
  else if (known.webhook !== publicSealKey(await dependencies.pepper(), 'webhook'))
    await publishAlone(
      dependencies,
      true,
      async (webhook) => await Promise.resolve({ crawl: known.crawl, webhook }),
    );
};

/**
 * Publishes the keys that seal headers if there are none. It runs every few minutes, and reads no secret if keys exist.
 */
export const publishFirstSealKeys = async (dependencies: SealKeyDependencies): Promise<void> => {
  if ((await getSealKeys(dependencies.table)) === null) await makeSealKeys(dependencies, false);
};
