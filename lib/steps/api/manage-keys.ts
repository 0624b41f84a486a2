import * as z from 'zod';
import { getApiKey, putApiKey } from '../../store/keys/api-keys.ts';
import { listKeys } from '../../store/keys/list-keys.ts';
import { revokeApiKey } from '../../store/keys/revoke-api-key.ts';
import type { Table } from '../../store/table.ts';
import { isHeaderWord } from '../../header-word.ts';
import { failure, type Failure } from '../../failure.ts';
import { limits } from '../../limits/limits.ts';
import {
  apiKeyId,
  computeHmac,
  newApiKey,
  type ApiKey,
  type KeyMaker,
  type ListedKey,
} from '../../request/keys/api-key.ts';
import { describeIssues } from '../../request/describe-issues.ts';
import { keySpecSchema, type KeySpec } from '../../request/keys/key-spec.ts';
import type { KeyScope } from '../../request/keys/scopes.ts';
import { teamName } from '../../request/keys/team-name.ts';
import {
  makeSealKeys,
  publishFirstSealKeys,
  publishSealKeys,
  type SealKeyDependencies,
} from './publish-seal-keys.ts';

/** What managing keys needs. */
export interface KeyDependencies {
  readonly table: Table;
  readonly pepper: () => Promise<string>;
  readonly now: () => number;
}

/** What the operator's function needs besides. */
export type OperatorDependencies = KeyDependencies & SealKeyDependencies;

type Refused = { readonly success: false; readonly failure: Failure };

/** A new key. This is the only answer that shows its secret. */
export interface CreatedKey {
  readonly success: true;
  readonly key: string;
  readonly stored: Omit<ApiKey, 'hmac'>;
}

/** Stores a key. The answer is the only place that ever shows it. */
const storeKey = async (
  { table, pepper, now }: KeyDependencies,
  spec: KeySpec,
  team: string,
  key: string,
  makers: readonly KeyMaker[] = [],
): Promise<CreatedKey> => {
  const { name, scopes, ...keyLimits } = spec;
  const facts = {
    id: apiKeyId(key),
    name,
    team,
    scopes,
    limits: keyLimits,
    makers: [...makers],
    createdAt: now(),
  };
  await putApiKey(table, { ...facts, hmac: computeHmac(key, await pepper()) });
  return { success: true, key, stored: facts };
};

/**
 * Creates a key for a team, unless the team has as many as it may have, or more keys with limits stand above it than
 * `keyMakersMax`: each of them counts what the key begins.
 */
export const createKey = async (
  dependencies: KeyDependencies,
  spec: KeySpec,
  team: string,
  makers: readonly KeyMaker[] = [],
): Promise<CreatedKey | Refused> => {
  if (makers.length > limits.keyMakersMax) {
    const message =
      `Cannot create a key: ${makers.length} keys with limits made one another above it, of ` +
      `${limits.keyMakersMax} that may. Use a key that stands higher`;
    return { success: false, failure: failure('FORBIDDEN', message) };
  }
  const held = (await listKeys(dependencies.table, team)).filter(({ revokedAt }) => revokedAt === undefined);
  if (held.length < limits.keysPerTeamMax)
    return await storeKey(dependencies, spec, team, newApiKey(), makers);
  const message =
    `Cannot create a key: the team ${team} has ${held.length}, which is as many as it may have. Revoke ` +
    `those that nobody uses`;
  return { success: false, failure: failure('FORBIDDEN', message) };
};

/**
 * Revokes a key; if a team is given, only a key of that team. Functions that have just seen the key accept it for up to
 * a minute.
 */
export const revokeKey = async (
  { table, now }: KeyDependencies,
  id: string,
  team?: string,
): Promise<{ readonly success: true; readonly id: string } | Refused> => {
  const key = await getApiKey(table, id);
  const isFound = key !== null && (team === undefined || key.team === team);
  if (isFound && (await revokeApiKey(table, key, now()))) return { success: true, id };
  const message = `Cannot revoke the key: none has the id ${id.slice(0, 80)}`;
  return { success: false, failure: failure('NOT_FOUND', message) };
};

const team = teamName.default('default');

/** An operator's request. It may concern any team, and may name the key itself, for development. */
const requestSchema = z.discriminatedUnion('action', [
  z.strictObject({
    action: z.literal('create'),
    ...keySpecSchema.shape,
    team,
    key: z
      .string()
      .refine(
        (text) => text.length <= 512 && isHeaderWord(text),
        'expected 1 to 512 characters of printable ASCII, without spaces',
      )
      .optional(),
  }),
  z.strictObject({ action: z.literal('publish') }),
  z.strictObject({ action: z.literal('renew-header-secret') }),
  z.strictObject({ action: z.literal('list'), team }),
  z.strictObject({ action: z.literal('revoke'), id: z.string() }),
]);

export type KeysResult =
  | { readonly success: true }
  | { readonly success: true; readonly id: string }
  | {
      readonly success: true;
      readonly key: string;
      readonly id: string;
      readonly name: string;
      readonly scopes: readonly KeyScope[];
    }
  | { readonly success: true; readonly keys: readonly ListedKey[] }
  | Refused;

/** Makes a new secret that opens headers. */
const renewHeaderSecret = async (dependencies: OperatorDependencies): Promise<KeysResult> => {
  if (await makeSealKeys(dependencies, true)) return { success: true };
  const message = 'Cannot renew the secret of headers: somebody else does so just now';
  return { success: false, failure: failure('CONFLICT', message) };
};

/**
 * Creates, lists or revokes API keys for anybody who may invoke the function; this is how the first key of a team is
 * made. With each of these actions, and every few minutes by itself (`publish`), it publishes the public keys with
 * which the API seals headers, because a deployment that is upgraded already has keys of teams.
 */
export const manageKeys = async (dependencies: OperatorDependencies, event: unknown): Promise<KeysResult> => {
  const parsed = requestSchema.safeParse(event, { reportInput: true });
  if (!parsed.success) {
    const message = `Cannot manage keys: ${describeIssues(parsed.error.issues)}`;
    return { success: false, failure: failure('BAD_REQUEST', message) };
  }
  const request = parsed.data;
  if (request.action === 'renew-header-secret') return await renewHeaderSecret(dependencies);
  if (request.action === 'publish') {
    await publishFirstSealKeys(dependencies);
    return { success: true };
  }
  await publishSealKeys(dependencies);
  if (request.action === 'list') {
    return { success: true, keys: await listKeys(dependencies.table, request.team) };
  }
  if (request.action === 'revoke') return await revokeKey(dependencies, request.id);
  const { action: _action, team: owner, key: chosen, ...spec } = request;
  const created =
    chosen === undefined
      ? await createKey(dependencies, spec, owner)
      : await storeKey(dependencies, spec, owner, chosen);
  if (!created.success) return created;
  const { id, name, scopes } = created.stored;
  return { success: true, id, key: created.key, name, scopes };
};
