import * as z from 'zod';
import { putApiKey } from '../aws/api-keys.ts';
import { revokeApiKey } from '../aws/revoke-api-key.ts';
import type { Table } from '../aws/table.ts';
import { failure, type Failure } from '../failure.ts';
import { apiKeyId, hmacOf, newApiKey } from './api-key.ts';
import { describeIssues } from './describe-issues.ts';

const requestSchema = z.discriminatedUnion('action', [
  z.object({
    action: z.literal('create'),
    name: z.string().min(1).max(100).default('unnamed'),
    team: z
      .string()
      .regex(/^[a-z0-9-]{1,50}$/)
      .default('default'),
    /** A key of the operator's choice, for development. */
    key: z
      .string()
      .regex(/^\S{1,512}$/, 'expected 1 to 512 characters without spaces')
      .optional(),
  }),
  z.object({ action: z.literal('revoke'), id: z.string() }),
]);

export type KeyAnswer =
  | { readonly success: true; readonly id: string; readonly key?: string; readonly name?: string }
  | { readonly success: false; readonly failure: Failure };

/** Creates or revokes an API key. The answer to `create` is the only place where the key ever stands. */
export const manageKeys = async (
  dependencies: { readonly table: Table; readonly pepper: () => Promise<string>; readonly now: () => number },
  event: unknown,
): Promise<KeyAnswer> => {
  const parsed = requestSchema.safeParse(event, { reportInput: true });
  if (!parsed.success) {
    const message = `Cannot manage keys: ${describeIssues(parsed.error.issues)}`;
    return { success: false, failure: failure('BAD_REQUEST', message) };
  }
  const request = parsed.data;
  if (request.action === 'revoke') {
    return (await revokeApiKey(dependencies.table, request.id, dependencies.now()))
      ? { success: true, id: request.id }
      : {
          success: false,
          failure: failure('NOT_FOUND', `Cannot revoke the key: none has the id ${request.id}`),
        };
  }
  const key = request.key ?? newApiKey();
  const id = apiKeyId(key);
  await putApiKey(dependencies.table, {
    id,
    hmac: hmacOf(key, await dependencies.pepper()),
    name: request.name,
    team: request.team,
    createdAt: dependencies.now(),
  });
  return { success: true, id, key, name: request.name };
};
