const price =
  /(?:[$€£¥₹₩₽]|\b(?:usd|eur|gbp|chf|kr|zł)\b)\s?\d|\d[\d.,]*\s?(?:[$€£¥₹₩₽]|(?:usd|eur|gbp|chf|kr|zł|руб)\b)/iu;
const everyPrice = new RegExp(price, 'giu');

/** Says whether a text names a price: a number beside a currency. */
export const namesPrice = (text: string): boolean => price.test(text);

const codes = 'USD|EUR|GBP|CHF|AUD|CAD|NZD|SEK|NOK|DKK|PLN|CZK|JPY|INR';
const currency = String.raw`(?:\p{Sc}|[A-Z]{1,3}\$|kr\.?|zł|руб\.?|円|(?:${codes})\b)`;
const amount = String.raw`(?=[\d.,'’ ]*[1-9])\d[\d.,'’ ]*(?:[-–]{1,2})?`;
const alone = new RegExp(
  `^(?:\\p{L}[\\p{L} ]{0,14}[:：]? ?)?(?:${currency} ?${amount}|${amount} ?${currency}) ?\\*?$`,
  'u',
);

/** Says whether a text is a price and hardly more: `From $39.00`, `149,00 €`. A price of nothing is none. */
export const isPriceAlone = (text: string): boolean => alone.test(text);

/** Counts the prices that a text names, up to `max`. */
export const countPrices = (text: string, max: number): number => {
  let count = 0;
  for (const _ of text.matchAll(everyPrice)) {
    count += 1;
    if (count >= max) break;
  }
  return count;
};
