import type { Evidence } from '../candidates/candidate.ts';
import { readFieldIntent } from '../schema/field-intent.ts';
import type { JsonSchema } from '../schema/json-schema.ts';
import { mentionsField } from './find-subject.ts';
import type { GroundIndex } from './ground-index.ts';

interface Part {
  readonly name: string;
  readonly schema: JsonSchema;
}

/** Says whether a number or a text is so short that most pages hold it somewhere, whatever they are about. */
const isCommon = (value: string | number): boolean =>
  typeof value === 'number'
    ? Number.isInteger(value) && Math.abs(value) < commonBelow
    : value.trim().length <= commonCharacters && /^[\p{L}\p{N}]+$/u.test(value.trim());
const commonBelow = 100;
const commonCharacters = 2;

/**
 * Says whether a value is distinctive: a price beside a currency sign, or a code as written. It needs no word for the
 * field.
 */
const isTelling = ({ quote }: Evidence, { name }: Part, value: string | number): boolean => {
  if (quote === null) return false;
  if (typeof value === 'string') return /\p{Lu}/u.test(value) && quote.includes(value);
  return /\p{Sc}|円|\b[A-Z]{3}\b/u.test(quote) && isMoney(name);
};

const isMoney = (name: string): boolean =>
  readFieldIntent({ name, description: '' }).senses.some(({ concepts }) =>
    concepts.some(({ kind }) => kind === 'money'),
  );

/**
 * Says whether a model's value stands in a page by chance: it is common, and the page has no word for the field. A
 * year, a price of three figures and a word of three letters are looked for unchanged.
 */
export const isByChance = (
  index: GroundIndex,
  part: Part,
  value: string | number,
  evidence: Evidence,
): boolean => isCommon(value) && !isTelling(evidence, part, value) && !mentionsField(index, part);
