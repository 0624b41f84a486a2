import type { Answers } from '../candidates/candidate.ts';
import { smallNumbers } from '../grounding/ground-index.ts';
import { readFieldIntent } from '../schema/field-intent.ts';
import type { Field } from '../schema/field.ts';
import { isJsonList, isJsonObject, type Json } from '../schema/json.ts';
import { normalText } from '../schema/normal-text.ts';
import { numbersIn } from '../schema/number-in-text.ts';
import { splitWords } from '../schema/words.ts';

/** Words behind `one` that show it is no count: `one of`, `one to the next`. */
const idle =
  'a after and another as at before by can could day for from has have in is may must of on or ' +
  'should that the to was were which who will with would';
const countless = idle.replaceAll(' ', '|');
const plainly = smallNumbers.filter((word) => word !== 'one').join('|');
const numberWord = new RegExp(`\\b(?:${plainly}|one(?=\\s+(?!(?:${countless})\\b)\\p{L}))\\b`, 'iu');

const hasNumber = (text: string): boolean => /\p{N}/u.test(text) || numberWord.test(text);

/**
 * Says whether a text may hold a value of a field, so that it is worth a model's tokens. Only plausible values that
 * stand in a page are delivered (`grounding.ts`, `plausible.ts`): for a text without numbers, an answer to "how many"
 * would not be kept.
 */
const mayHold = ({ name, description, type, schema }: Field, text: string): boolean => {
  // A choice among given values need not stand in the page.
  if (schema['enum'] !== undefined || schema['const'] !== undefined) return true;
  if (type === 'number' || type === 'integer' || type === 'list[number]') return hasNumber(text);
  if (type !== 'string') return true;
  const { format } = schema;
  const { senses } = readFieldIntent({ name, description });
  const concepts = new Set(senses.flatMap((sense) => sense.concepts.map(({ key }) => key)));
  if (format === 'email' || concepts.has('email')) return text.includes('@');
  if (concepts.has('telephone') || concepts.has('fax')) return text.replace(/\P{Nd}/gu, '').length >= 5;
  if (format === 'date' || format === 'date-time') return /\p{N}/u.test(text);
  return true;
};

/**
 * Says whether a text may hold a value of one of the fields; always true if no field is named, or if guesses are
 * wanted.
 */
export const isWorthAsking = (
  fields: readonly Field[],
  text: string,
  { groundedOnly }: { readonly groundedOnly: boolean },
): boolean => !groundedOnly || fields.length === 0 || fields.some((field) => mayHold(field, text));

/** A shorter paragraph may stand twice for a reason, such as a price in two places. */
const paragraphCharactersMin = 80;
/** A longer line says more than a value. */
const lineCharactersMax = 160;

/** What a page answers by itself. */
interface Known {
  /** Whole values, and labels of them, by their words: a part of a value may be another value. */
  readonly phrases: ReadonlySet<string>;
  readonly numbers: ReadonlySet<number>;
}

const wordsOf = (text: string): string[] => splitWords(normalText(text).text);

/** Returns the known answers, and the names by which pages label them. */
export const knownWords = (answers: Answers, fields: readonly Field[]): Known => {
  const phrases = new Set<string>();
  const numbers = new Set<number>();
  const add = (value: Json): void => {
    if (typeof value === 'number') numbers.add(value);
    else if (typeof value === 'string' && value.length <= lineCharactersMax) {
      phrases.add(wordsOf(value).join(' '));
      for (const { readings } of numbersIn(value)) for (const reading of readings) numbers.add(reading);
    } else if (isJsonList(value)) value.forEach(add);
    else if (isJsonObject(value)) Object.values(value).forEach(add);
  };
  for (const field of fields) {
    const answer = Object.hasOwn(answers, field.name) ? answers[field.name] : undefined;
    if (answer === undefined) continue;
    add(answer.value);
    add(field.name);
    for (const { concepts } of readFieldIntent(field).senses)
      for (const { names } of concepts) for (const name of names) add(name);
  }
  return { phrases, numbers };
};

/** Says whether known phrases and numbers follow each other in these words, and nothing else. */
const isMadeOf = (words: readonly string[], { phrases }: Known, hasNumbers: boolean): boolean => {
  let at = 0;
  while (at < words.length) {
    let to = words.length;
    while (to > at && !phrases.has(words.slice(at, to).join(' '))) to -= 1;
    if (to === at && !(hasNumbers && /^[\d.,]+$/.test(words[at] ?? ''))) return false;
    at = Math.max(to, at + 1);
  }
  return words.length > 0;
};

/** Signs that say something beside a number: its currency or unit. Words and numbers do not hold them. */
const unitSigns = /[\p{Sc}%‰°]/u;

/** Says whether a line holds only known values and their labels. */
const isKnownLine = (line: string, known: Known, mayAskSigns: boolean): boolean => {
  if (line.length > lineCharactersMax || /^\s*#/.test(line) || /^[\s|:-]*$/.test(line)) return false;
  if (mayAskSigns && unitSigns.test(line)) return false;
  const said = numbersIn(line).map(({ readings }) => readings.some((reading) => known.numbers.has(reading)));
  return said.every((isNumberKnown) => isNumberKnown) && isMadeOf(wordsOf(line), known, said.length > 0);
};

/**
 * Returns the text of a chunk that a model has to read for open fields: without paragraphs that stood in the page
 * before, and, if each field has one value, without lines of only known values and their labels. Code stays unchanged.
 * While a text is open, lines with the sign of a currency or unit stay: it may be what the field asks for.
 */
export const unknownText = (text: string, open: readonly Field[], known: Known): string => {
  if (/^\s{0,3}(?:```|~~~)/m.test(text)) return text;
  const mayAskSigns = open.some(({ type }) => type === 'string');
  const isScalar = open.length > 0 && open.every(({ type }) => scalars.has(type));
  const said = new Set<string>();
  const isNew = (paragraph: string): boolean => {
    const words = paragraph.trim();
    if (words.length < paragraphCharactersMin || /^(?:[|#>*+-]|\d+[.)])/.test(words)) return true;
    const isFirst = !said.has(words);
    said.add(words);
    return isFirst;
  };
  return text
    .split(/(?<=\n)\n+/)
    .filter(isNew)
    .map((paragraph) =>
      isScalar
        ? paragraph
            .split(/(?<=\n)/)
            .filter((line) => !isKnownLine(line, known, mayAskSigns))
            .join('')
        : paragraph,
    )
    .filter((paragraph) => paragraph.trim() !== '')
    .join('\n');
};

const scalars: ReadonlySet<Field['type']> = new Set(['string', 'number', 'integer', 'boolean']);
