import { GetCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import { freshKeyState, type KeyState } from '../../extract/llm/key-state.ts';
import { putVersioned } from '../put-versioned.ts';
import { type Table } from '../table.ts';
import { modelKeyKey } from '../../keys/table-keys.ts';

/** Longer than a key cools down or is dead; then it starts afresh. */
const ttlSeconds = 2 * 24 * 60 * 60;

/** The item of a key. Its attributes keep their names, whatever the code calls them now. */
export const keyItemSchema = z
  .object({
    leases: z.record(z.string(), z.number()),
    restUntil: z.number(),
    strikes: z.number().int(),
    soft: z.number(),
    callMs: z.number(),
    refusals: z
      .record(z.string(), z.object({ until: z.number(), strikes: z.number().int(), why: z.string() }))
      .default({}),
    why: z.string().optional(),
    version: z.number().int(),
  })
  .transform(({ restUntil, strikes, soft, refusals, ...named }): KeyState => ({
    ...named,
    cooldownUntil: restUntil,
    rateLimitsInARow: strikes,
    nextRetryAt: soft,
    refusals: Object.fromEntries(
      Object.entries(refusals).map(([model, refusal]) => [
        model,
        { until: refusal.until, timesInARow: refusal.strikes, why: refusal.why },
      ]),
    ),
  }));

const itemOf = ({
  cooldownUntil,
  rateLimitsInARow,
  nextRetryAt,
  refusals,
  ...named
}: KeyState): z.input<typeof keyItemSchema> => ({
  ...named,
  restUntil: cooldownUntil,
  strikes: rateLimitsInARow,
  soft: nextRetryAt,
  refusals: Object.fromEntries(
    Object.entries(refusals).map(([model, { until, timesInARow, why }]) => [
      model,
      { until, strikes: timesInARow, why },
    ]),
  ),
});

/** Reads what is known of a model's key, consistently; nothing if it was not used for two days. */
export const getKeyState = async (table: Table, fingerprint: string): Promise<KeyState> => {
  const answer = await table.documents.send(
    new GetCommand({ TableName: table.name, Key: modelKeyKey(fingerprint), ConsistentRead: true }),
  );
  return answer.Item === undefined ? freshKeyState : keyItemSchema.parse(answer.Item);
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
  const refused = await putVersioned(table, modelKeyKey(fingerprint), itemOf(next), ttl);
  if (refused === null) return null;
  return refused.current === undefined ? freshKeyState : keyItemSchema.parse(refused.current);
};
