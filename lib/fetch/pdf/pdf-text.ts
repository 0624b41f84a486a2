import type { PdfBlock } from './pdf-block.ts';
import { codeAt } from './pdf-code.ts';
import { isTable, readingOrder, type PdfPiece, type TextLine } from './pdf-columns.ts';
import {
  bodyHeight,
  codeFont,
  countInk,
  headingCharactersMax,
  headingLevels,
  headingRatio,
  joinPdfRuns,
  roundedHeight,
  type PdfRun,
} from './pdf-lines.ts';
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
import { namesHeading, usedTags, type TagNode } from './pdf-tags.ts';
import { withoutRunningLines } from './running-lines.ts';
import { readTagged, type TaggedText } from './tagged-blocks.ts';

export interface PdfPage {
  readonly runs: readonly PdfRun[];
  /** The heights of its lower and its upper border. */
  readonly bottom: number;
  readonly top: number;
  /** Whether it has pictures: a page with only these was scanned. */
  readonly hasImages: boolean;
  /** What the file names as headings, lists, tables; absent where it names nothing. */
  readonly tags?: TagNode | undefined;
}

export interface PdfPageText {
  readonly blocks: readonly PdfBlock[];
  /** Whether it is only pictures. */
  readonly isScanned: boolean;
}

/** A page with fewer characters has no text of its own, only a scanner's stamp or a page number. */
const textMin = 16;

/** Returns the heading level for each height above the body's, the largest first. */
const levelsOf = (lines: readonly Pick<TextLine, 'height' | 'text'>[], body: number): Map<number, number> => {
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
  /** Whether fonts for code are those of code. */
  readonly hasCode: boolean;
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
  let end = 0;
  for (const [at, piece] of pieces.entries()) {
    if (at < end) continue;
    const code = usual.hasCode ? codeAt(pieces, at) : null;
    if (code !== null) {
      writer.add({ kind: 'code', text: code.text });
      ({ end } = code);
    } else if (isTable(piece)) {
      writer.add({ kind: 'table', rows: piece.rows });
    } else {
      const entry = contentsEntry(piece.text);
      if (entry === null) writer.addLine(piece, linesBeside(pieces, at));
      else writer.add({ kind: 'item', text: entry });
    }
  }
  return writer.end();
};

/** Text of which a greater share is in fonts for code is written in such a font, as by a typewriter. */
const codeShareMax = 0.8;

/** Says whether fonts for code are those of code in a document. */
const hasCode = (pages: readonly PdfPage[]): boolean => {
  const runs = pages.flatMap((page) => page.runs);
  const inkIn = (some: readonly PdfRun[]): number => some.reduce((sum, { text }) => sum + countInk(text), 0);
  return inkIn(runs.filter(({ font }) => font === codeFont)) < codeShareMax * inkIn(runs);
};

/** Without headings: beside what tags name, larger letters are no sign of one. */
const noLevels: ReadonlyMap<number, number> = new Map();

/** Returns the levels of headings by the height of letters; none if tags name headings. */
const levelsBeside = (
  tags: readonly (TagNode | null)[],
  pages: readonly PdfPage[],
): ReadonlyMap<number, number> => {
  if (tags.some((tree) => tree !== null && namesHeading(tree))) return noLevels;
  const lines = pages.flatMap(({ runs }) => joinPdfRuns(runs).flatMap(({ parts }) => parts));
  return levelsOf(lines, bodyHeight(lines));
};

/** So many paragraphs, and this share of them, begin within a sentence where tags make a paragraph of each line. */
const tornMin = 10;
const tornShare = 0.3;

/** Says whether tags tear paragraphs apart, as those of poor programs do. */
const isTorn = (pages: readonly (TaggedText | null)[]): boolean => {
  let [torn, nexts] = [0, 0];
  for (const { blocks } of pages.filter((page) => page !== null)) {
    for (const [at, block] of blocks.entries()) {
      const before = blocks[at - 1];
      if (block.kind !== 'paragraph' || before?.kind !== 'paragraph') continue;
      nexts += 1;
      if (/^\p{Ll}{2}/u.test(block.text) && /[\p{Ll},]$/u.test(before.text.slice(-1))) torn += 1;
    }
  }
  return torn >= tornMin && torn > tornShare * nexts;
};

/** Reads the pages that are read by their tags; null for those that are read by their layout. */
const readTags = (pages: readonly PdfPage[], isCodeTold: boolean): (TaggedText | null)[] => {
  const tags = usedTags(pages);
  if (tags.every((tree) => tree === null)) return pages.map(() => null);
  const hyphened = hyphenedWords(pages.flatMap(({ runs }) => runs.map(({ text }) => text)));
  const of = { hyphened, hasCode: isCodeTold, levels: levelsBeside(tags, pages) };
  const read = tags.map((tree, at) => (tree === null ? null : readTagged(pages[at]?.runs ?? [], tree, of)));
  return isTorn(read) ? pages.map(() => null) : read;
};

/** Says how high on its page the text begins that is read by tags. */
const beginOf = (runs: readonly PdfRun[]): number =>
  runs.reduce((most, { y, tag }) => (tag === undefined ? most : Math.max(most, y)), Number.NEGATIVE_INFINITY);

/** Cuts what the layout shows of a page into what stands above a height and what stands below it. */
const partedAt = (pieces: readonly PdfPiece[], height: number): [PdfPiece[], PdfPiece[]] => {
  const below = pieces.findIndex((piece) => !isTable(piece) && piece.y <= height);
  const at = below === -1 ? pieces.length : below;
  return [pieces.slice(0, at), pieces.slice(at)];
};

const textsOf = (pieces: readonly PdfPiece[]): string[] =>
  pieces.flatMap((piece) => (isTable(piece) ? piece.rows.flat() : [piece.text]));

const charactersIn = (blocks: readonly PdfBlock[]): number =>
  blocks.reduce(
    (sum, block) => sum + countInk(block.kind === 'table' ? block.rows.flat().join('') : block.text),
    0,
  );

/**
 * Reads the blocks of a PDF's pages. Of a tagged PDF, they are what its tags name, with what stands in none of them
 * above or below. Of others: lines by their position, columns and tables by wide gaps, paragraphs by the distance of
 * lines, headings by the height of their letters compared with the rest of the document, bullets by their sign; text
 * without such a sign is a paragraph. Heads and feet that pages have in common are left out (`repeatedCharacters`,
 * without white space).
 */
export const pdfPageTexts = (
  pages: readonly PdfPage[],
): {
  readonly pages: PdfPageText[];
  readonly pagesWithText: number;
  readonly repeatedCharacters: number;
} => {
  const isCodeTold = hasCode(pages);
  const tagged = readTags(pages, isCodeTold);
  const { pages: ownLines, characters } = withoutRunningLines(
    pages.map(({ runs, bottom, top }, at) => ({ lines: joinPdfRuns(tagged[at]?.left ?? runs), bottom, top })),
  );
  const read = ownLines.map(readingOrder);
  const lines = read.flat().filter((piece): piece is TextLine => !isTable(piece));
  const levels = levelsOf(lines, bodyHeight(lines));
  const usual = {
    levels,
    drops: usualDrops(read),
    hyphened: hyphenedWords(read.flatMap(textsOf)),
    hasCode: isCodeTold,
  };
  const blocks = read.map((pieces, at) => {
    const ofTags = tagged[at];
    if (ofTags === undefined || ofTags === null) return blocksOf(pieces, usual);
    const [above, below] = partedAt(pieces, beginOf(pages[at]?.runs ?? []));
    const beside = { ...usual, levels: noLevels };
    return [...blocksOf(above, beside), ...ofTags.blocks, ...blocksOf(below, beside)];
  });
  return {
    pages: blocks.map((ofPage, index) => ({
      blocks: ofPage,
      isScanned: charactersIn(ofPage) < textMin && pages[index]?.hasImages === true,
    })),
    pagesWithText: blocks.filter((ofPage) => charactersIn(ofPage) >= textMin).length,
    repeatedCharacters: characters,
  };
};
