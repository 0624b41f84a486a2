import type { Evidence } from '../candidates/candidate.ts';
import { readFieldIntent } from '../schema/field-intent.ts';
import { splitWords } from '../schema/words.ts';
import { evidenceAt, type GroundIndex, type ValuePlace } from './ground-index.ts';

const words: ReadonlySet<string> = new Set(
  'phone telephone tel telefon téléphone teléfono telefono mobile cell handy hotline whatsapp fax telefax'.split(
    ' ',
  ),
);

/** Says whether a field asks for a telephone number. */
const asksForTelephone = (name: string): boolean =>
  splitWords(name).some((word) => words.has(word)) ||
  readFieldIntent({ name, description: '' }).senses.some(({ concepts }) =>
    concepts.some(({ key }) => key === 'telephone' || key === 'fax'),
  );

/** Groups of digits in one line that may be a telephone number. */
const run = /(?<![\p{L}\d])(?:\+|\(\+)?[\d(][\d() \u00a0./\u2010-\u2015\u2212-]{4,32}\d(?!\d)/gu;
/** Runs of one page that are read; no page has more telephone numbers. */
const runsMax = 10_000;
const digitsMin = 6;
const digitsMax = 15;

/** A zero that nobody dials from abroad: `+49 (0)30`. */
const trunk = /\(0\)/g;
const isAbroad = (number: string): boolean => /^\(?(?:\+|00)/.test(number);

interface Telephones {
  /** The first place of each number, by its digits. */
  readonly places: ReadonlyMap<string, ValuePlace>;
  /** The same for numbers with a country code, by the digits that people dial in that country. */
  readonly atHome: ReadonlyMap<string, ValuePlace>;
  /** Country codes before the page's numbers. */
  readonly codes: ReadonlySet<string>;
}

/** Notes a number by all its neighbouring groups: before and behind a number may stand others. */
const noteGroups = (places: Map<string, ValuePlace>, groups: readonly string[], place: ValuePlace): void => {
  for (let from = 0; from < groups.length; from += 1) {
    let digits = '';
    for (const group of groups.slice(from)) {
      digits += group;
      if (digits.length > digitsMax) break;
      if (digits.length >= digitsMin && !places.has(digits)) places.set(digits, place);
    }
  }
};

const readTelephones = ({ parts }: GroundIndex): Telephones => {
  const places = new Map<string, ValuePlace>();
  const atHome = new Map<string, ValuePlace>();
  const codes = new Set<string>();
  let left = runsMax;
  for (const part of parts) {
    for (const match of part.original.matchAll(run)) {
      left -= 1;
      if (left < 0) return { places, atHome, codes };
      const [written] = match;
      const place = { part, start: match.index, end: match.index + written.length };
      const groups = written.replace(trunk, ' ').match(/\d+/g) ?? [];
      noteGroups(places, groups, place);
      const [code = '', ...rest] = groups;
      if (!isAbroad(written) || code.length > 3 || rest.length === 0) continue;
      codes.add(code);
      const home = rest.join('');
      for (const digits of [home, `0${home}`]) if (!atHome.has(digits)) atHome.set(digits, place);
    }
  }
  return { places, atHome, codes };
};

const known = new WeakMap<GroundIndex, Telephones>();

/** North America writes ten digits in groups of three, three and four (NANP). */
const american = /^\(?\d{3}\)?[\s\u00a0./\u2010-\u2015-]{0,2}\d{3}[\s\u00a0./\u2010-\u2015-]\d{4}$/;

const isAmerican = ({ part, start, end }: ValuePlace): boolean =>
  american.test(part.original.slice(start, end));

/** Returns the place of a number that a value names with a country code, and the page without one. */
const placeAbroad = ({ places, codes }: Telephones, digits: string): ValuePlace | null => {
  for (const length of [1, 2, 3]) {
    const [code, home] = [digits.slice(0, length), digits.slice(length)];
    const place = places.get(`0${home}`) ?? places.get(home);
    if (home.length < digitsMin || place === undefined) continue;
    // A country that the page does not name is made up.
    if (codes.has(code) || (code === '1' && isAmerican(place))) return place;
  }
  return null;
};

/**
 * Returns the evidence for the value of a field that asks for a telephone number, if the page has the same digits
 * however they are grouped, or the same but for the country code; null otherwise.
 */
export const findTelephone = (index: GroundIndex, name: string, text: string): Evidence | null => {
  const number = text.trim();
  const digits = number
    .replace(trunk, '')
    .replace(/^\(?(?:\+|00)/, '')
    .replace(/\D/g, '');
  if (!/^[+(]?[\d(][\d()\s./\u2010-\u2015\u2212-]*$/.test(number) || !asksForTelephone(name)) return null;
  if (digits.length < digitsMin || digits.length > digitsMax) return null;
  const telephones = known.get(index) ?? readTelephones(index);
  known.set(index, telephones);
  const place =
    telephones.places.get(digits) ??
    (isAbroad(number) ? placeAbroad(telephones, digits) : telephones.atHome.get(digits));
  return place === undefined || place === null ? null : evidenceAt(index, place);
};
