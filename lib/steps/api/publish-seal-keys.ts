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
  /** Replaces the secret that opens headers. Only the functions that send these headers may read it. */
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
 * Before that it makes sure that the deployment has the secret of its API keys (`read-pepper.ts` says why).
 */
const publishAlone = async (
  dependencies: SealKeyDependencies,
  anew: boolean,
  make: () => Promise<SealKeys>,
): Promise<boolean> => {
  const { table, pepper, now } = dependencies;
  await pepper();
  const [claim, at] = [randomUUID(), now()];
  if (await claimSealKeys(table, { claim, now: at, untilMs: at + limits.sealKeysClaimMs }, anew))
    return await putSealKeys(table, await make(), claim);
  await waitForOther(dependencies);
  return false;
};

/**
 * Makes the secret that opens headers of callers, stores it in Parameter Store and publishes its public key. Only
 * Parameter Store keeps the secret afterwards: this function may write it but not read it.
 *
 * @param anew Makes a new secret even if there is one. Headers sealed before can no longer be opened.
 * @returns False if another process is making the keys now.
 */
export const makeSealKeys = async (dependencies: SealKeyDependencies, anew: boolean): Promise<boolean> =>
  await publishAlone(dependencies, anew, async () => {
    const secret = randomBytes(secretBytes).toString('base64url');
    await dependencies.putHeaderSecret(secret);
    const [crawl, webhook] = [publicSealKey(secret, 'crawl'), publicSealKey(secret, 'webhook')];
    return { crawl, webhook, webhookOf: 'header-secret' };
  });

/**
 * Publishes the keys that seal headers, unless they exist and belong to the deployment's secrets. The webhooks' key of
 * release 0.1.0 follows the secret of API keys until an operator renews the secret of headers.
 */
export const publishSealKeys = async (dependencies: SealKeyDependencies): Promise<void> => {
  const known = await getSealKeys(dependencies.table);
  if (known === null) {
    await makeSealKeys(dependencies, false);
    return;
  }
  if (known.webhookOf !== undefined) return;
  const webhook = publicSealKey(await dependencies.pepper(), 'webhook');
  if (known.webhook !== webhook)
    await publishAlone(dependencies, true, async () => await Promise.resolve({ ...known, webhook }));
};

/**
 * Publishes the keys that seal headers if there are none. It runs every few minutes, and reads no secret if keys exist.
 */
export const publishFirstSealKeys = async (dependencies: SealKeyDependencies): Promise<void> => {
  if ((await getSealKeys(dependencies.table)) === null) await makeSealKeys(dependencies, false);
};
