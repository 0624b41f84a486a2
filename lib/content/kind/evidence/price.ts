const price =
  /(?:[$€£¥₹₩₽]|\b(?:usd|eur|gbp|chf|kr|zł)\b)\s?\d|\d[\d.,]*\s?(?:[$€£¥₹₩₽]|(?:usd|eur|gbp|chf|kr|zł|руб)\b)/iu;
const everyPrice = new RegExp(price, 'giu');

/** Says whether a text names a price: a number beside a currency. */
export const namesPrice = (text: string): boolean => price.test(text);

/** Counts the prices that a text names, up to `max`. */
export const countPrices = (text: string, max: number): number => {
  let count = 0;
  for (const _ of text.matchAll(everyPrice)) {
    count += 1;
    if (count >= max) break;
  }
  return count;
};
