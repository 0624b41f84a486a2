import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { replaceFile } from './replace-file.ts';
import { tryAgain } from './runtime/try-again.ts';
import type { Runtime } from './runtime/start-runtime.ts';

/**
 * Returns the key that `given` names, or the one of this data directory, or a new one; stores it in `DIR/key` for the
 * next start.
 */
export const developmentKey = async (dataDir: string, given: string | undefined): Promise<string> => {
  const path = join(dataDir, 'key');
  const kept = await readFile(path, 'utf8').catch(() => '');
  const key = given ?? (kept.trim() || `fc-dev:${randomBytes(24).toString('base64url')}`);
  if (key !== kept.trim()) replaceFile(path, `${key}\n`);
  return key;
};

/** The function refuses the key, and another try would not change that. */
class Refused extends Error {}

/**
 * Makes the key known to the stack as an operator does, by invoking the function that manages keys. Tries again if the
 * function could not do it at the moment: storing an existing key twice does no harm.
 *
 * @throws {Error} with the function's own words when it refuses, or with the reason why it did not answer.
 */
export const installKey = async (
  runtime: Pick<Runtime, 'plan' | 'invoke'>,
  key: string,
  sleep?: (ms: number) => Promise<unknown>,
): Promise<void> => {
  const name = runtime.plan.outputs['ManageKeysFunction'] ?? 'manage-keys';
  const create = async (): Promise<void> => {
    const outcome = await runtime.invoke(name, {
      action: 'create',
      name: 'development',
      scopes: ['read', 'write', 'admin'],
      key,
    });
    if (!outcome.ok) throw new Error(`${outcome.errorType}: ${outcome.message}`);
    const answer = JSON.parse(outcome.payload) as { success?: boolean; failure?: { message?: string } };
    if (answer.success !== true) {
      throw new Refused(`Cannot create the development key: ${answer.failure?.message ?? outcome.payload}`);
    }
  };
  await tryAgain('create the development key', create, {
    mayPass: (error) => !(error instanceof Refused),
    ...(sleep === undefined ? {} : { sleep }),
  });
};
