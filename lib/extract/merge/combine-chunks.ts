import { minimum } from '../candidates/minimum.ts';
import type { Answers, Candidate } from '../candidates/candidate.ts';
import type { Field } from '../schema/field.ts';
import { canonicalJson } from '../schema/json.ts';
import { addAnswers, foldedField, type Compare } from './fold.ts';

const byIndex: Compare<number> = (a, b) => a - b;

/** Returns why the value of one part of the page loses to another, in the order in which values are trusted. */
const whyLost = (won: Candidate, lost: Candidate): string => {
  if (lost.grounded === 'ungrounded' && won.grounded !== 'ungrounded')
    return 'another part of the page gives it, and it does not stand there';
  return lost.confidence < won.confidence
    ? 'another part of the page says it, and it is less sure'
    : 'a later part of the page says it';
};

/** Returns the other values of the page's parts, each once, behind the alternatives of the winner's own part. */
const alternativesOf = (won: Candidate, losing: readonly Candidate[]): Pick<Candidate, 'alternatives'> => {
  const seen = new Set([canonicalJson(won.value)]);
  const others = losing.flatMap((lost) => {
    const key = canonicalJson(lost.value);
    if (seen.has(key)) return [];
    seen.add(key);
    const { kind, where } = lost.evidence;
    return [{ value: lost.value, kind, where, why: whyLost(won, lost) }];
  });
  const all = [...(won.alternatives ?? []), ...others];
  return all.length === 0 ? {} : { alternatives: all };
};

/**
 * Combines the answers of a page's chunks, in page order, by the rules that merge a job's pages. A value's evidence
 * comes from its chunk.
 */
export const combineChunks = (fields: readonly Field[], chunks: readonly Answers[]): Answers => {
  const placed = chunks.map((answers, place) => ({ place, answers }));
  const states = addAnswers({}, fields, placed, byIndex);
  return Object.fromEntries(
    fields.flatMap((field): [string, Candidate][] => {
      const folded = foldedField(
        field,
        Object.hasOwn(states, field.name) ? states[field.name] : undefined,
        byIndex,
      );
      if (folded === null) return [];
      const { candidate } = folded.from;
      const losing = folded.losing.map((offer) => offer.candidate);
      const combined = { ...candidate, ...alternativesOf(candidate, losing), value: folded.value };
      if (folded.items === undefined) {
        // Some properties of an object may come from another chunk, which only guessed them.
        const others = Object.values(folded.filled ?? {}).map((offer) => offer.candidate.grounded);
        const isGuessed = others.includes('ungrounded');
        return [[field.name, isGuessed ? { ...combined, grounded: 'ungrounded' } : combined]];
      }
      const items = folded.items.map((item) => (item.grounded === 'ungrounded' ? null : item.evidence));
      const weakest = minimum(folded.items.map(({ confidence }) => confidence));
      const grounded = items.includes(null) ? 'ungrounded' : candidate.grounded;
      return [[field.name, { ...combined, confidence: weakest, grounded, items }]];
    }),
  );
};
