import { isTable, readingOrder, type PdfPiece, type TextLine } from './pdf-columns.ts';
import { bodyHeight, headingRatio, joinPdfRuns, roundedHeight, type PdfRun } from './pdf-lines.ts';
import { withoutRunningLines } from './running-lines.ts';

export interface PdfPage {
  readonly runs: readonly PdfRun[];
  /** The heights of its lower and its upper border. */
  readonly bottom: number;
  readonly top: number;
  /** Whether it has pictures: a page with only these was scanned. */
  readonly hasImages: boolean;
}

/** A block of a page: a heading (level 1 to 3), a paragraph, an item of a list, or a table, whose rows are as long. */
export type PdfBlock =
  | { readonly kind: 'heading'; readonly level: number; readonly text: string }
  | { readonly kind: 'paragraph' | 'item'; readonly text: string }
  | { readonly kind: 'table'; readonly rows: readonly (readonly string[])[] };

export interface PdfPageText {
  readonly blocks: readonly PdfBlock[];
  /** Whether it is only pictures. */
  readonly isScanned: boolean;
}

/** A page with fewer characters has no text of its own, only a scanner's stamp or a page number. */
const textMin = 16;
const headingCharactersMax = 200;
const headingLevels = 3;

/** Returns the heading level for each height above the body's, the largest first. */
const levelsOf = (lines: readonly TextLine[], body: number): Map<number, number> => {
  const heights = new Set(
    lines
      .filter(({ height, text }) => height > body * headingRatio && text.length <= headingCharactersMax)
      .map(({ height }) => roundedHeight(height)),
  );
  return new Map(
    [...heights]
      .toSorted((a, b) => b - a)
      .map((height, index) => [height, Math.min(index + 1, headingLevels)]),
  );
};

const bullet = /^[•‣◦▪●○■–*·-]\s+/;

/** The dots of a table of contents, which lead the eye to a page's number. */
const leader = /\s*(?:[.·…] ?){5,}\s*(?=[\divxlc]{0,6}$)/iu;

/** Letters and punctuation of scripts whose words have no spaces between them. Korean has. */
const unspaced =
  '[\\p{sc=Han}\\p{sc=Hiragana}\\p{sc=Katakana}\\p{sc=Bopomofo}\\p{sc=Yi}\\p{sc=Thai}\\p{sc=Lao}\\p{sc=Khmer}' +
  '\\p{sc=Myanmar}、。〃〈-〟・ー！（），．：；？［］｛-･]';
const endsUnspaced = new RegExp(`${unspaced}\\p{M}*$`, 'u');
const beginsUnspaced = new RegExp(`^${unspaced}`, 'u');

/** How far a line's end is looked at. */
const endCharacters = 8;

/**
 * Joins two lines of a paragraph. A word that was cut at the end of a line is put together; one with a hyphen of its
 * own, which a capital follows (`E-Mail-`, `Adresse`), keeps it.
 */
export const joinTextLines = (before: string, after: string): string => {
  const end = before.slice(-endCharacters);
  if (/\p{L}-$/u.test(end)) {
    if (/^\p{Ll}/u.test(after)) return before.slice(0, -1) + after;
    if (/^\p{Lu}/u.test(after)) return before + after;
  }
  return endsUnspaced.test(end) && beginsUnspaced.test(after) ? before + after : `${before} ${after}`;
};

interface OpenBlock {
  text: string;
  readonly level: number;
  readonly isItem: boolean;
  last: TextLine;
}

const follows = (block: OpenBlock, line: TextLine, level: number): boolean => {
  if (block.level !== level || block.last.isRow || line.isRow || bullet.test(line.text)) return false;
  const drop = block.last.y - line.y;
  // A column to the right begins higher up. It continues the sentence unless it begins with a capital.
  if (drop < 0) return /^\p{Ll}/u.test(line.text);
  return drop < Math.max(block.last.height, line.height) * 1.8;
};

const settled = ({ text, level, isItem }: OpenBlock): PdfBlock =>
  level > 0 ? { kind: 'heading', level, text } : { kind: isItem ? 'item' : 'paragraph', text };

const blocksOf = (pieces: readonly PdfPiece[], levels: ReadonlyMap<number, number>): PdfBlock[] => {
  const blocks: PdfBlock[] = [];
  let open: OpenBlock | null = null;
  for (const piece of pieces) {
    if (isTable(piece)) {
      if (open !== null) blocks.push(settled(open));
      blocks.push({ kind: 'table', rows: piece.rows });
      open = null;
      continue;
    }
    if (leader.test(piece.text)) {
      if (open !== null) blocks.push(settled(open));
      blocks.push({ kind: 'item', text: piece.text.replace(leader, ' … ').trim() });
      open = null;
      continue;
    }
    const level =
      piece.text.length <= headingCharactersMax ? (levels.get(roundedHeight(piece.height)) ?? 0) : 0;
    if (open !== null && follows(open, piece, level)) {
      open.text = joinTextLines(open.text, piece.text);
      open.last = piece;
    } else {
      if (open !== null) blocks.push(settled(open));
      const isItem = level === 0 && bullet.test(piece.text);
      open = { text: isItem ? piece.text.replace(bullet, '') : piece.text, level, isItem, last: piece };
    }
  }
  return open === null ? blocks : [...blocks, settled(open)];
};

const inkOf = (text: string): number => text.replace(/\s/g, '').length;

const charactersOf = (pieces: readonly PdfPiece[]): number =>
  pieces.reduce((sum, piece) => sum + inkOf(isTable(piece) ? piece.rows.flat().join('') : piece.text), 0);

/**
 * Reads the blocks of a PDF's pages: lines by their position, columns and tables by wide gaps, paragraphs by the
 * distance of lines, headings by the height of their letters compared with the rest of the document, bullets by their
 * sign. A PDF marks none of these; text without such a sign is a paragraph. Heads and feet that pages have in common
 * are left out (`repeatedCharacters`, without white space).
 */
export const pdfPageTexts = (
  pages: readonly PdfPage[],
): {
  readonly pages: PdfPageText[];
  readonly pagesWithText: number;
  readonly repeatedCharacters: number;
} => {
  const { pages: ownLines, characters } = withoutRunningLines(
    pages.map(({ runs, bottom, top }) => ({ lines: joinPdfRuns(runs), bottom, top })),
  );
  const read = ownLines.map(readingOrder);
  const lines = read.flat().filter((piece): piece is TextLine => !isTable(piece));
  const levels = levelsOf(lines, bodyHeight(lines));
  const withText = read.map((pieces) => charactersOf(pieces) >= textMin);
  return {
    pages: read.map((pieces, index) => ({
      blocks: blocksOf(pieces, levels),
      isScanned: withText[index] === false && pages[index]?.hasImages === true,
    })),
    pagesWithText: withText.filter(Boolean).length,
    repeatedCharacters: characters,
  };
};
