const isDecimal = /^\p{Nd}$/u;
const values = new Map<string, string>();

/** Returns the value of a decimal digit of any script, `0` to `9`: Unicode has the ten of a script in a row. */
const valueOf = (digit: string): string => {
  const known = values.get(digit);
  if (known !== undefined) return known;
  const code = digit.codePointAt(0) ?? 0;
  let value = 0;
  while (value < 9 && isDecimal.test(String.fromCodePoint(code - value - 1))) value += 1;
  values.set(digit, String(value));
  return String(value);
};

/** Returns a text with the decimal digits of all scripts (`\p{Nd}`) as ASCII writes them: ١٢٣ is 123. */
export const asciiDigits = (text: string): string => text.replaceAll(/[^\P{Nd}0-9]/gu, valueOf);
