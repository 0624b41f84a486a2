import type { Evidence } from '../candidates/candidate.ts';
import { readFieldIntent } from '../schema/field-intent.ts';
import type { JsonSchema } from '../schema/json-schema.ts';
import { mentionsField } from './find-subject.ts';
import type { GroundIndex } from './ground-index.ts';

interface Part {
  readonly name: string;
  readonly schema: JsonSchema;
}

/** Numbers and texts so short that most pages hold them somewhere, of whatever they speak. */
const isCommon = (value: string | number): boolean =>
  typeof value === 'number'
    ? Number.isInteger(value) && Math.abs(value) < commonBelow
    : value.trim().length <= commonCharacters && /^[\p{L}\p{N}]+$/u.test(value.trim());
const commonBelow = 100;
const commonCharacters = 2;

/** A price beside a sign of money, and a code as it is written, are no chance: they need no word for it. */
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
 * Whether what a model says stands in a page by chance: it is common, and the page does not speak of the field.
 * A year, a price of three figures and a word of three letters are looked for as they are.
 */
export const isByChance = (
  index: GroundIndex,
  part: Part,
  value: string | number,
  evidence: Evidence,
): boolean => isCommon(value) && !isTelling(evidence, part, value) && !mentionsField(index, part);
