import { createHash } from 'node:crypto';
import { getModelTraits, putModelTraits, type LearnedTraits } from '../../aws/model-traits.ts';
import type { Table } from '../../aws/table.ts';
import { limits } from '../../limits.ts';
import type { ModelChoice } from './model-choice.ts';
import { assumedTraits, type ModelTraits } from './model-traits.ts';

/** What models take: learned once from their refusals, by whichever function meets one, and kept for a day. */
export interface TraitsBook {
  of(choice: ModelChoice): Promise<ModelTraits>;
  learn(choice: ModelChoice, traits: ModelTraits): Promise<void>;
}

const modelsKept = 1_000;
/** That nothing was learned of a model is believed this long. */
const unknownMs = 60_000;

const idOf = ({ baseUrl, model }: ModelChoice): string =>
  createHash('sha256').update(`${baseUrl}\n${model}`).digest('hex').slice(0, 24);

export const openTraits = (table: Table, now: () => number): TraitsBook => {
  const known = new Map<string, LearnedTraits>();
  const note = (id: string, learned: LearnedTraits): ModelTraits => {
    if (known.size >= modelsKept) known.clear();
    known.set(id, learned);
    return learned.traits;
  };
  return {
    of: async (choice) => {
      const id = idOf(choice);
      const seen = known.get(id);
      if (seen !== undefined && seen.until > now()) return seen.traits;
      const learned = await getModelTraits(table, id, now());
      return note(id, learned ?? { traits: assumedTraits(choice), until: now() + unknownMs });
    },
    learn: async (choice, traits) => {
      const learned = { traits, until: now() + limits.modelTraitsMs };
      note(idOf(choice), learned);
      await putModelTraits(table, idOf(choice), learned);
    },
  };
};
