import type { Table } from '../../store/table.ts';
import type { ModelDependencies } from '../../extract/llm/ask-model.ts';
import { parseModelKeys } from '../../extract/llm/model-keys.ts';
import { createModelKeyPool } from './create-model-key-pool.ts';
import { createCapabilityCache } from './create-capability-cache.ts';
import type { Log } from '../../log.ts';

export interface ModelsAt {
  readonly table: Table;
  /** Reads the secret that holds the keys (`model-keys.ts`). */
  readonly readSecret: () => Promise<string>;
  readonly now: () => number;
  readonly random: () => number;
  readonly sleep: (ms: number) => Promise<void>;
  readonly log: Log;
}

/** Opens what is needed to ask models, once for a sandbox. */
export const openModels = (at: ModelsAt): ModelDependencies => ({
  now: at.now,
  random: at.random,
  sleep: at.sleep,
  log: at.log,
  keys: createModelKeyPool({ ...at, readKeys: async () => parseModelKeys(await at.readSecret()) }),
  capabilities: createCapabilityCache(at.table, at.now),
});
