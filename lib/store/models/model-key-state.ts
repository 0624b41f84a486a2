import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { freshKeyState, keyStateSchema, type KeyState } from '../../extract/llm/key-state.ts';
import { putVersioned } from '../put-versioned.ts';
import { type Table } from '../table.ts';
import { modelKeyKey } from '../../keys/table-keys.ts';

/** Longer than a key rests or is dead; then it starts afresh. */
const ttlSeconds = 2 * 24 * 60 * 60;

/** Reads what is known of a model's key, consistently; nothing if it was not used for two days. */
export const getKeyState = async (table: Table, fingerprint: string): Promise<KeyState> => {
  const answer = await table.documents.send(
    new GetCommand({ TableName: table.name, Key: modelKeyKey(fingerprint), ConsistentRead: true }),
  );
  return answer.Item === undefined ? freshKeyState : keyStateSchema.parse(answer.Item);
};

/**
 * Writes the next state of a key, on condition that the stored one still has the version from which `next` was
 * computed. Returns null if it was written, or the present state if another function was first. So no two functions
 * take the last lease.
 */
export const putKeyState = async (
  table: Table,
  fingerprint: string,
  next: KeyState,
  now: number,
): Promise<KeyState | null> => {
  const ttl = Math.ceil(now / 1_000) + ttlSeconds;
  const refused = await putVersioned(table, modelKeyKey(fingerprint), next, ttl);
  if (refused === null) return null;
  return refused.current === undefined ? freshKeyState : keyStateSchema.parse(refused.current);
};
