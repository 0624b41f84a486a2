import { createHash } from 'node:crypto';
import {
  getModelCapabilities,
  putModelCapabilities,
  type LearnedCapabilities,
} from '../../store/models/model-capabilities.ts';
import type { Table } from '../../store/table.ts';
import { limits } from '../../limits/limits.ts';
import type { ModelChoice } from '../../extract/llm/model-choice.ts';
import { assumedCapabilities, type ModelCapabilities } from '../../extract/llm/model-capabilities.ts';
import type { CapabilityCache } from '../../extract/llm/capability-cache.ts';

const modelsKept = 1_000;
/** Questions in a row that the strongest form did not answer. */
const doubtsMax = 3;
/** How long the cache trusts that nothing was learned of a model. */
const unknownMs = 60_000;

const idOf = ({ baseUrl, model }: ModelChoice): string =>
  createHash('sha256').update(`${baseUrl}\n${model}`).digest('hex').slice(0, 24);

export const createCapabilityCache = (table: Table, now: () => number): CapabilityCache => {
  const known = new Map<string, LearnedCapabilities>();
  const doubts = new Map<string, number>();
  const note = (id: string, learned: LearnedCapabilities): ModelCapabilities => {
    if (known.size >= modelsKept) known.clear();
    known.set(id, learned);
    return learned.capabilities;
  };
  const learn = async (choice: ModelChoice, capabilities: ModelCapabilities): Promise<void> => {
    const learned = { capabilities, until: now() + limits.modelCapabilitiesMs };
    doubts.delete(idOf(choice));
    note(idOf(choice), learned);
    await putModelCapabilities(table, idOf(choice), learned);
  };
  return {
    of: async (choice) => {
      const id = idOf(choice);
      const seen = known.get(id);
      if (seen !== undefined && seen.until > now()) return seen.capabilities;
      const learned = await getModelCapabilities(table, id, now());
      return note(id, learned ?? { capabilities: assumedCapabilities(choice), until: now() + unknownMs });
    },
    learn,
    note: async (choice, capabilities, form) => {
      const id = idOf(choice);
      const count = form === capabilities.form ? 0 : (doubts.get(id) ?? 0) + 1;
      if (doubts.size >= modelsKept) doubts.clear();
      doubts.set(id, count);
      if (count >= doubtsMax) await learn(choice, { ...capabilities, form });
    },
  };
};
