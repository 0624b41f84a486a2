import { randomBytes, randomUUID } from 'node:crypto';
import { publicSealKey, type SealKeys } from '../../job/sealed-headers.ts';
import { limits } from '../../limits/limits.ts';
import { claimSealKeys } from '../../store/keys/claim-seal-keys.ts';
import { getSealKeys, putSealKeys } from '../../store/keys/seal-keys.ts';
import type { Table } from '../../store/table.ts';

/** What publishing the keys of headers touches. */
export interface SealKeyDependencies {
  readonly table: Table;
  readonly pepper: () => Promise<string>;
  /** Replaces the secret that opens headers, which those that fetch may read, and nobody else. */
  readonly putHeaderSecret: (secret: string) => Promise<void>;
  readonly now: () => number;
  readonly sleep: (ms: number) => Promise<void>;
}

const secretBytes = 32;

/** Until whoever makes the keys has published them, or has died. */
const waitForOther = async ({ table, sleep }: SealKeyDependencies): Promise<void> => {
  for (let looks = 0; looks < limits.sealKeysLooksMax; looks += 1) {
    if ((await getSealKeys(table)) !== null) return;
    await sleep(limits.sealKeysLookMs);
  }
};

/** Publishes what `make` answers, if nobody else makes keys just now; false where somebody does, who is waited for. */
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
 * Makes the secret that opens headers of callers, hands it to Secrets Manager and publishes the public key that belongs
 * to it. Nothing remembers the secret afterwards but Secrets Manager: this function may write it and not read it.
 *
 * @param anew Makes another one although one is there. What was sealed before opens no more.
 * @returns False where another makes them just now.
 */
export const makeSealKeys = async (dependencies: SealKeyDependencies, anew: boolean): Promise<boolean> =>
  await publishAlone(dependencies, anew, async (webhook) => {
    const secret = randomBytes(secretBytes).toString('base64url');
    await dependencies.putHeaderSecret(secret);
    return { crawl: publicSealKey(secret, 'crawl'), webhook };
  });

/** Publishes the keys under which headers are sealed, unless they are there and belong to the deployment's secrets. */
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

/** The same for what comes every few minutes: it asks for no secret where keys are there. */
export const publishFirstSealKeys = async (dependencies: SealKeyDependencies): Promise<void> => {
  if ((await getSealKeys(dependencies.table)) === null) await makeSealKeys(dependencies, false);
};
