/** How the lines of a PDF's text become one text: cut words and addresses, and the dots of tables of contents. */

/** Dots that lead the eye to a page's number are at least so many. */
const leaderDotsMin = 5;
/** A page's number at the end of a line, also a roman one (`clxxviii`). */
const pageNumberEnd = /(?:\d{1,6}|[ivxlcdm]{1,15})$/iu;
const pageNumberCharacters = 16;

/**
 * Returns an entry of a table of contents without the dots that lead the eye to a page's number; null for another line.
 */
export const contentsEntry = (text: string): string | null => {
  const number = pageNumberEnd.exec(text.slice(-pageNumberCharacters))?.[0] ?? '';
  let [at, dots] = [text.length - number.length, 0];
  for (; at > 0; at -= 1) {
    const sign = text[at - 1];
    if (sign === '…' || sign === '.' || sign === '·') dots += 1;
    else if (sign !== ' ') break;
  }
  return dots < leaderDotsMin ? null : `${text.slice(0, at)} … ${number}`.trim();
};

/** Words with a hyphen that are remembered of a document. */
const hyphenedMax = 20_000;
/** Letters of each part of such a word. */
const wordMax = 40;
const hyphenedPair = new RegExp(`(?<!\\p{L})(\\p{L}{1,${wordMax}})-(?=(\\p{L}{1,${wordMax}}))`, 'gu');

/** Returns the words of a document that have a hyphen within a line, which is their own: `update-alternatives`. */
export const hyphenedWords = (texts: readonly string[]): ReadonlySet<string> => {
  const words = new Set<string>();
  for (const text of texts) {
    for (const [, before = '', after = ''] of text.matchAll(hyphenedPair)) {
      words.add(`${before}-${after}`.toLowerCase());
      if (words.size >= hyphenedMax) return words;
    }
  }
  return words;
};

/** Letters and punctuation of scripts whose words have no spaces between them. Korean has. */
const unspaced =
  '[\\p{sc=Han}\\p{sc=Hiragana}\\p{sc=Katakana}\\p{sc=Bopomofo}\\p{sc=Yi}\\p{sc=Thai}\\p{sc=Lao}\\p{sc=Khmer}' +
  '\\p{sc=Myanmar}、。〃〈-〟・ー！（），．：；？［］｛-･]';
const endsUnspaced = new RegExp(`${unspaced}\\p{M}*$`, 'u');
const beginsUnspaced = new RegExp(`^${unspaced}`, 'u');

/** How far a line's end is looked at. */
const endCharacters = 300;

const isHyphened = (end: string, after: string, hyphened: ReadonlySet<string>): boolean => {
  const [, first] = /(\p{L}{1,40})-$/u.exec(end.slice(-wordMax - 1)) ?? [];
  const [second] = /^\p{L}{1,40}/u.exec(after.slice(0, wordMax)) ?? [];
  return hyphened.has(`${first ?? ''}-${second ?? ''}`.toLowerCase());
};

/** Says whether a line ends within an address of the web, which goes on in the next line. */
const cutsAddress = (end: string, after: string): boolean => {
  const address = end.slice(end.lastIndexOf(' ') + 1);
  if (!/^\W{0,2}(?:https?:|ftp:|www\.)/i.test(address)) return false;
  if (after.startsWith('/') || /:\/?$/.test(address)) return /^[/\w]/.test(after);
  // Words behind a whole address have none of the signs that parts of one have within them.
  const next = after.slice(0, endCharacters).split(' ', 1)[0] ?? '';
  return /[-/_=&?.%#]$/.test(address) && /[\w~][/_=&?.%#-]\w|^\w+\/$/.test(next);
};

/**
 * Joins two lines of a paragraph. A word that was cut at the end of a line is put together; one with a hyphen of its
 * own, which a capital follows (`E-Mail-`, `Adresse`), or which the document has within a line as well (`hyphened`),
 * keeps it. So does an address of the web, which has no space within it.
 */
export const joinTextLines = (
  before: string,
  after: string,
  hyphened: ReadonlySet<string> = new Set(),
): string => {
  const end = before.slice(-endCharacters);
  if (cutsAddress(end, after)) return before + after;
  if (/\p{L}-$/u.test(end)) {
    if (/^\p{Ll}/u.test(after))
      return (isHyphened(end, after, hyphened) ? before : before.slice(0, -1)) + after;
    if (/^\p{Lu}/u.test(after)) return before + after;
  }
  return endsUnspaced.test(end.slice(-8)) && beginsUnspaced.test(after)
    ? before + after
    : `${before} ${after}`;
};
