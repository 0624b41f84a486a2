import { numbersIn } from '../schema/number-in-text.ts';

/** A number that a text writes in several parts, with its values. */
interface AmountFound {
  readonly start: number;
  readonly end: number;
  readonly values: readonly number[];
}

/** Cents over a price: `$149<sup>99</sup>`. Without a currency it is a power or a footnote. */
const raised =
  /(\p{Sc}\s?)?(?<![\d.,])(\d{1,3}(?:[,.'’]\d{3}){1,3}|\d{1,6})[.,]?\s?<sup>[.,]?(\d\d)<\/sup>(\s?\p{Sc})?/gu;

/** A hundredth of a currency's unit (ISO 4217, minor units). */
const cents =
  /(?<![\d.,])(\d{1,2})\s?(?:¢|(?:cents?|ct|p|pence|rappen|centimes?|c[ée]ntimos?)(?![\p{L}\p{N}]))/giu;

const fractions: Readonly<Record<string, number>> = {
  '¼': 1 / 4,
  '½': 1 / 2,
  '¾': 3 / 4,
  '⅓': 1 / 3,
  '⅔': 2 / 3,
  '⅕': 1 / 5,
  '⅖': 2 / 5,
  '⅗': 3 / 5,
  '⅘': 4 / 5,
  '⅙': 1 / 6,
  '⅚': 5 / 6,
  '⅛': 1 / 8,
  '⅜': 3 / 8,
  '⅝': 5 / 8,
  '⅞': 7 / 8,
};
const signed = /(?<![\d.,/])(\d{1,4}\s?)?([¼½¾⅓⅔⅕⅖⅗⅘⅙⅚⅛⅜⅝⅞])/gu;
/** A whole number with a fraction of cooks and carpenters. A fraction alone may be a date or a share. */
const mixed = /(?<![\d.,/-]\s?)(\d{1,3})\s(\d{1,2})\/(2|3|4|5|6|8|16)(?![\d/.,])/g;

/** A range whose scale stands behind its end only: `$80–100k`. */
const scaled =
  /(?<![\d.,])(\d{1,3}(?:[.,]\d{1,2})?)(?:\s?[-–—]\s?|\s(?:to|bis|à)\s)\p{Sc}?\s?\d{1,3}(?:[.,]\d{1,2})?(?=(\s?[\p{L}]{1,9}\.?))/gu;

/** Returns a fraction as people write it in digits, which may be rounded. */
const roundings = (value: number): number[] => [value, Number(value.toFixed(2)), Number(value.toFixed(3))];

const found = (
  text: string,
  pattern: RegExp,
  read: (groups: readonly (string | undefined)[]) => readonly number[],
): AmountFound[] =>
  [...text.matchAll(pattern)].flatMap((match) => {
    const [written, ...groups] = match;
    const values = read(groups);
    return values.length === 0 ? [] : [{ start: match.index, end: match.index + written.length, values }];
  });

/**
 * Returns the numbers of a text that it writes in parts: raised cents, cents alone, whole numbers with a fraction, and
 * the start of a range whose scale stands at its end.
 */
export const amountsIn = (text: string): AmountFound[] => [
  ...found(text, raised, ([before, whole = '', part = '', behind]) =>
    (before ?? behind) === undefined
      ? []
      : [Number((Number(whole.replace(/\D/g, '')) + Number(part) / 100).toFixed(2))],
  ),
  ...found(text, cents, ([count]) => [Number(count) / 100]),
  ...found(text, signed, ([whole = '0', sign = '']) => roundings(Number(whole) + (fractions[sign] ?? 0))),
  ...found(text, mixed, ([whole, over, under]) =>
    Number(over) < Number(under) ? roundings(Number(whole) + Number(over) / Number(under)) : [],
  ),
  ...found(text, scaled, ([first = '', scale = '']) => {
    const [value = 0] = numbersIn(`${first}${scale}`)[0]?.readings ?? [];
    return value >= 1_000 ? [value] : [];
  }),
];
