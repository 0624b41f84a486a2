import { getKeyState, putKeyState } from '../../store/models/model-key-state.ts';
import { listModelKeys } from '../../store/models/model-registry.ts';
import type { Table } from '../../store/table.ts';
import { wake } from '../../extract/llm/key-state.ts';

interface Dependencies {
  readonly table: Table;
  readonly now: () => number;
}

const isoOf = (at: number): string => new Date(at).toISOString();

/** Lists the keys of models by fingerprint: whether each may be used, and if not, until when and why. */
export const describeModelKeys = async ({ table, now }: Dependencies): Promise<object[]> => {
  const keys = await listModelKeys(table);
  return await Promise.all(
    keys.map(async ({ fingerprint, provider, seenAt }) => {
      const state = await getKeyState(table, fingerprint);
      const refused = Object.entries(state.refusals).filter(([, { until }]) => until > now());
      const coolsDown = state.cooldownUntil > now();
      const running = Object.values(state.leases).filter((until) => until > now()).length;
      return {
        fingerprint,
        provider,
        state: coolsDown ? 'resting' : refused.length > 0 ? 'refused' : 'free',
        ...(coolsDown
          ? { until: isoOf(state.cooldownUntil), reason: state.why ?? 'the provider asked for it' }
          : {}),
        refusedFor: refused.map(([model, { until, why }]) => ({ model, until: isoOf(until), reason: why })),
        running,
        lastUsedAt: isoOf(seenAt),
      };
    }),
  );
};

const triesMax = 10;

/** Makes a key that cools down or was refused usable at once; false if no key has that fingerprint. */
export const wakeModelKey = async ({ table, now }: Dependencies, fingerprint: string): Promise<boolean> => {
  const keys = await listModelKeys(table);
  if (!keys.some((key) => key.fingerprint === fingerprint)) return false;
  let state = await getKeyState(table, fingerprint);
  for (let attempt = 1; attempt <= triesMax; attempt += 1) {
    const current = await putKeyState(table, fingerprint, wake(state), now());
    if (current === null) return true;
    state = current;
  }
  throw new Error(`Cannot wake the key ${fingerprint}: ${triesMax} tries met another writer`);
};
