import { randomUUID } from 'node:crypto';
import { getKeyState, putKeyState } from '../../store/models/model-key-state.ts';
import { registerModelKey } from '../../store/models/model-registry.ts';
import type { Table } from '../../store/table.ts';
import { limits } from '../../limits/limits.ts';
import {
  comeBack,
  giveLease,
  takeLease,
  type KeyState,
  type KeyVerdict,
  type Taking,
} from '../../extract/llm/key-state.ts';
import type { KeyLease, ModelKeyPool } from '../../extract/llm/model-key-pool.ts';
import type { ModelChoice } from '../../extract/llm/model-choice.ts';
import { keyFingerprint, type ModelKeys } from '../../extract/llm/model-keys.ts';
import type { Log } from '../../log.ts';

export interface ModelKeyPoolDependencies {
  readonly table: Table;
  /** Reads the keys; called again every few minutes. */
  readonly readKeys: () => Promise<ModelKeys>;
  readonly now: () => number;
  readonly random: () => number;
  readonly sleep: (ms: number) => Promise<void>;
  readonly log: Log;
}

const triesMax = 50;
/** A key that was refused or rested is checked again after this time, because somebody may have fixed it. */
const trustMs = 30_000;
/** The key for a server without keys; the SDK requires one. */
const noKey = 'none';
const pollMs = 150;
const registerMs = 10 * 60 * 1_000;

interface Seen {
  readonly state: KeyState;
  readonly at: number;
}

type Exhausted = Extract<KeyLease, { kind: 'exhausted' }> & {
  /** The key that may be used first. */
  readonly first: { readonly fingerprint: string; readonly until: number } | null;
};
type Taken = Extract<KeyLease, { kind: 'held' }> | Exhausted;

/** Changes the states of keys. Each write holds only if no other function changed the state since. */
const openStates = ({ table, now, random, sleep }: ModelKeyPoolDependencies) => {
  const seen = new Map<string, Seen>();
  const note = (fingerprint: string, state: KeyState): KeyState => {
    seen.set(fingerprint, { state, at: now() });
    return state;
  };
  const read = async (fingerprint: string): Promise<KeyState> =>
    note(fingerprint, await getKeyState(table, fingerprint));

  const take = async (
    fingerprint: string,
    lease: string,
    { keyConcurrency: concurrency, model }: ModelChoice,
  ): Promise<Taking> => {
    const known = seen.get(fingerprint);
    let state = known?.state ?? (await read(fingerprint));
    let isFresh = known === undefined;
    for (let attempt = 1; attempt <= triesMax; attempt += 1) {
      const at = now();
      const taking = takeLease(state, { lease, concurrency, model, now: at });
      if (taking.kind === 'taken') {
        const current = await putKeyState(table, fingerprint, taking.state, at);
        if (current === null) {
          note(fingerprint, taking.state);
          return taking;
        }
        state = note(fingerprint, current);
        isFresh = true;
        if (attempt > 3) await sleep(random() * 10 * attempt);
        continue;
      }
      const isTrusted = taking.kind !== 'busy' && known !== undefined && at - known.at < trustMs;
      if (isFresh || isTrusted) return taking;
      state = await read(fingerprint);
      isFresh = true;
    }
    return { kind: 'busy', until: now() + pollMs };
  };

  /** Writes what `step` makes of a key's state. If another function wrote first, it computes again. */
  const change = async <Result extends { readonly state: KeyState }>(
    fingerprint: string,
    step: (state: KeyState, at: number) => Result,
  ): Promise<Result> => {
    let state = seen.get(fingerprint)?.state ?? (await read(fingerprint));
    for (let attempt = 1; attempt <= triesMax; attempt += 1) {
      const result = step(state, now());
      const current = await putKeyState(table, fingerprint, result.state, now());
      state = note(fingerprint, current ?? result.state);
      if (current === null) return result;
      if (attempt > 3) await sleep(random() * 10 * attempt);
    }
    throw new Error(`Cannot change the state of a key: ${triesMax} tries met another writer`);
  };

  return { take, change };
};

/** Records which keys are used, for those who list keys; once in a while is enough. */
const createRegister = ({ table, now, log }: ModelKeyPoolDependencies) => {
  const registered = new Map<string, number>();
  return (fingerprint: string, provider: string): void => {
    const at = now();
    if (at - (registered.get(fingerprint) ?? 0) < registerMs) return;
    registered.set(fingerprint, at);
    registerModelKey(table, { fingerprint, provider, seenAt: at }).catch((error: unknown) => {
      registered.delete(fingerprint);
      log('model key not registered', { key: fingerprint, error: String(error) });
    });
  };
};

/** Gives a key back with what was seen of it. */
const createRelease =
  ({ log }: ModelKeyPoolDependencies, states: ReturnType<typeof openStates>) =>
  async (fingerprint: string, lease: string, verdict: KeyVerdict): Promise<void> => {
    try {
      await states.change(fingerprint, (state, at) => ({ state: giveLease(state, lease, verdict, at) }));
    } catch (error) {
      // The answer is there and was paid for. The lease runs out by itself.
      log('model key not released', { key: fingerprint, error: String(error) });
    }
  };

/** Sends the question back behind those that were put off before it, unless every key is refused. */
const requeue = async (
  states: ReturnType<typeof openStates>,
  choice: ModelChoice,
  taken: Exhausted,
): Promise<KeyLease> => {
  const { first, until, keys, refused, why } = taken;
  if (first === null || refused === keys) return { kind: 'exhausted', until, keys, refused, why };
  const concurrency = choice.keyConcurrency;
  const told = await states.change(first.fingerprint, (state, at) =>
    comeBack(state, { concurrency, now: at }),
  );
  return { kind: 'exhausted', until: told.until, keys, refused, why };
};

export const createModelKeyPool = (dependencies: ModelKeyPoolDependencies): ModelKeyPool => {
  const { now, random, sleep } = dependencies;
  const states = openStates(dependencies);
  let cached: { readonly keys: Promise<ModelKeys>; readonly at: number } | null = null;
  let turn = Math.floor(random() * 1_000);
  const register = createRegister(dependencies);

  const readKeys = async (): Promise<ModelKeys> => {
    if (cached === null || now() - cached.at >= limits.modelKeysCacheMs) {
      cached = { keys: dependencies.readKeys(), at: now() };
    }
    try {
      return await cached.keys;
    } catch (error) {
      cached = null;
      throw error;
    }
  };

  const release = createRelease(dependencies, states);

  /**
   * Takes the first free key, starting with another one each time. If none is free, names the one that is free first.
   */
  const takeAny = async (choice: ModelChoice, keys: readonly string[]): Promise<Taken> => {
    const lease = randomUUID();
    let first: { readonly fingerprint: string; readonly until: number } | null = null;
    let refused = 0;
    let why: string | null = null;
    let limited: string | null = null;
    turn += 1;
    for (let index = 0; index < keys.length; index += 1) {
      const key = keys[(turn + index) % keys.length] ?? '';
      const fingerprint = keyFingerprint(choice.baseUrl, key);
      register(fingerprint, choice.provider);
      const taking = await states.take(fingerprint, lease, choice);
      if (taking.kind === 'taken') {
        const give = (verdict: KeyVerdict): Promise<void> => release(fingerprint, lease, verdict);
        return { kind: 'held', leased: { key, fingerprint, release: give } };
      }
      if (taking.kind === 'refused') {
        refused += 1;
        why ??= taking.why;
      }
      if (taking.kind === 'cooling') limited ??= taking.why ?? null;
      // A lease is usually given back long before it runs out.
      const until = taking.kind === 'busy' ? now() + pollMs : taking.until;
      if (first === null || until < first.until) first = { fingerprint, until };
    }
    return {
      kind: 'exhausted',
      until: first?.until ?? Number.POSITIVE_INFINITY,
      first,
      keys: keys.length,
      refused,
      why: why ?? limited,
    };
  };

  return {
    providers: async () => new Set(Object.keys(await readKeys())),
    lease: async (choice) => {
      const keys = choice.isKeyless ? [noKey] : ((await readKeys())[choice.provider] ?? []);
      const patience = now() + limits.modelKeyPatienceMs;
      for (;;) {
        const taken = await takeAny(choice, keys);
        if (taken.kind === 'held') return taken;
        if (taken.until > patience || now() >= patience) return await requeue(states, choice, taken);
        await sleep(Math.max(pollMs, taken.until - now()) * (1 + random() / 2));
      }
    },
  };
};
