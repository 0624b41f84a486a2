import { asciiDigits } from '../../ascii-digits.ts';
import { codesOfSign, priceCodes } from './currency.ts';

/** Separators of Arabic, full-width forms and digits that are one unit long in UTF-16. */
const otherForm = /[\u066b\u066c\uff01-\uff5e\uffe1\uffe5\uffe6]|(?![\u{10000}-\u{10ffff}])[^\P{Nd}0-9]/gu;
const separators: Readonly<Record<string, string>> = { '\u066b': '.', '\u066c': ',' };

/**
 * Returns a text with its numbers and signs of currencies as ASCII writes them, where that has the same length, so that
 * offsets stay the same: `１２，３４５` and ١٢٬٣٤٥ are `12,345`.
 */
export const plainNumbers = (text: string): string =>
  text.replaceAll(otherForm, (form) => separators[form] ?? asciiDigits(form.normalize('NFKC')));

/** Signs of any place: symbols, and dollars with their country. */
const symbols =
  '(?<!\\p{L})(?:us|au?|ca?|nz|hk|nt|sg?|mx|r)\\$|[$€£¥₹₽₺₩₪₫฿₴₱₦₨₸₾]|[円元원]|' +
  '(?:ر\\.س|د\\.إ|د\\.ك|ر\\.ق|د\\.ب|د\\.أ|ج\\.م|د\\.م|د\\.ت)\\.?';
const wordsBehind = '(?:zł|kč|ft|kr\\.?|руб(?:\\.|лей|ля|ль)?|грн\\.?|лв\\.?|lei|tl|rs\\.?)(?!\\p{L})';
const wordsBefore = '(?<!\\p{L})(?:kr\\.?|rs\\.?|rp\\.?|rm|zł|kč)';
const between = '[\\s\\u200e\\u200f]{0,2}';
const before = new RegExp(`(?:(${symbols}|${wordsBefore})|\\b([a-z]{3}))${between}$`, 'iu');
const after = new RegExp(`^${between}(?:(${symbols}|${wordsBehind})|([a-z]{3})\\b)`, 'iu');

/** What stands for no cents: `1.299,- €`, `Rs. 500/-`. */
const noCents = /^(?:[.,]\s?[-–—]{1,2}|\/-)/;
/** A word that is a currency behind an amount alone: `2 TL` are teaspoons of a recipe in German. */
const ofAmounts = /^(?:TL|lei)$/i;
const endsPrice = /^\s*(?:$|[^\p{L}\s])/u;

/** A currency beside a number. */
interface MoneyBeside {
  /** ISO 4217 code; null for a sign that several currencies share. */
  readonly currency: string | null;
  /** The codes that a sign or a code in capitals may mean. */
  readonly currencies: readonly string[];
  /** Characters before and behind the number that belong to its price. */
  readonly charactersBefore: number;
  readonly charactersBehind: number;
}

type Named = Pick<MoneyBeside, 'currency' | 'currencies'>;

const currencyIn = (match: RegExpExecArray | null): Named | null => {
  if (match === null) return null;
  const [, sign, code] = match;
  if (sign !== undefined) {
    const currencies = codesOfSign(sign);
    const [only = null] = currencies;
    return currencies.length === 0 ? null : { currency: currencies.length > 1 ? null : only, currencies };
  }
  if (code === undefined || !priceCodes.has(code.toLowerCase())) return null;
  const currency = code.toUpperCase();
  // In small letters some codes are words.
  return { currency, currencies: code === currency ? [currency] : [] };
};

/** Says whether a word behind a number, which may be another word, stands as a currency does. */
const isMeant = (sign: string, written: string, rest: string): boolean =>
  !ofAmounts.test(sign) || ((written.match(/\d/g) ?? []).length > 2 && endsPrice.test(rest));

/**
 * Returns the currency that stands beside a number, or null. That before the number counts first.
 *
 * @param head Text before the number, and `tail` the text behind it, both of `plainNumbers`.
 * @param scaled Characters of a word such as `万` at the beginning of `tail`.
 */
export const moneyBeside = (
  head: string,
  written: string,
  tail: string,
  scaled: number,
): MoneyBeside | null => {
  const leading = before.exec(head);
  const led = currencyIn(leading);
  const skipped = scaled + (noCents.exec(tail.slice(scaled))?.[0].length ?? 0);
  const following = after.exec(tail.slice(skipped));
  const named = currencyIn(following);
  const length = skipped + (following?.[0].length ?? 0);
  const followed =
    named !== null && isMeant(following?.[1] ?? '', written, tail.slice(length)) ? named : null;
  const found = led ?? followed;
  return found === null
    ? null
    : {
        ...found,
        charactersBefore: led === null ? 0 : (leading?.[0].length ?? 0),
        charactersBehind: followed === null ? skipped : length,
      };
};
