import { createHash } from 'node:crypto';
import { getModelTraits, putModelTraits, type LearnedTraits } from '../../store/models/model-traits.ts';
import type { Table } from '../../store/table.ts';
import { limits } from '../../limits/limits.ts';
import type { ModelChoice } from '../../extract/llm/model-choice.ts';
import { assumedTraits, type ModelTraits } from '../../extract/llm/model-traits.ts';
import type { TraitsBook } from '../../extract/llm/traits-book.ts';

const modelsKept = 1_000;
/** Questions in a row that the strongest form did not answer. */
const doubtsMax = 3;
/** That nothing was learned of a model is believed this long. */
const unknownMs = 60_000;

const idOf = ({ baseUrl, model }: ModelChoice): string =>
  createHash('sha256').update(`${baseUrl}\n${model}`).digest('hex').slice(0, 24);

export const openTraits = (table: Table, now: () => number): TraitsBook => {
  const known = new Map<string, LearnedTraits>();
  const doubts = new Map<string, number>();
  const note = (id: string, learned: LearnedTraits): ModelTraits => {
    if (known.size >= modelsKept) known.clear();
    known.set(id, learned);
    return learned.traits;
  };
  const learn = async (choice: ModelChoice, traits: ModelTraits): Promise<void> => {
    const learned = { traits, until: now() + limits.modelTraitsMs };
    doubts.delete(idOf(choice));
    note(idOf(choice), learned);
    await putModelTraits(table, idOf(choice), learned);
  };
  return {
    of: async (choice) => {
      const id = idOf(choice);
      const seen = known.get(id);
      if (seen !== undefined && seen.until > now()) return seen.traits;
      const learned = await getModelTraits(table, id, now());
      return note(id, learned ?? { traits: assumedTraits(choice), until: now() + unknownMs });
    },
    learn,
    note: async (choice, traits, form) => {
      const id = idOf(choice);
      const count = form === traits.form ? 0 : (doubts.get(id) ?? 0) + 1;
      if (doubts.size >= modelsKept) doubts.clear();
      doubts.set(id, count);
      if (count >= doubtsMax) await learn(choice, { ...traits, form });
    },
  };
};
