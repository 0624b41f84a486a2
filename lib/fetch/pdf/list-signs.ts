/** Signs and numbers that stand before the items of a list in a PDF. */

/**
 * What characters for private use mean that stand before items: programs write those of the fonts Symbol and Wingdings
 * so (Word's usual signs are F0B7 and F0A7).
 */
const ofSymbolFonts: ReadonlyMap<string, string> = new Map([
  ['\uf0b7', '•'],
  ['\uf09f', '•'],
  ['\uf0a7', '▪'],
  ['\uf0a8', '□'],
  ['\uf0d8', '➢'],
  ['\uf0e0', '→'],
  ['\uf0e8', '➔'],
  ['\uf0fb', '✗'],
  ['\uf0fc', '✓'],
  ['\uf0fd', '☒'],
  ['\uf0fe', '☑'],
  ['\uf02d', '-'],
  // In the font Symbol these are Greek letters, so that they are signs only by themselves.
  ['\uf06c', '●'],
  ['\uf06e', '■'],
  ['\uf06f', '□'],
  ['\uf071', '❑'],
  ['\uf072', '❒'],
  ['\uf075', '◆'],
  ['\uf076', '❖'],
  ['\uf077', '◆'],
]);

const leadingSign = /^\s*[\uf02d\uf09f\uf0a7\uf0a8\uf0b7\uf0d8\uf0e0\uf0e8\uf0fb-\uf0fe]/;

/** Returns the text of a run that begins a line or a cell, with the usual sign where a font's own one begins it. */
export const usualSign = (text: string): string => {
  const alone = ofSymbolFonts.get(text.trim());
  if (alone !== undefined) return alone;
  return text.replace(leadingSign, (sign) => `${ofSymbolFonts.get(sign.trim()) ?? sign} `);
};

const plain = '•‣◦▪▫●○■□◆◇◼◻❑❒❖➢➤➔►▶▸→∙⁃–*·-';
const telling = '✓✔✗✘☐☑☒';

const mark = new RegExp(`^(?:[${telling}${plain}]|\\(?(?:\\d{1,3}|[a-zA-Z]|[ivxIVX]{1,5})[.)]|\\[[x ]\\])$`);
/** The characters of a longer text are no mark. */
export const itemMarkCharacters = 12;

/** Says whether a text is the sign or the number of an item, whose own text may stand far behind it. */
export const isItemMark = (text: string): boolean =>
  text.length <= itemMarkCharacters && mark.test(text.trim());

const sign = new RegExp(`^(?:[${plain}]|(?=[${telling}]))`);
const listItem = new RegExp(`^[${telling}${plain}]\\s+`);

/** Says whether a line begins an item of a list without numbers. */
export const hasListSign = (text: string): boolean => listItem.test(text);

/** Returns the text of an item without its sign; a sign that says yes or no stays. */
export const withoutListSign = (text: string): string => text.replace(sign, '').trimStart();

/** A number as Markdown knows them; other labels (`a)`, `iv.`) are text of their item. */
const listNumber = /^\(?(\d{1,9})([.)])(?:\s+|$)/;
const tells = new RegExp(`[${telling}]`);

/** Parts an item into its number (`2.`), if it has one, and its text without a sign that says nothing. */
export const partItem = (
  label: string,
  text: string,
): { readonly number?: string; readonly text: string } => {
  const isPlain = label === 'o' || !(/[\p{L}\p{N}]/u.test(label) || tells.test(usualSign(label)));
  const whole = isPlain ? usualSign(text) : `${usualSign(label)} ${text}`.trim();
  const [mark, digits, end] = listNumber.exec(whole) ?? [];
  if (mark !== undefined && mark.length < whole.length)
    return { number: `${digits}${end}`, text: whole.slice(mark.length) };
  return { text: hasListSign(whole) ? withoutListSign(whole) : whole };
};

/** Relative to the height of letters: the text behind the letter is further away than a word in a sentence. */
const tabGap = 0.5;

interface SignRun {
  readonly text: string;
  readonly font?: string | undefined;
}

/**
 * Says whether a letter `o` is a sign, as it is in the second level of Word's lists: in a font of its own (Courier
 * New), with a tab behind it.
 *
 * @param gap How far behind the letter the next run begins, relative to the height of letters.
 */
export const isLetterSign = (first: SignRun, next: SignRun, gap: number): boolean =>
  first.text.trim() === 'o' && gap > tabGap && first.font !== undefined && first.font !== next.font;
