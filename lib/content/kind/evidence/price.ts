const price =
  /(?:[$€£¥₹₩₽]|\b(?:usd|eur|gbp|chf|kr|zł)\b)\s?\d|\d[\d.,]*\s?(?:[$€£¥₹₩₽]|(?:usd|eur|gbp|chf|kr|zł|руб)\b)/iu;

/** Says whether a text names a price: a number beside a currency. */
export const namesPrice = (text: string): boolean => price.test(text);
