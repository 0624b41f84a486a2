/**
 * Splits a list that is written as one text at its commas. Where they have a space behind them, a comma between two
 * digits is of a number: `1,299, 2,500` are two, and `38, 39, 40,5` three.
 */
export const splitAtCommas = (text: string): string[] =>
  text.split(/,\s/.test(text) ? /\s*,(?:\s+|(?!\d)|(?<=\D,))(?:and\s)?/ : /\s*,\s*(?:and\s)?/);
