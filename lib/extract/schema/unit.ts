import { splitWords } from './words.ts';

/**
 * Names of units by their sign, in words (`splitWords`) and in the codes of UN/CEFACT Recommendation 20 that schema.org
 * asks for.
 */
const table =
  'kg: kilogram kilo kgm; g: gram gramme grm; lb: pound lbr; oz: ounce onz; t: tonne tne; cm: centimeter ' +
  'centimetre zentimeter cmt; ' +
  'mm: millimeter millimetre mmt; m: meter metre mtr; km: kilometer kilometre kmt; inch: inch zoll inh; ' +
  'ft: foot feet fot; mi: mile smi; ' +
  'l: liter litre ltr; ml: milliliter millilitre mlt; gb: gigabyte; mb: megabyte; tb: terabyte; w: watt ' +
  'wtt; kw: kilowatt kwt; v: volt vlt; ' +
  'm²: sqm qm mtk; h: hour hur hrs hr stunde; min: minute mins minuten; s: second sec; d: day tag; kcal: kilocalorie ' +
  'calory calorie; °c: celsius cel';

const signs = new Map(
  table.split(';').flatMap((row): [string, string][] => {
    const [sign = '', names = ''] = row.split(':').map((part) => part.trim());
    return [sign, ...names.split(' ')].map((name) => [name, sign]);
  }),
);

/** Joins words that make one unit: the sign of a square metre falls apart (`m 2`). */
export const foldUnits = (words: readonly string[]): string[] =>
  words.flatMap((word, at) =>
    word === '2' && words[at - 1] === 'm' ? [] : word === 'm' && words[at + 1] === '2' ? ['m²'] : [word],
  );

/** Returns one sign for a unit in any spelling; the word itself if it is no known unit. */
export const unitSign = (word: string): string => signs.get(word.toLowerCase()) ?? word.toLowerCase();

/** Signs that are also words: they are units only at the end of a name, or behind `in`. */
const ambiguous = new Set([
  'g',
  'm',
  't',
  'l',
  'w',
  'v',
  'h',
  's',
  'd',
  'min',
  'in',
  'second',
  'sec',
  'foot',
  'pound',
  'cel',
  'onz',
]);

/** Returns the units in which a field is wanted, from its name and description: `weight_kg`, `in minutes`. */
export const unitsAsked = (name: string, description: string): ReadonlySet<string> => {
  const nameWords = foldUnits(splitWords(name));
  const plain = [...nameWords, ...splitWords(description)].filter(
    (word) => signs.has(word) && !ambiguous.has(word),
  );
  const last = nameWords.length > 1 ? nameWords.slice(-1).filter((word) => signs.has(word)) : [];
  const behind = [...description.matchAll(/\bin\s(\p{L}+)/giu)].flatMap((match) =>
    splitWords(match[1] ?? ''),
  );
  return new Set([...plain, ...last, ...behind.filter((word) => signs.has(word))].map(unitSign));
};

/** Currencies at the end of names. */
const currencies = new Set(['usd', 'eur', 'gbp', 'chf', 'jpy', 'dollar', 'euro']);

/** Removes the unit at the end of a name (`cook_time_in_minutes`); the reader of the value takes care of it. */
export const withoutUnit = (given: readonly string[]): readonly string[] => {
  const words = foldUnits(given);
  const last = words.at(-1) ?? '';
  if (words.length < 2 || !(signs.has(last) || currencies.has(last))) return words;
  const bare = words.slice(0, -1);
  return bare.at(-1) === 'in' && bare.length > 1 ? bare.slice(0, -1) : bare;
};
