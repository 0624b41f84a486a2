/** Operator of pdf.js that draws a string; its first argument lists glyphs, and numbers that move them. */
const showText = 44;

/** What pdf.js warns of, and tells in no other way: a font whose strings it leaves out. */
const failedFont = /loadFont - (?:translateFont|preEvaluateFont) failed/;

/** How many pages are searched for strings of such fonts: their pictures are decoded as well. */
const searchedPagesMax = 20;

/** Characters of a string where none could be read: about a word. */
const usualString = 8;

export interface OperatorList {
  readonly fnArray: readonly number[];
  readonly argsArray: readonly unknown[];
}

const isGlyph = (part: unknown): boolean => typeof part === 'object' && part !== null;

/** Counts the strings that were drawn with glyphs, and those of which no glyph is known. */
const countStrings = ({
  fnArray,
  argsArray,
}: OperatorList): { readonly read: number; readonly lost: number } => {
  let [read, lost] = [0, 0];
  for (const [at, operator] of fnArray.entries()) {
    const args = argsArray[at];
    const parts: unknown = operator === showText && Array.isArray(args) ? args[0] : null;
    if (!Array.isArray(parts)) continue;
    if (parts.some(isGlyph)) read += 1;
    else lost += 1;
  }
  return { read, lost };
};

/**
 * Estimates how much text of a PDF was lost because its fonts cannot be read: one that is broken, or that names a
 * character code which pdf.js does not know. Such a string is taken to be as long as those of the same pages that were
 * read. Of many pages the first ones are counted, and stand for all.
 */
export class UnreadText {
  #hasFailedFont = false;
  #pagesSince = 0;
  #searched = 0;
  readonly #sums = { read: 0, lost: 0, characters: 0 };

  /** Takes a warning of pdf.js. */
  heed(warning: string): void {
    if (failedFont.test(warning)) this.#hasFailedFont = true;
  }

  /** Takes a page whose text was read. `characters` are those of its text. */
  async add(page: { getOperatorList(): Promise<OperatorList> }, characters: number): Promise<void> {
    if (!this.#hasFailedFont) return;
    this.#pagesSince += 1;
    if (this.#searched >= searchedPagesMax) return;
    this.#searched += 1;
    const { read, lost } = countStrings(await page.getOperatorList());
    this.#sums.read += read;
    this.#sums.lost += lost;
    this.#sums.characters += characters;
  }

  /** The characters that were lost, an estimate. */
  get characters(): number {
    const { read, lost, characters } = this.#sums;
    if (lost === 0) return 0;
    const ofString = read === 0 ? usualString : Math.max(1, characters / read);
    return Math.ceil((lost * ofString * this.#pagesSince) / this.#searched);
  }
}
