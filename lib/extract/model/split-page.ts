import { markdownBlocks, type MarkdownBlock } from './markdown-block.ts';
import { estimateTokens } from './token-estimate.ts';

/** A part of a page that is asked about by itself. */
export interface Chunk {
  /** Headings over its first line, the page's own first. */
  readonly headings: readonly string[];
  /** The text to ask about: a part of the page, behind the header of its table if that began in an earlier chunk. */
  readonly text: string;
  /** Its offsets in the Markdown: chunks follow each other without a gap. */
  readonly start: number;
  readonly end: number;
}

/** A part that is not cut further. */
interface Piece {
  readonly start: number;
  readonly end: number;
  readonly tokens: number;
  /** The header to put before it if a chunk begins with it. */
  readonly header: string;
  readonly headerTokens: number;
  readonly headings: readonly string[];
  readonly isHeading: boolean;
  /** For headings: tokens of the text below, up to the next heading. */
  section: number;
}

const isLowSurrogate = (text: string, at: number): boolean => {
  const code = text.charCodeAt(at);
  return code >= 0xdc00 && code <= 0xdfff;
};

/** Returns the best place to cut near the end of a text: after a line, a sentence, a word. */
const cutIn = (text: string): number => {
  const least = Math.floor(text.length * 0.6);
  const tail = text.slice(least);
  for (const pattern of [/\n(?=[^\n]*$)/, /[.!?。！？]["')\]]?\s(?=[^.!?。！？]*$)/, /\s(?=\S*$)/]) {
    const match = pattern.exec(tail);
    if (match !== null) return least + match.index + match[0].length;
  }
  return text.length;
};

/** Returns the end of the longest beginning of a part that fits the budget, at a place where a reader would pause. */
const endWithin = (markdown: string, start: number, end: number, budget: number): number => {
  let size = Math.min(end - start, 4 * budget);
  for (let tokens = estimateTokens(markdown.slice(start, start + size)); tokens > budget && size > 1;) {
    size = Math.max(1, Math.min(size - 1, Math.floor((0.95 * size * budget) / tokens)));
    tokens = estimateTokens(markdown.slice(start, start + size));
  }
  if (start + size >= end) return end;
  const cut = start + cutIn(markdown.slice(start, start + size));
  const whole = isLowSurrogate(markdown, cut) ? cut - 1 : cut;
  return whole > start ? whole : Math.min(end, start + 2);
};

/** Returns a table's header and the line under it, if it has them and they leave room for rows. */
const headerOf = (markdown: string, { kind, parts, end }: MarkdownBlock, budget: number): string => {
  const [first, rule, row] = parts;
  if (kind !== 'table' || first === undefined || rule === undefined) return '';
  if (!/^\|[\s:|-]+\|?\s*$/.test(markdown.slice(rule, row ?? end))) return '';
  const header = markdown.slice(first, row ?? end).replace(/\n*$/, '\n');
  return estimateTokens(header) > budget / 4 ? '' : header;
};

const headingText = (markdown: string, { start, end }: MarkdownBlock): string =>
  markdown
    .slice(start, end)
    .replace(/^#+\s+|\s*#*\s*$/g, '')
    .slice(0, 200);

const piecesOf = (
  markdown: string,
  block: MarkdownBlock,
  headings: readonly string[],
  budget: number,
): Piece[] => {
  const base = { headings, isHeading: block.kind === 'heading', section: 0 };
  const tokens = estimateTokens(markdown.slice(block.start, block.end));
  if (tokens <= budget) {
    return [{ ...base, start: block.start, end: block.end, tokens, header: '', headerTokens: 0 }];
  }
  const header = headerOf(markdown, block, budget);
  const headerTokens = estimateTokens(header);
  const pieces: Piece[] = [];
  for (const [at, from] of block.parts.entries()) {
    const end = block.parts[at + 1] ?? block.end;
    // The header's own rows need no header before them.
    const own = at < 2 ? '' : header;
    for (let start = from; start < end;) {
      const room = own === '' ? budget : budget - headerTokens;
      const to = endWithin(markdown, start, end, room);
      pieces.push({
        ...base,
        start,
        end: to,
        tokens: estimateTokens(markdown.slice(start, to)),
        header: own,
        headerTokens: own === '' ? 0 : headerTokens,
      });
      start = to;
    }
  }
  return pieces;
};

const allPieces = (markdown: string, budget: number): Piece[] => {
  const pieces: Piece[] = [];
  let path: { readonly level: number; readonly text: string }[] = [];
  let headings: readonly string[] = [];
  let section: Piece | null = null;
  for (const block of markdownBlocks(markdown)) {
    // A heading belongs under those above it; what follows belongs under the heading.
    if (block.kind === 'heading') path = path.filter(({ level }) => level < block.level);
    if (block.kind === 'heading') headings = path.map(({ text }) => text);
    for (const piece of piecesOf(markdown, block, headings, budget)) {
      pieces.push(piece);
      if (piece.isHeading) section = piece;
      if (section !== null) section.section += piece.tokens;
    }
    if (block.kind !== 'heading') continue;
    path = [...path, { level: block.level, text: headingText(markdown, block) }];
    headings = path.map(({ text }) => text);
  }
  return pieces;
};

/** Counts the headings at the end of a chunk, which belong to the text behind. */
const headingsAtEnd = (pieces: readonly Piece[]): number => {
  let count = 0;
  while (count < pieces.length && pieces[pieces.length - 1 - count]?.isHeading === true) count += 1;
  return count;
};

const sum = (pieces: readonly Piece[]): number => pieces.reduce((total, { tokens }) => total + tokens, 0);

/**
 * Splits a page's Markdown into chunks of at most `budget` tokens (as `estimateTokens` counts them): between sections
 * if possible, else between blocks, rows (each chunk of a table has its header again), entries and lines, else between
 * sentences or words. It leaves out and changes nothing. Time is linear in the length of the page.
 */
export const splitPage = (markdown: string, budget: number): Chunk[] => {
  const chunks: Chunk[] = [];
  let open: Piece[] = [];
  let used = 0;
  const close = (): void => {
    const [first] = open;
    const last = open.at(-1);
    if (first === undefined || last === undefined) return;
    const { start, headings, header } = first;
    chunks.push({ headings, text: `${header}${markdown.slice(start, last.end)}`, start, end: last.end });
    open = [];
    used = 0;
  };
  for (const piece of allPieces(markdown, budget)) {
    const isFull = used + piece.tokens > budget;
    const isBetterNext =
      piece.isHeading && used + piece.section > budget && (piece.section <= budget || used > budget / 2);
    if (open.length > 0 && (isFull || (isBetterNext && headingsAtEnd(open) < open.length))) {
      const moved = headingsAtEnd(open);
      const carried = moved === open.length ? [] : open.splice(open.length - moved);
      const fits = sum(carried) + piece.tokens + piece.headerTokens <= budget;
      if (!fits) open.push(...carried);
      close();
      if (fits) open = carried;
      used = sum(open);
    }
    if (open.length === 0) used = piece.headerTokens;
    open.push(piece);
    used += piece.tokens;
  }
  close();
  return chunks;
};
