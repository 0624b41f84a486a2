import type { SourceKind } from './candidate.ts';
import { normalText } from '../schema/normal-text.ts';
import { numbersIn } from '../schema/number-in-text.ts';
import { canonicalJson, type Json } from '../schema/json.ts';
import type { ConceptKind } from '../schema/vocabulary.ts';

/** A value that one source of a page has for a field. */
export interface SourceCandidate {
  readonly value: Json;
  readonly confidence: number;
  readonly kind: SourceKind;
  readonly conceptKind: ConceptKind;
  readonly where: string | null;
  readonly quote: string | null;
}

/** How much a source is trusted. Sources for machines count as a whole, those for people by their label. */
export const trustIn: Readonly<Record<SourceKind, number>> = {
  'json-ld': 0.98,
  microdata: 0.97,
  rdfa: 0.97,
  infobox: 0.94,
  'key-value': 0.9,
  'open-graph': 0.88,
  meta: 0.88,
  link: 0.82,
  text: 0.8,
  model: 0,
};

/** A field whose best candidate is less sure is left to a model. */
export const confidenceMin = 0.7;

/** Says whether two texts write the same number, and the same currency where both name one: `1249.00`, `€1,249.00`. */
const isSameNumber = (a: string, b: string): boolean => {
  const [first, ...moreOfFirst] = numbersIn(a);
  const [second, ...moreOfSecond] = numbersIn(b);
  if (first === undefined || second === undefined || moreOfFirst.length + moreOfSecond.length > 0)
    return false;
  const isOtherMoney =
    first.currency !== null && second.currency !== null && first.currency !== second.currency;
  return !isOtherMoney && first.readings.some((reading) => second.readings.includes(reading));
};

const isAlike = (a: Json, b: Json, kind: ConceptKind): boolean => {
  if (typeof a !== 'string' || typeof b !== 'string') return canonicalJson(a) === canonicalJson(b);
  if ((kind === 'money' || kind === 'number') && isSameNumber(a, b)) return true;
  const [first, second] = [normalText(a).text, normalText(b).text];
  return first.includes(second) || second.includes(first);
};

/**
 * The factor that a contradiction leaves of a confidence. Sources may word a text differently, but a number is one or
 * the other.
 */
const contradicted: Readonly<Record<ConceptKind, number>> = {
  prose: 1,
  image: 1,
  url: 1,
  site: 0.7,
  list: 1,
  text: 0.7,
  duration: 0.7,
  money: 0.6,
  number: 0.6,
  date: 0.6,
  availability: 0.6,
};

const isDay = (a: Json, b: Json): boolean =>
  typeof a === 'string' && typeof b === 'string' && a.slice(0, 10) === b.slice(0, 10);

/** Returns the best candidate of a field, less sure if another likely one contradicts it; null if there is none. */
export const bestCandidate = (candidates: readonly SourceCandidate[]): SourceCandidate | null => {
  const [best, ...others] = [...candidates].sort((a, b) => b.confidence - a.confidence);
  if (best === undefined) return null;
  // A less trusted source with other words does not contradict a text; with another number it contradicts a number.
  const isWorded = best.conceptKind === 'text' || best.conceptKind === 'duration';
  const least = isWorded ? 0.92 * best.confidence : 0.55;
  const isContradicted = others.some(
    ({ value, confidence, conceptKind }) =>
      confidence >= least &&
      !isAlike(best.value, value, conceptKind) &&
      !(conceptKind === 'date' && isDay(best.value, value)),
  );
  return isContradicted ? { ...best, confidence: best.confidence * contradicted[best.conceptKind] } : best;
};
