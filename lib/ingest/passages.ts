import { cutUnit, type Piece } from './cut-unit.ts';
import { markdownUnits, type MarkdownUnit } from './markdown-unit.ts';

/** A part of a page that is found and shown by itself. */
export interface Passage {
  /** The text that is shown: its part of the page, and what must be repeated so that it can be read alone. */
  readonly text: string;
  /** Its offsets in the page's Markdown: passages follow each other without a gap. */
  readonly start: number;
  readonly end: number;
  /** Headings over it, the page's own first; for several short sections, the headings that they share. */
  readonly sectionPath: readonly string[];
  /** Level of the last of them; 0 if there is none. */
  readonly headingLevel: number;
  /** As `estimateTokens` counts them. */
  readonly tokens: number;
}

/** How long passages are, in tokens. */
export interface PassageSizes {
  /** A passage is closed before it grows over this. */
  readonly target: number;
  /** Text that belongs together stays together up to this: a table, a block of code, an entry with its term. */
  readonly max: number;
  /** A section shorter than this is joined with others. */
  readonly min: number;
}

interface Heading {
  readonly level: number;
  readonly text: string;
}

interface Placed extends Piece {
  readonly path: readonly Heading[];
  readonly isHeading: boolean;
}

const headingText = (markdown: string, { start, end }: MarkdownUnit): string =>
  markdown
    .slice(start, end)
    .replace(/^#+\s+|\s*#*\s*$/g, '')
    .replaceAll(/[*_`]|\\(?=[^\w\s])/g, '')
    .slice(0, 200)
    // A character that was cut in two has no form in UTF-8.
    .replace(/[\ud800-\udbff]$/, '');

/** Returns the pieces of a page in order, each with the headings over it. */
const placedPieces = (text: string, isMarkdown: boolean, sizes: PassageSizes): Placed[] => {
  let path: readonly Heading[] = [];
  return markdownUnits(text, isMarkdown).flatMap((unit) => {
    const isHeading = unit.kind === 'heading';
    if (isHeading)
      path = [
        ...path.filter(({ level }) => level < unit.level),
        { level: unit.level, text: headingText(text, unit) },
      ];
    const limit = unit.kind === 'text' || unit.kind === 'quote' ? sizes.target : sizes.max;
    return cutUnit(text, unit, limit).map((piece) => ({ ...piece, path, isHeading }));
  });
};

const shared = (a: readonly Heading[], b: readonly Heading[]): readonly Heading[] => {
  let count = 0;
  while (count < a.length && a[count] !== undefined && a[count] === b[count]) count += 1;
  return a.slice(0, count);
};

const sum = (pieces: readonly Placed[]): number => pieces.reduce((total, { tokens }) => total + tokens, 0);

const passageOf = (text: string, pieces: readonly Placed[]): Passage => {
  const first = pieces[0] as Placed;
  const last = pieces.at(-1) as Placed;
  const inked = pieces.filter(({ isHeading }) => !isHeading);
  const path = (inked.length === 0 ? pieces : inked).map((piece) => piece.path).reduce(shared);
  const after = last.after === '' ? '' : `\n${last.after}`;
  return {
    text: `${first.before}${text.slice(first.start, last.end).trimEnd()}${after}`.trimEnd(),
    start: first.start,
    end: last.end,
    sectionPath: path.map((heading) => heading.text),
    headingLevel: path.at(-1)?.level ?? 0,
    tokens: sum(pieces),
  };
};

/** Counts the headings at the end of the open passage: they belong to the text behind. */
const headingsAtEnd = (pieces: readonly Placed[]): number => {
  let count = 0;
  while (count < pieces.length && pieces[pieces.length - 1 - count]?.isHeading === true) count += 1;
  return count;
};

/**
 * Splits a page into passages: at its headings, and within a section between paragraphs, entries and rows. Tables, code
 * and list entries stay whole up to `sizes.max`; the parts of one that is cut repeat its header, fence or term. It
 * leaves nothing out: the parts of the text behind the passages make up the text. Time is linear in the length of the
 * page.
 *
 * @param isMarkdown false for plain text, which has no headings, tables or code.
 */
export const splitPassages = (text: string, sizes: PassageSizes, isMarkdown = true): Passage[] => {
  const passages: Passage[] = [];
  let open: Placed[] = [];
  const close = (): void => {
    if (open.length > 0) passages.push(passageOf(text, open));
    open = [];
  };
  for (const next of placedPieces(text, isMarkdown, sizes)) {
    const moved = headingsAtEnd(open);
    const ink = open.length - moved;
    const used = sum(open.slice(0, ink));
    const carried = open.slice(ink);
    const isNewSection = next.isHeading && ink > 0 && used >= sizes.min;
    const isFull = ink > 0 && sum(open) + next.tokens > sizes.target;
    // A passage that ends or begins with a part of a table or of code cannot be joined to its neighbour.
    const isSeam = ink > 0 && (open[ink - 1]?.after !== '' || (next.after !== '' && next.before !== ''));
    if (isNewSection || isFull || isSeam) {
      open = open.slice(0, ink);
      close();
      open = [...carried];
    }
    open.push(next);
  }
  close();
  return passages;
};
