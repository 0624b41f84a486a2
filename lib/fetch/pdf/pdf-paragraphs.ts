import { isTable, type PdfPiece, type TextLine } from './pdf-columns.ts';
import { roundedHeight } from './pdf-lines.ts';

/** Where a paragraph of a PDF ends: what its lines' places, fonts and numbers say of it. */

/** Relative to the height of letters: a line that is further below never continues a paragraph. */
const dropMax = 1.8;
/** Relative to the usual distance of lines: a line that is further below begins a paragraph. */
const apart = 1.25;
/** Distances of lines that differ by a smaller share are taken for one. */
const alike = 0.1;
/** Relative to the height of letters: how far the first line of a paragraph is indented. */
const indentMin = 0.7;
const indentMax = 5;
/** Relative to its width: a line that ends so far before the others may be the last of its paragraph. */
const shortBy = 0.1;
/** Relative to its width: a line that ends so far before the others, with a sentence, is the last of its paragraph. */
const endsBy = 0.25;
/** So many lines above and below tell how far to the right a line may reach. */
const linesBesideMax = 3;
/** Lists within lists whose next numbers are known. */
const depthMax = 8;

/** Lines of a paragraph, as far as it is read. */
export interface OpenParagraph {
  readonly level: number;
  /** Whether it began with the sign or number of an item, behind which its next lines are indented. */
  readonly isItem: boolean;
  readonly last: TextLine;
  /** The distance of its lines; null of a single line. */
  readonly drop: number | null;
}

/** Returns the usual distance between lines of text, for each height of their letters. */
export const usualDrops = (pages: readonly (readonly PdfPiece[])[]): ReadonlyMap<number, number> => {
  const counts = new Map<number, Map<number, number>>();
  for (const pieces of pages) {
    for (const [at, piece] of pieces.entries()) {
      const next = pieces[at + 1];
      if (next === undefined || isTable(piece) || isTable(next)) continue;
      const height = roundedHeight(piece.height);
      const drop = piece.y - next.y;
      if (height !== roundedHeight(next.height) || drop <= 0 || drop >= height * dropMax) continue;
      const ofHeight = counts.get(height) ?? new Map<number, number>();
      counts.set(height, ofHeight);
      ofHeight.set(roundedHeight(drop), (ofHeight.get(roundedHeight(drop)) ?? 0) + 1);
    }
  }
  return new Map(
    // Of distances that are as frequent the smallest is within paragraphs.
    [...counts].map(([height, drops]) => [
      height,
      [...drops].toSorted((a, b) => b[1] - a[1] || a[0] - b[0])[0]?.[0] ?? height,
    ]),
  );
};

/** What stands beside a line in the reading order. */
export interface Beside {
  /** The line behind it, if a line is next. */
  readonly next: TextLine | null;
  /** Where the lines around it end that stand in its column. */
  readonly right: number;
}

/** Returns what stands beside the line at a place. */
export const linesBeside = (pieces: readonly PdfPiece[], at: number): Beside => {
  const line = pieces[at];
  if (line === undefined || isTable(line)) return { next: null, right: 0 };
  let { right } = line;
  for (let near = Math.max(0, at - linesBesideMax); near <= at + linesBesideMax; near += 1) {
    const other = pieces[near];
    if (other === undefined || isTable(other) || other.isRow) continue;
    if (other.x < line.right && other.right > line.x) right = Math.max(right, other.right);
  }
  const next = pieces[at + 1];
  return { next: next === undefined || isTable(next) ? null : next, right };
};

const endsSentence = (text: string): boolean => /[.:;!?…。！？：；)\]"”’»]$/u.test(text.slice(-1));

/** Says whether a line ends before those beside it, by a share of their width. */
const isShort = (line: TextLine, right: number, share: number): boolean =>
  line.right < right - share * (right - line.x);

/** Says whether a line may be the last of its paragraph. */
const mayEnd = (last: TextLine, { right }: Beside): boolean =>
  endsSentence(last.text) || isShort(last, right, shortBy);

const isBelow = (upper: TextLine, lower: TextLine): boolean => {
  const drop = upper.y - lower.y;
  return drop > 0 && drop < Math.max(upper.height, lower.height) * dropMax;
};

/** Returns how far lines stand apart where a line is no paragraph of its own. */
const usualDrop = (
  { last, drop }: OpenParagraph,
  line: TextLine,
  { next, right }: Beside,
  usual: ReadonlyMap<number, number>,
): number => {
  const here = last.y - line.y;
  if (drop !== null) return drop;
  const ofText = usual.get(roundedHeight(line.height)) ?? here;
  // Text may be set wider than most of the document. Then full lines are followed by one that is as far below.
  if (next === null || isShort(last, right, shortBy) || isShort(line, right, shortBy)) return ofText;
  return Math.abs(line.y - next.y - here) < here * alike ? here : ofText;
};

/** Says whether a line is the first of a paragraph, which is indented. The next line has to tell, if there is one. */
const isIndented = (open: OpenParagraph, line: TextLine, beside: Beside): boolean => {
  const indent = line.x - open.last.x;
  if (indent < line.height * indentMin || indent > line.height * indentMax) return false;
  // The second line of an item stands behind its sign.
  if (open.isItem || !mayEnd(open.last, beside)) return false;
  // What goes on below a label, such as an address of several lines, is indented as well.
  if (open.drop === null && !endsSentence(open.last.text)) return false;
  const { next } = beside;
  return next === null || !isBelow(line, next) || line.x - next.x > (line.height * indentMin) / 2;
};

/** Says whether a line begins further to the left than the last line of an indented paragraph, which it follows. */
const isOutdented = ({ last }: OpenParagraph, line: TextLine, { next, right }: Beside): boolean => {
  if (last.x - line.x < line.height * indentMin) return false;
  const isCentred = Math.abs(last.x + last.right - line.x - line.right) < 2 * line.height;
  if (isCentred) return false;
  const isIndentedNext = next !== null && next.x - line.x >= line.height * indentMin && isBelow(line, next);
  return isShort(last, right, shortBy) || (isIndentedNext && endsSentence(last.text));
};

/** Says whether a whole line is in another font or size than the whole line above it: a heading, code, a remark. */
const isOtherFont = ({ last }: OpenParagraph, line: TextLine): boolean =>
  last.font !== undefined &&
  line.font !== undefined &&
  (last.font !== line.font || Math.abs(last.height - line.height) > line.height * 0.05) &&
  (endsSentence(last.text) || !/^\p{Ll}/u.test(line.text));

/**
 * Says whether a line continues a paragraph, by what stands where. The sign or number of an item before the line is
 * not looked at.
 *
 * @param usual The distances of `usualDrops`.
 */
export const continuesParagraph = (
  open: OpenParagraph,
  line: TextLine,
  beside: Beside,
  usual: ReadonlyMap<number, number>,
): boolean => {
  const { last } = open;
  const drop = last.y - line.y;
  const isLower = /^\p{Ll}/u.test(line.text);
  // A column to the right begins higher up. It continues the sentence unless it begins with a capital.
  if (drop < 0) return isLower;
  if (drop >= Math.max(last.height, line.height) * dropMax) return false;
  if (drop > apart * usualDrop(open, line, beside, usual)) return false;
  if (open.level > 0) return true;
  if (isOtherFont(open, line)) return false;
  if (isLower) return true;
  if (endsSentence(last.text) && isShort(last, beside.right, endsBy)) return false;
  return !isIndented(open, line, beside) && !isOutdented(open, line, beside);
};

/** Follows the numbers of numbered lists through a page, also of lists within lists. */
export class ListNumbers {
  readonly #last: number[] = [];

  /**
   * Says whether a line is the next item of a list or the first of a new one, and remembers its number.
   *
   * @param open The paragraph that it would continue without its number; null if it begins one.
   */
  isItem(line: TextLine, open: OpenParagraph | null, beside: Beside): boolean {
    const [, digits] = /^\(?(\d{1,3})[.)]\s/.exec(line.text) ?? [];
    if (digits === undefined) return false;
    const number = Number(digits);
    const list = this.#last.lastIndexOf(number - 1);
    if (number !== 1 && list !== -1) {
      this.#last.splice(list, this.#last.length, number);
      return true;
    }
    // Within a paragraph, a number that no list expects is a part of a sentence (`on the`, `1. of May`).
    const isFirst =
      number === 1 &&
      (open === null ||
        open.isItem ||
        mayEnd(open.last, beside) ||
        /^\(?2[.)]\s/.test(beside.next?.text ?? ''));
    if (open !== null && !isFirst) return false;
    this.#last.push(number);
    if (this.#last.length > depthMax) this.#last.shift();
    return true;
  }
}
