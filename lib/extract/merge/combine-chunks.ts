import { minimum } from '../candidates/minimum.ts';
import type { Answers, Candidate } from '../candidates/candidate.ts';
import type { Field } from '../schema/field.ts';
import { addAnswers, foldedField, type Compare } from './fold.ts';

const byIndex: Compare<number> = (a, b) => a - b;

/**
 * Answers of a page's chunks, in their order in the page, as the page's answer: by the rules by which a job's pages
 * are merged.
 * A value's evidence is that of the chunk it is from.
 */
export const combineChunks = (fields: readonly Field[], chunks: readonly Answers[]): Answers => {
  const placed = chunks.map((answers, place) => ({ place, answers }));
  const states = addAnswers({}, fields, placed, byIndex);
  return Object.fromEntries(
    fields.flatMap((field): [string, Candidate][] => {
      const folded = foldedField(field, Object.hasOwn(states, field.name) ? states[field.name] : undefined);
      if (folded === null) return [];
      const { candidate } = folded.from;
      const combined = { ...candidate, value: folded.value };
      if (folded.items === undefined) return [[field.name, combined]];
      const items = folded.items.map((item) => (item.grounded === 'ungrounded' ? null : item.evidence));
      const weakest = minimum(folded.items.map(({ confidence }) => confidence));
      const grounded = items.includes(null) ? 'ungrounded' : candidate.grounded;
      return [[field.name, { ...combined, confidence: weakest, grounded, items }]];
    }),
  );
};
