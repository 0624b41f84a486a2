/**
 * A text in the form for comparison: one case, one kind of quote, dash and space, compatibility forms decomposed
 * (Unicode NFKC), without marks of Markdown and invisible characters, and without a space between a number and its
 * unit.
 */
export interface NormalText {
  readonly text: string;
  /** For each UTF-16 code unit of `text`, the offset of its character in the original. */
  readonly offsets: Int32Array;
}

/** Unicode's default ignorable code points: joiners, marks of direction, variants, tags. */
const invisible = /\p{Default_Ignorable_Code_Point}/u;
const isDigit = (character: string): boolean => character >= '0' && character <= '9';

/** Returns the form of a character for comparison; null for one that is left out. */
const folded = (character: string): string | null => {
  if (character <= '\u007f') {
    if (character >= 'A' && character <= 'Z') return character.toLowerCase();
    if ('*_`\\[]'.includes(character)) return null;
    return '|\n\r\t\f'.includes(character) ? ' ' : character === '"' ? "'" : character;
  }
  if (invisible.test(character)) return null;
  if (/[\u2018-\u201f\u2032\u2033\u2039\u203a«»„´｀]/.test(character)) return "'";
  if (/[\u2010-\u2015\u2212\ufe58\ufe63\uff0d]/.test(character)) return '-';
  if (/\s/.test(character)) return ' ';
  return character.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ');
};

/** Address of a link, heading marks and breaks of Markdown, which are not read as text. */
const marks =
  /\]\([^()\s]*(?:\([^()\s]*\)[^()\s]*)*(?:\s+"[^"\n]*")?\)|<br\s*\/?>|^#{1,6}\s|&(?:amp|lt|gt|quot|nbsp|#39);/gm;
const entities: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': "'",
  '&nbsp;': ' ',
  '&#39;': "'",
};

/** Returns the text in the form for comparison, in linear time. */
export const normalText = (original: string): NormalText => {
  const parts: string[] = [];
  const offsets: number[] = [];
  let last = ' ';
  /** Offset of a pending space between ink; -1 for none. */
  let space = -1;
  const write = (character: string, at: number): void => {
    if (character === ' ') {
      if (space < 0) space = at;
      return;
    }
    const joins = isDigit(last) && /[\p{L}%°]/u.test(character);
    const joinsSign = /[$€£¥]/.test(last) && isDigit(character);
    if (space >= 0 && parts.length > 0 && !joins && !joinsSign) {
      parts.push(' ');
      offsets.push(space);
    }
    space = -1;
    parts.push(character);
    for (let unit = 0; unit < character.length; unit += 1) offsets.push(at);
    last = character.at(-1) ?? ' ';
  };
  const read = (from: number, to: number): void => {
    for (let at = from; at < to;) {
      const character = String.fromCodePoint(original.codePointAt(at) ?? 0x20);
      const one = folded(character);
      if (one !== null) for (const part of one) write(part, at);
      at += character.length;
    }
  };
  let from = 0;
  for (const match of original.matchAll(marks)) {
    read(from, match.index);
    const [mark] = match;
    if (!mark.startsWith(']')) write(entities[mark] ?? ' ', match.index);
    from = match.index + mark.length;
  }
  read(from, original.length);
  return { text: parts.join(''), offsets: Int32Array.from(offsets) };
};

const isUnspaced = (character: string): boolean =>
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}]/u.test(character);
const classOf = (character: string | undefined): 'letter' | 'digit' | 'other' =>
  character === undefined || isUnspaced(character)
    ? 'other'
    : isDigit(character)
      ? 'digit'
      : /[\p{L}\p{N}\p{M}]/u.test(character)
        ? 'letter'
        : 'other';

/** Says whether a word ends between two characters. */
const isBoundary = (before: string | undefined, after: string | undefined): boolean => {
  const [left, right] = [classOf(before), classOf(after)];
  return left === 'other' || right === 'other' || left !== right;
};

const marksInNumbers = new Set(['.', ',', "'"]);
const isDigitAt = (text: string, at: number): boolean => isDigit(text[at] ?? '');

/** Says whether a place begins or ends within a number: `500` is no part of `1,500`. Cents of zero may be left out. */
const dividesNumber = (text: string, from: number, to: number): boolean =>
  (isDigitAt(text, from) && marksInNumbers.has(text[from - 1] ?? '') && isDigitAt(text, from - 2)) ||
  (isDigitAt(text, to - 1) &&
    marksInNumbers.has(text[to] ?? '') &&
    isDigitAt(text, to + 1) &&
    !/^0{1,2}(?!\d)/.test(text.slice(to + 1, to + 4)));

/** Most places to try where the letters stand inside other words; a text with more of them is no real page. */
const triesMax = 20_000;

/**
 * Returns the offset, at or behind `from`, at which a normal text stands in another as whole words; -1 if it does not.
 */
export const wordsIndex = (within: string, wanted: string, from = 0): number => {
  let at = within.indexOf(wanted, from);
  for (let tries = 0; at >= 0 && tries < triesMax; tries += 1) {
    const end = at + wanted.length;
    const isWhole = isBoundary(within[at - 1], within[at]) && isBoundary(within[end - 1], within[end]);
    if (isWhole && !dividesNumber(within, at, end)) return at;
    at = within.indexOf(wanted, at + 1);
  }
  return -1;
};
