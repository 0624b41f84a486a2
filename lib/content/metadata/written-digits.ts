/** Digits of other scripts than Latin, in the basic plane; each range of ten begins at a code ending in 0 or 6. */
const otherDigits = /(?=[\u0080-\uffff])\p{Nd}/gu;
const digit = /\p{Nd}/u;

const asciiDigit = (written: string): string => {
  const code = written.charCodeAt(0);
  // Only a range that begins at 6 goes on to F.
  return String((code & 0xf) - (digit.test(String.fromCharCode(code | 0xf)) ? 6 : 0));
};

/** Turns the digits of every script into ASCII, one character for each, so that places in the text stay. */
export const foldDigits = (text: string): string =>
  /[\u0250-\uffff]/.test(text) ? text.replace(otherDigits, asciiDigit) : text;

/** Numbers in Chinese characters, as a part of a regular expression. */
export const hanNumerals = '[〇零一二三四五六七八九十廿卅]';
const hanDigits = '〇一二三四五六七八九';

const hanValue = (character: string): number => (character === '零' ? 0 : hanDigits.indexOf(character));

/**
 * Reads a number below 100, or a year written digit by digit, in Chinese characters (`二十三`, `二〇二六`) or in digits;
 * `元`, the first year of an era, is 1. Returns NaN for another text.
 */
export const readHanNumber = (written: string): number => {
  if (/^\d+$/.test(written)) return Number(written);
  if (written === '元') return 1;
  const spelled = written.replace('廿', '二十').replace('卅', '三十');
  const [, tens, ones] = /^([一二三四五六七八九]?)十([一二三四五六七八九]?)$/.exec(spelled) ?? [];
  if (tens !== undefined)
    return 10 * (tens === '' ? 1 : hanValue(tens)) + (ones === '' || ones === undefined ? 0 : hanValue(ones));
  if (!/^[〇零一二三四五六七八九]{1,4}$/.test(spelled)) return Number.NaN;
  return Number(spelled.split('').map(hanValue).join(''));
};
