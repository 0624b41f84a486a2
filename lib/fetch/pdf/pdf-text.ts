import { isTable, readingOrder, type PdfPiece, type TextLine } from './pdf-columns.ts';
import { bodyHeight, headingRatio, joinPdfRuns, roundedHeight, type PdfRun } from './pdf-lines.ts';
import { ListIndents } from './list-indents.ts';
import { hasListSign, withoutListSign } from './list-signs.ts';
import { contentsEntry, hyphenedWords, joinTextLines } from './join-lines.ts';
import {
  continuesParagraph,
  linesBeside,
  ListNumbers,
  usualDrops,
  type Beside,
  type OpenParagraph,
} from './pdf-paragraphs.ts';
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
  | { readonly kind: 'paragraph'; readonly text: string }
  /** `depth`: in how many items of longer lines it stands; absent for none. */
  | { readonly kind: 'item'; readonly text: string; readonly depth?: number }
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

interface OpenBlock extends OpenParagraph {
  text: string;
  /** Of an item without a number: in how many items it stands; null for all else. */
  readonly depth: number | null;
  last: TextLine;
  drop: number | null;
}

/** What all pages tell of each. */
interface Usual {
  readonly levels: ReadonlyMap<number, number>;
  readonly drops: ReadonlyMap<number, number>;
  readonly hyphened: ReadonlySet<string>;
}

/** Puts the pieces of a page together to blocks. */
class BlockWriter {
  readonly #blocks: PdfBlock[] = [];
  readonly #numbers = new ListNumbers();
  readonly #indents = new ListIndents();
  readonly #usual: Usual;
  #open: OpenBlock | null = null;

  constructor(usual: Usual) {
    this.#usual = usual;
  }

  #close(): void {
    if (this.#open === null) return;
    const { text, level, depth } = this.#open;
    if (level > 0) this.#blocks.push({ kind: 'heading', level, text });
    else if (depth === null) this.#blocks.push({ kind: 'paragraph', text });
    else this.#blocks.push({ kind: 'item', text, ...(depth === 0 ? {} : { depth }) });
    this.#open = null;
  }

  /** Adds a block that no line continues. */
  add(block: PdfBlock): void {
    this.#close();
    this.#indents.end();
    this.#blocks.push(block);
  }

  /** Adds a line, to the block above it if it continues that. */
  addLine(line: TextLine, beside: Beside): void {
    const { levels, drops, hyphened } = this.#usual;
    const level =
      line.text.length <= headingCharactersMax ? (levels.get(roundedHeight(line.height)) ?? 0) : 0;
    const isBullet = level === 0 && hasListSign(line.text);
    const open = this.#open;
    const mayContinue =
      open !== null &&
      open.level === level &&
      !open.last.isRow &&
      !line.isRow &&
      !hasListSign(line.text) &&
      continuesParagraph(open, line, beside, drops);
    const isNumbered = this.#numbers.isItem(line, mayContinue ? open : null, beside);
    if (!mayContinue || isNumbered) {
      this.#close();
      if (!isBullet) this.#indents.end();
      this.#open = {
        text: isBullet ? withoutListSign(line.text) : line.text,
        level,
        depth: isBullet ? this.#indents.depthOf(line) : null,
        isItem: isBullet || isNumbered,
        last: line,
        drop: null,
      };
      return;
    }
    open.text = joinTextLines(open.text, line.text, hyphened);
    const drop = open.last.y - line.y;
    // A raised or lowered sign may stand on a line of its own.
    if (drop > line.height * 0.9) open.drop = Math.min(open.drop ?? drop, drop);
    open.last = line;
  }

  end(): PdfBlock[] {
    this.#close();
    return this.#blocks;
  }
}

const blocksOf = (pieces: readonly PdfPiece[], usual: Usual): PdfBlock[] => {
  const writer = new BlockWriter(usual);
  for (const [at, piece] of pieces.entries()) {
    if (isTable(piece)) {
      writer.add({ kind: 'table', rows: piece.rows });
      continue;
    }
    const entry = contentsEntry(piece.text);
    if (entry === null) writer.addLine(piece, linesBeside(pieces, at));
    else writer.add({ kind: 'item', text: entry });
  }
  return writer.end();
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
  const usual = {
    levels: levelsOf(lines, bodyHeight(lines)),
    drops: usualDrops(read),
    hyphened: hyphenedWords(
      read.flat().flatMap((piece) => (isTable(piece) ? piece.rows.flat() : [piece.text])),
    ),
  };
  const withText = read.map((pieces) => charactersOf(pieces) >= textMin);
  return {
    pages: read.map((pieces, index) => ({
      blocks: blocksOf(pieces, usual),
      isScanned: withText[index] === false && pages[index]?.hasImages === true,
    })),
    pagesWithText: withText.filter(Boolean).length,
    repeatedCharacters: characters,
  };
};
