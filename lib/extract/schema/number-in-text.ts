import { moneyBeside, plainNumbers } from './money-beside.ts';
import { compass, readSign } from './number-sign.ts';

/** A number as a text writes it. */
export interface NumberFound {
  readonly start: number;
  readonly end: number;
  /** From where to where the number stands with its currency; without one, as the number. */
  readonly span: readonly [start: number, end: number];
  /** The numbers that it may mean, the likeliest first: `1.299` is 1.299, and 1299 if a point groups thousands. */
  readonly readings: readonly number[];
  /**
   * ISO 4217 code of the currency beside it. For a bare `$` it is null here; callers take USD only if nothing else
   * names a currency.
   */
  readonly currency: string | null;
  /** The codes that a sign or a code in capitals beside it may mean: several for `$`; none without one. */
  readonly currencies: readonly string[];
  readonly isMoney: boolean;
  readonly isPercent: boolean;
  /** Whether each reading may also be meant as negative: `($98,000)` in an account. */
  readonly isSignOpen: boolean;
}

/** Languages with a decimal comma. English, Chinese, Japanese and most others use a point. */
const commaLanguages = new Set(
  'de fr es it pt nl da sv nb nn no fi pl cs sk sl hr sr ro bg ru uk tr el hu id vi lt lv et is ca'.split(
    ' ',
  ),
);

/** Whether a language writes a decimal comma, and groups digits with a point; null where the language is not known. */
export const writesComma = (language: string | null): boolean | null =>
  language === null ? null : commaLanguages.has(language.toLowerCase().split(/[-_]/, 1)[0] ?? '');

/** Where a word ends: `\\b` is for ASCII alone, and takes the K of Kč for a word. */
const wordEnd = '(?![\\p{L}\\p{N}_])';
const scaleWord = (words: string, flags = 'u'): RegExp =>
  new RegExp(`^[\\s\\u00a0]?(?:${words})${wordEnd}`, flags);

const scales: readonly (readonly [RegExp, number])[] = [
  // East Asia counts in ten thousands.
  [/^[\s\u00a0]?[万萬만]/, 1e4],
  [/^[\s\u00a0]?[億亿억]/, 1e8],
  [scaleWord('k|thousand|tausend|tsd|mille?', 'iu'), 1e3],
  [scaleWord('M|mn|[Mm]io|[Mm]ill?ions?|[Mm]illionen|[Mm]illones|[Mm]ilioni'), 1e6],
  [scaleWord('B|bn|[Bb]illions?|[Mm]rd|[Mm]illiarden?|[Mm]illiards?'), 1e9],
  [scaleWord('[Tt]rillions?'), 1e12],
];
const eastScale = /^[\s\u00a0]?[万萬만億亿억]/;

const isGrouped = (groups: readonly string[]): boolean =>
  groups.length > 1 &&
  /^[1-9]\d{0,2}$/.test(groups[0] ?? '') &&
  (groups.slice(1).every((group) => /^\d{3}$/.test(group)) ||
    // India groups by two before the last three digits.
    (groups.slice(1, -1).every((group) => /^\d{2}$/.test(group)) && /^\d{3}$/.test(groups.at(-1) ?? '')));

/** Returns the numbers that digits with separators may mean; none for a version, an address or a date. */
const readingsOf = (written: string): number[] => {
  const digits = written.replace(/['’\s](?=\d{3})/g, '');
  const marks = [...digits.matchAll(/[.,]/g)].map(([mark]) => mark);
  const [mark] = marks;
  if (mark === undefined) return [Number(digits)];
  const last = marks.at(-1) ?? mark;
  const isMixed = marks.some((one) => one !== last);
  if (isMixed) {
    const [whole, fraction] = [
      digits.slice(0, digits.lastIndexOf(last)),
      digits.slice(digits.lastIndexOf(last) + 1),
    ];
    const isClean = marks.filter((one) => one === last).length === 1 && isGrouped(whole.split(mark));
    return isClean ? [Number(`${whole.replace(/[.,]/g, '')}.${fraction}`)] : [];
  }
  const groups = digits.split(mark);
  const asGroups = isGrouped(groups) ? [Number(groups.join(''))] : [];
  if (marks.length > 1) return asGroups;
  const asDecimal = Number(groups.join('.'));
  return mark === ',' ? [...asGroups, asDecimal] : [asDecimal, ...asGroups];
};

/** Spaces that group digits: usual, figure, thin, and those that do not break. */
const pattern = /\d{1,3}(?:[ \u00a0\u2007\u2009\u202f]\d{3})+(?![\d])(?:[.,]\d+)?|\d(?:[\d.,'’]*\d)?/g;

const unique = (values: readonly number[]): number[] =>
  [...new Set(values)].filter((value) => Number.isFinite(value));

/**
 * Returns every number of a text with its possible meanings. Words such as `million` behind it count, and so do signs
 * and currencies.
 */
export const numbersIn = (given: string): NumberFound[] => {
  const text = plainNumbers(given);
  return [...text.matchAll(pattern)].flatMap((match): NumberFound[] => {
    const [written] = match;
    const { index } = match;
    const [start, end] = [index, index + written.length];
    const [head, tail] = [text.slice(Math.max(0, start - 16), start), text.slice(end, end + 16)];
    const plain = readingsOf(written);
    const spaced = /\d [\d]/.test(written) ? (written.match(/\d+/g) ?? []).map(Number) : [];
    // Most numbers have neither unit nor currency beside them, and a page may have a hundred thousand.
    const [isLed, isFollowed] = [/[^\s\d]\s?$/.test(head), /^\s?[^\s\d]/.test(tail)];
    const scale = isFollowed ? scales.find(([word]) => word.test(tail))?.[1] : undefined;
    const scaled = scale === undefined ? [] : plain.map((value) => roundedTo(value * scale));
    const eastward = isFollowed ? (eastScale.exec(tail)?.[0].length ?? 0) : 0;
    const found = isLed || isFollowed ? moneyBeside(head, written, tail, eastward) : null;
    const charactersBefore = found?.charactersBefore ?? 0;
    const isPercent = /^[\s\u00a0\u202f]?%/.test(tail);
    const outer = head.slice(0, head.length - charactersBefore);
    const sign = isLed || isFollowed ? readSign(outer, written, tail, charactersBefore > 0) : 'plus';
    const all = unique([...scaled, ...plain, ...spaced].map((value) => (sign === 'minus' ? -value : value)));
    if (all.length === 0) return [];
    return [
      {
        start,
        end,
        span: [start - charactersBefore, end + (found?.charactersBehind ?? 0)],
        readings: all,
        currency: found?.currency ?? null,
        currencies: found?.currencies ?? [],
        isMoney: found !== null,
        isPercent,
        isSignOpen: sign === 'either',
      },
    ];
  });
};

const roundedTo = (value: number): number => Number(value.toPrecision(15));

/** Says whether a text has only words that may stand around a number without changing it. */
const isBare = (rest: string): boolean =>
  /^[\s\u00a0()$€£¥₹%+~≈*:;.,円元万億（）税込抜月年給-]*(?:(?:from|about|approx|ca|only|now|incl|vat|usd|eur|gbp|jpy|chf|inr)[\s.]*)*$/i.test(
    rest,
  );

/** Says whether a text leaves the sign of its only number open: `($98,000)`, `▲ 5`, `- $500`, `33.8688 S`. */
const leavesSignOpen = (text: string, { start, end, readings, isSignOpen }: NumberFound): boolean => {
  const head = text.slice(0, start);
  if ((readings[0] ?? 0) > 0 && /[-−–]/.test(head) && isBare(head.replace(/[-−–]/g, ' '))) return true;
  const rest = `${head} ${text.slice(end).replace(/^\s?[°º]?\s?[SWO]\b/, '')}`;
  return isSignOpen && (isBare(rest) || !/\p{L}/u.test(rest) || /^\s*(?:minus|negative)\s/i.test(head));
};

/**
 * Returns the one number that a text is, or null: `$1,299.00`, `1.299,00 €`, `12 %`, `4.5 million`. Of two readings it
 * takes the one that the language writes; money has no three decimals. A number whose sign is open is none. `findUnit`
 * returns the rest of the text.
 */
export const parseNumber = (
  text: string,
  language: string | null,
): (NumberFound & { readonly value: number }) | null => {
  const trimmed = text.trim();
  if (/^-?\d+(?:\.\d{1,2}|\.\d{4,})?$/.test(trimmed)) {
    const value = Number(trimmed);
    const whole = {
      start: 0,
      end: trimmed.length,
      span: [0, trimmed.length] as const,
      readings: [value],
      currency: null,
      currencies: [],
      isMoney: false,
      isPercent: false,
      isSignOpen: false,
    };
    return Number.isFinite(value) ? { ...whole, value } : null;
  }
  const all = numbersIn(trimmed);
  const [found] = all;
  if (found === undefined || all.length > 1 || leavesSignOpen(trimmed, found)) return null;
  const value = meantReading(trimmed.slice(found.start, found.end), found, language);
  return value === null ? null : { ...found, value };
};

/** Returns the reading that the language writes; null if it could write both. Money has no three decimals. */
export const meantReading = (written: string, found: NumberFound, language: string | null): number | null => {
  const [first, second] = found.readings;
  if (first === undefined) return null;
  if (second === undefined || !/^[-−]?\d{1,3}[.,]\d{3}$/.test(written)) return first;
  const big = Math.abs(first) > Math.abs(second) ? first : second;
  if (found.isMoney) return big;
  const isComma = written.includes(',');
  const writesComma = language !== null && commaLanguages.has(language);
  if (isComma) return writesComma ? null : big;
  return writesComma ? big : first;
};

/** Returns the text around a number: its unit, or '' for words, signs and directions that do not matter. */
export const findUnit = (text: string, { start, end }: NumberFound): string => {
  const trimmed = text.trim();
  const rest = `${trimmed.slice(0, start)} ${trimmed.slice(end).replace(compass, '')}`.trim();
  return isBare(rest) ? '' : rest;
};
