import { contentsEntry, joinTextLines } from './join-lines.ts';
import { partItem } from './list-signs.ts';
import { codeText, mayBeCode } from './pdf-code.ts';
import {
  codeFont,
  headingCharactersMax,
  headingLevels,
  joinPdfRuns,
  roundedHeight,
  type PdfRun,
} from './pdf-lines.ts';
import { headingLevel, isBlockRole, marksIn, type TagNode } from './pdf-tags.ts';
import type { PdfBlock } from './pdf-block.ts';

/** Reads a page by its tags (`pdf-tags.ts`). */

/** What a page's tags were read to. */
export interface TaggedText {
  readonly blocks: readonly PdfBlock[];
  /** Runs that stand in none of them. */
  readonly left: readonly PdfRun[];
}

/** What all pages tell of each. */
interface DocumentFacts {
  /** The words that have a hyphen of their own. */
  readonly hyphened: ReadonlySet<string>;
  /** Whether fonts for code are those of code, and not of all text. */
  readonly hasCode: boolean;
  /** Levels of headings by the height of their letters, if no tag names one. */
  readonly levels: ReadonlyMap<number, number>;
}

/** Returns the level of a text whose letters are all as high as those of a heading; 0 of another one. */
const levelIn = (levels: ReadonlyMap<number, number>, runs: readonly PdfRun[]): number =>
  runs
    .filter(({ text }) => text.trim() !== '')
    .reduce(
      (least, { height }) => Math.min(least, levels.get(roundedHeight(height)) ?? 0),
      levels.size === 0 ? 0 : headingLevels,
    );

/** Lists within lists are told apart to this depth. */
const listDepthMax = 8;

/** Says which elements hold one that stands on lines of its own. */
const findHolders = (root: TagNode): ReadonlySet<TagNode> => {
  const holders = new Set<TagNode>();
  const visit = (node: TagNode): boolean => {
    let holds = false;
    for (const child of node.children)
      if (typeof child !== 'string') holds = visit(child) || isBlockRole(child.role) || holds;
    if (holds) holders.add(node);
    return holds;
  };
  visit(root);
  return holders;
};

const isCodeTag = (child: TagNode | string): child is TagNode =>
  typeof child !== 'string' &&
  (child.role === 'Code' || (child.children.length > 0 && child.children.every(isCodeTag)));

const isInCodeFont = (runs: readonly PdfRun[]): boolean =>
  runs.every(({ text, font }) => font === codeFont || text.trim() === '') &&
  mayBeCode(runs.map(({ text }) => text).join(''));

class TaggedReader {
  readonly #blocks: PdfBlock[] = [];
  #code: PdfRun[] = [];
  readonly #hasCode: boolean;
  readonly #levels: ReadonlyMap<number, number>;
  readonly #runs = new Map<string, PdfRun[]>();
  readonly #read = new Set<PdfRun>();
  readonly #hyphened: ReadonlySet<string>;
  readonly #holders: ReadonlySet<TagNode>;

  constructor(runs: readonly PdfRun[], tags: TagNode, { hyphened, hasCode, levels }: DocumentFacts) {
    this.#hyphened = hyphened;
    this.#hasCode = hasCode;
    this.#levels = levels;
    this.#holders = findHolders(tags);
    for (const run of runs) {
      if (run.tag === undefined) continue;
      const known = this.#runs.get(run.tag);
      if (known === undefined) this.#runs.set(run.tag, [run]);
      else known.push(run);
    }
  }

  read(runs: readonly PdfRun[], tags: TagNode): TaggedText {
    this.#readWithin(tags, 0);
    this.#end();
    return { blocks: this.#blocks, left: runs.filter((run) => !this.#read.has(run)) };
  }

  /** Takes the runs of marked text; each is read once, wherever a tree names it again. */
  #take(marks: readonly string[]): PdfRun[] {
    const runs = marks.flatMap((mark) => this.#runs.get(mark) ?? []).filter((run) => !this.#read.has(run));
    for (const run of runs) this.#read.add(run);
    return runs;
  }

  #textOf(runs: readonly PdfRun[]): string {
    return joinPdfRuns(runs)
      .map(({ parts }) => parts.map(({ text }) => text).join(' '))
      .reduce((text, line) => (text === '' ? line : joinTextLines(text, line, this.#hyphened)), '');
  }

  #text(marks: readonly string[]): string {
    return this.#textOf(this.#take(marks));
  }

  #isLine(child: TagNode | string): boolean {
    return typeof child === 'string' || (!isBlockRole(child.role) && !this.#holders.has(child));
  }

  #add(block: PdfBlock): void {
    this.#end();
    this.#blocks.push(block);
  }

  /** Writes the lines of code that are open: Word makes each of them a paragraph. */
  #end(): void {
    const runs = this.#code;
    this.#code = [];
    const code = codeText(runs);
    const text = code === null ? this.#textOf(runs) : '';
    if (code !== null) this.#blocks.push({ kind: 'code', text: code });
    else if (text !== '') this.#blocks.push({ kind: 'paragraph', text });
  }

  #write(runs: readonly PdfRun[]): void {
    if (this.#hasCode && isInCodeFont(runs)) {
      for (const run of runs) this.#code.push(run);
      return;
    }
    const text = this.#textOf(runs);
    const level = text.length > headingCharactersMax ? 0 : levelIn(this.#levels, runs);
    if (text !== '') this.#add(level > 0 ? { kind: 'heading', level, text } : { kind: 'paragraph', text });
  }

  /** Returns the lines of an element of code that has several; null for another one. */
  #codeOf(child: TagNode | string): string | null {
    return isCodeTag(child) ? codeText(marksIn(child).flatMap((mark) => this.#runs.get(mark) ?? [])) : null;
  }

  /** Writes an element of code that has several lines; false for another one. */
  #writeCode(child: TagNode): boolean {
    const text = this.#codeOf(child);
    if (text === null) return false;
    this.#take(marksIn(child));
    this.#add({ kind: 'code', text });
    return true;
  }

  /** Reads what stands within an element, its lines as paragraphs. */
  #readWithin(node: TagNode, depth: number): void {
    let line: (TagNode | string)[] = [];
    const close = (): void => {
      const marks = line.flatMap((child) => (typeof child === 'string' ? [child] : marksIn(child)));
      line = [];
      const runs = this.#take(marks);
      if (runs.length > 0) this.#write(runs);
    };
    for (const child of node.children) {
      if (this.#isLine(child) && this.#codeOf(child) === null) line.push(child);
      else if (typeof child !== 'string') {
        close();
        this.#readBlock(child, depth);
      }
    }
    close();
  }

  #readBlock(node: TagNode, depth: number): void {
    if (this.#writeCode(node)) return;
    const level = headingLevel(node.role);
    if (level > 0) {
      const text = this.#text(marksIn(node));
      if (text !== '') this.#add({ kind: 'heading', level, text });
      return;
    }
    if (node.role === 'L') this.#readList(node, depth);
    else if (node.role === 'LI') this.#readItem(node, depth);
    else if (node.role === 'TOCI') this.#readEntry(node);
    else if (node.role === 'Table') this.#readTable(node);
    else this.#readWithin(node, depth);
  }

  #readList({ children }: TagNode, depth: number): void {
    for (const child of children) {
      if (typeof child === 'string') this.#write(this.#take([child]));
      else if (child.role === 'L') this.#readList(child, Math.min(depth + 1, listDepthMax));
      else this.#readBlock(child, depth);
    }
  }

  #readItem(node: TagNode, depth: number): void {
    const label: string[] = [];
    const own: string[] = [];
    const below: TagNode[] = [];
    const sort = ({ children }: TagNode): void => {
      for (const child of children) {
        if (typeof child === 'string') own.push(child);
        else if (child.role === 'L' || child.role === 'Table' || this.#codeOf(child) !== null)
          below.push(child);
        else if (child.role === 'Lbl' && own.length === 0) label.push(...marksIn(child));
        else if (this.#holders.has(child)) sort(child);
        else own.push(...marksIn(child));
      }
    };
    sort(node);
    this.#writeItem(this.#text(label), this.#text(own), depth);
    for (const child of below) this.#readBlock(child, Math.min(depth + 1, listDepthMax));
  }

  #writeItem(label: string, own: string, depth: number): void {
    const { number, text } = partItem(label, own);
    if (text === '') return;
    const place = depth === 0 ? {} : { depth };
    this.#add({ kind: 'item', text, ...(number === undefined ? {} : { label: number }), ...place });
  }

  #readEntry(node: TagNode): void {
    const below = node.children.filter(
      (child): child is TagNode => typeof child !== 'string' && child.role === 'TOC',
    );
    const own = node.children.filter((child) => typeof child === 'string' || child.role !== 'TOC');
    const text = this.#text(own.flatMap((child) => (typeof child === 'string' ? [child] : marksIn(child))));
    if (text !== '') this.#add({ kind: 'item', text: contentsEntry(text) ?? text });
    for (const child of below) this.#readWithin(child, 0);
  }

  /** Reads a table. One whose rows have one cell is a frame around text. */
  #readTable(node: TagNode): void {
    const rows: TagNode[] = [];
    const captions: TagNode[] = [];
    const sort = ({ children }: TagNode): void => {
      for (const child of children) {
        if (typeof child === 'string') continue;
        if (child.role === 'TR') rows.push(child);
        else if (child.role === 'Caption') captions.push(child);
        else sort(child);
      }
    };
    sort(node);
    const cellsOf = (row: TagNode): TagNode[] =>
      row.children.filter((child): child is TagNode => typeof child !== 'string');
    const width = rows.reduce((most, row) => Math.max(most, cellsOf(row).length), 0);
    for (const caption of captions) this.#readWithin(caption, 0);
    if (width < 2) {
      for (const row of rows) for (const cell of cellsOf(row)) this.#readWithin(cell, 0);
      return;
    }
    const texts = rows
      .map((row) => cellsOf(row).map((cell) => this.#cellText(cell)))
      .filter((cells) => cells.some((text) => text !== ''))
      .map((cells) => [...cells, ...Array.from({ length: width - cells.length }, () => '')]);
    if (texts.length > 0) this.#add({ kind: 'table', rows: texts });
  }

  /** Returns the text of a cell: its paragraphs and items behind each other. */
  #cellText(cell: TagNode): string {
    const paragraphs: string[][] = [];
    const sort = (node: TagNode): void => {
      let line: string[] = [];
      for (const child of node.children) {
        if (this.#isLine(child)) line.push(...(typeof child === 'string' ? [child] : marksIn(child)));
        else if (typeof child !== 'string') {
          paragraphs.push(line);
          line = [];
          sort(child);
        }
      }
      paragraphs.push(line);
    };
    sort(cell);
    return paragraphs
      .map((marks) => this.#text(marks))
      .filter((text) => text !== '')
      .join(' ');
  }
}

/**
 * Reads a page by its tags: what they name as a heading, a list, a table or code is one, in the order of the tree.
 */
export const readTagged = (runs: readonly PdfRun[], tags: TagNode, of: DocumentFacts): TaggedText =>
  new TaggedReader(runs, tags, of).read(runs, tags);
