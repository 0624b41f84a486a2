import type { Evidence } from '../candidates/candidate.ts';
import { readFieldIntent } from '../schema/field-intent.ts';
import type { JsonSchema } from '../schema/json-schema.ts';
import { normalText } from '../schema/normal-text.ts';
import { parseNumber } from '../schema/number-in-text.ts';
import { conceptsNamed, type Concept } from '../schema/vocabulary.ts';
import { splitWords } from '../schema/words.ts';
import { mentionsField, subjectWords } from './find-subject.ts';
import {
  evidenceAt,
  findNumberPlaces,
  findPlaces,
  type GroundIndex,
  type ValuePlace,
} from './ground-index.ts';
import { wordsAround } from './lines-of-part.ts';

interface Part {
  readonly name: string;
  readonly schema: JsonSchema;
  /** Texts of the other members of the same object. */
  readonly beside?: readonly string[];
}

/**
 * What the place of a model's value says of it:
 * - `told`: the value is too long to stand there by chance, or a place of it is about the field.
 * - `stray`: the page holds the value, but not beside words of the field.
 * - `chance`: nearly every page holds the value, and this one has no word for the field.
 */
export type Telling =
  | { readonly kind: 'told'; readonly evidence: Evidence }
  | { readonly kind: 'stray' | 'chance' };

/**
 * Below this, a whole number stands in most pages, and in many; up to so many characters, a word does. A word in a
 * script without spaces says more with fewer characters.
 */
const chance = {
  most: { number: 100, characters: 2 },
  many: { number: 1_000, characters: 3 },
} as const;

const isShort = (
  value: string | number,
  { number, characters }: (typeof chance)['most' | 'many'],
): boolean => {
  if (typeof value === 'number') return Number.isInteger(value) && Math.abs(value) < number;
  const text = value.trim();
  const most = /\p{Lo}/u.test(text) ? characters - 1 : characters;
  return text.length <= most && /^[\p{L}\p{N}]+$/u.test(text);
};

const isOfMoney = (concepts: readonly Concept[]): boolean => concepts.some(({ kind }) => kind === 'money');

/** Words of names that ask for an amount of money, besides those of `vocabulary.json`. */
const amounts: ReadonlySet<string> = new Set(
  'amount balance budget deposit discount fare fee preis prix precio rebate reduction rent saving'.split(' '),
);
/** Words of names that ask for something else, whatever they ask it of: `price_count`. */
const otherwise: ReadonlySet<string> = new Set('count number percent percentage day month year'.split(' '));

/** Says whether a name asks for an amount of money, of whatever kind: `price`, `old_price`, `savings`. */
const isMoney = (name: string): boolean => {
  if (readFieldIntent({ name, description: '' }).senses.some(({ concepts }) => isOfMoney(concepts)))
    return true;
  const words = splitWords(name);
  return (
    words.some((word) => amounts.has(word) || isOfMoney(conceptsNamed(word))) &&
    !words.some((word) => otherwise.has(word))
  );
};

/** Words of names that ask for a share of a hundred. */
const shares: ReadonlySet<string> = new Set(
  'apr apy discount margin percent percentage pct prozent rabatt rate reduction rebate saving share'.split(
    ' ',
  ),
);
const isShare = (name: string): boolean => splitWords(name).some((word) => shares.has(word));

/** Characters between a price and its currency, or a value and its label. */
const reach = 6;

/**
 * Says whether a value needs no word for the field where it stands: a price beside a currency, a share beside `%`, or a
 * code or a name as it is written.
 */
const isTelling = (
  { part: { original }, start, end }: ValuePlace,
  name: string,
  value: string | number,
): boolean => {
  if (typeof value === 'string')
    return (
      /\p{Lu}/u.test(value) && !common.has(value.toLowerCase()) && original.slice(start, end) === value.trim()
    );
  const before = original.slice(Math.max(0, start - reach), start);
  if (/^\s?%/.test(original.slice(end, end + reach)) && isShare(name)) return true;
  const beside = `${before} ${original.slice(start, end + reach)}`;
  return /\p{Sc}|円|\b[A-Z]{3}\b/u.test(beside) && isMoney(name);
};

/** Words of up to three letters that sentences are made of. */
const common: ReadonlySet<string> = new Set(
  (
    'a i an as at by do go he if in is it me my no of on or so to up us we all and any are but can day did for get ' +
    'had has her him his how its let may new not now off old one our out own say see she the too try two use was ' +
    'way who why yes yet you der die das ein und les des une est los las por que con del'
  ).split(' '),
);

/** What stands before and after a value that is all a label or a cell of a table says. */
const alone = { before: /[:：|][*_ \t]*$/u, after: /^[*_ \t]*(?:[|\n]|$)/u } as const;

/** Says whether a word is only a part of a sentence or a name there. */
const isInSentence = (
  { part: { kind, original }, start, end }: ValuePlace,
  value: string | number,
): boolean =>
  typeof value === 'string' &&
  common.has(value.trim().toLowerCase()) &&
  kind === 'text' &&
  !(
    alone.before.test(original.slice(Math.max(0, start - reach), start)) &&
    alone.after.test(original.slice(end, end + reach))
  );

/** Words of names that do not say what is counted. */
const vague: ReadonlySet<string> = new Set(
  'number count total amount quantity how many much when where why my our you your we us'.split(' '),
);

/** Returns the words by which a place would be about a field; none if its names are too vague to look for. */
const tellingWords = ({ name, schema }: Part): string[] => {
  const subject = subjectWords(name, schema);
  if (subject.length === 0) return [];
  // A field may be called `pages`, which says nothing of a page as a whole, but much right beside a number.
  const words = [...splitWords(name).filter((word) => word.length > 2), ...subject];
  const precise = words.filter((word) => !vague.has(word));
  return precise.length > 0 ? precise : words;
};

/** Says whether two words are forms of one: `employee` and `employs`, `Zimmer` and `Zimmerzahl`. */
const isAlike = (a: string, b: string): boolean => {
  if (a === b) return true;
  const [short, long] = a.length <= b.length ? [a, b] : [b, a];
  if (short.length >= 5 || /\p{Lo}/u.test(short)) return long.includes(short) || isSameStem(short, long);
  return short.length >= 4 && isSameStem(short, long);
};

const isSameStem = (short: string, long: string): boolean =>
  long.startsWith(short.slice(0, Math.max(4, short.length - 2)));

/** The text around a place, and its words. */
interface Around {
  readonly text: string;
  readonly words: readonly string[];
}

/** What was read around places of a page, by their offsets: several values may stand in one place. */
const readPlaces = new WeakMap<GroundIndex, Map<number, Around>>();

const readAround = (index: GroundIndex, place: ValuePlace): Around => {
  const known = readPlaces.get(index) ?? new Map<number, Around>();
  readPlaces.set(index, known);
  const { part, start } = place;
  const at = part.from + start;
  const seen = known.get(at);
  if (seen !== undefined) return seen;
  const text =
    part.kind === 'text'
      ? wordsAround(part, place)
      : `${part.label ?? ''} ${part.original.slice(0, aroundCharacters)}`;
  const around = { text, words: splitWords(text) };
  known.set(at, around);
  return around;
};

/** Characters of a value outside the text that are about the same thing. */
const aroundCharacters = 400;

/** Says whether a place is about a field: a word of it is around the place, or another member of the same object. */
const isAbout = (
  index: GroundIndex,
  place: ValuePlace,
  words: readonly string[],
  { beside = [] }: Part,
): boolean => {
  const around = readAround(index, place);
  if (words.some((word) => around.words.some((other) => isAlike(word, other)))) return true;
  if (beside.length === 0) return false;
  const normal = normalText(around.text).text;
  return beside.some((other) => normal.includes(other));
};

const placesOf = (index: GroundIndex, value: string | number): readonly ValuePlace[] => {
  if (typeof value === 'number') return findNumberPlaces(index, value);
  const places = findPlaces(index, value);
  const number = places.length > 0 ? null : parseNumber(value, null);
  return number === null ? places : findNumberPlaces(index, number.value);
};

/**
 * Says what the places of a model's value say of it. A year, a price of four figures and a word of four letters are
 * looked for unchanged. `evidence` is that of the value's first place.
 */
export const tellPlace = (
  index: GroundIndex,
  part: Part,
  value: string | number,
  evidence: Evidence,
): Telling => {
  if (!isShort(value, chance.many)) return { kind: 'told', evidence };
  const words = tellingWords(part);
  if (words.length === 0) return { kind: 'told', evidence };
  const place = placesOf(index, value).find(
    (each) =>
      isTelling(each, part.name, value) || (!isInSentence(each, value) && isAbout(index, each, words, part)),
  );
  if (place !== undefined) return { kind: 'told', evidence: evidenceAt(index, place) };
  return isShort(value, chance.most) && !mentionsField(index, part) ? { kind: 'chance' } : { kind: 'stray' };
};
