import { randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Runtime } from './runtime/start-runtime.ts';

/** The key that `given` names, or the one this data directory has, or a fresh one; kept in `DIR/key` for the next start. */
export const developmentKey = async (dataDir: string, given: string | undefined): Promise<string> => {
  const path = join(dataDir, 'key');
  const kept = await readFile(path, 'utf8').catch(() => '');
  const key = given ?? (kept.trim() || `fc-dev:${randomBytes(24).toString('base64url')}`);
  if (key !== kept.trim()) await writeFile(path, `${key}\n`, { mode: 0o600 });
  return key;
};

/**
 * Makes the key known to the stack, as an operator does: by invoking the function that manages keys.
 *
 * @throws {Error} with the function's own words, when it refuses.
 */
export const installKey = async (runtime: Runtime, key: string): Promise<void> => {
  const name = runtime.plan.outputs['ManageKeysFunction'] ?? 'manage-keys';
  const outcome = await runtime.invoke(name, {
    action: 'create',
    name: 'development',
    scopes: ['read', 'write', 'admin'],
    key,
  });
  if (!outcome.ok) throw new Error(`Cannot create the development key: ${outcome.message}`);
  const answer = JSON.parse(outcome.payload) as { success?: boolean; failure?: { message?: string } };
  if (answer.success !== true) {
    throw new Error(`Cannot create the development key: ${answer.failure?.message ?? outcome.payload}`);
  }
};
