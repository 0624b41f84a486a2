import { escapeLineStart, escapeText } from './escape-text.ts';

/** A pair of marks around inline content, such as `**`. Written only around ink: spaces inside them would undo them. */
export interface Mark {
  readonly open: string;
  readonly close: string;
  /** A link ends with the block that it began in; emphasis goes on in the next one. */
  readonly isOnce: boolean;
  isWritten: boolean;
  isOver: boolean;
}

/** What a line begins with, to go back to when a quotation or a list item ends. */
interface Indent {
  readonly prefix: string;
  readonly first: string | null;
}

/** Lines are not indented further than this, however deep the page nests: each of them would cost as much. */
const prefixCharactersMax = 60;

const spaces = /[ \t\n\r\f]+/g;
const ends = /^[ \t\n\r\f]|[ \t\n\r\f]$/;

/**
 * Writes Markdown from front to back, in time linear in what is written. Breaks, spaces and marks are asked for and written
 * before the next ink, so that none stands at the end of a line, twice, or around nothing.
 */
export class MarkdownWriter {
  readonly #parts: string[] = [];
  /** On one line, what a break becomes: `<br>` in a table cell, a space in a heading. */
  #breakAs: string | null;
  #prefix = '';
  /** Beginning of the next line where that is an item's, with its marker. */
  #first: string | null = null;
  #break: 0 | 1 | 2 = 0;
  #breakPrefix = '';
  #isHard = false;
  #isSpace = false;
  readonly #marks: Mark[] = [];
  /** The mark that was closed last, and after which part. */
  #closed: { readonly open: string; readonly at: number } = { open: '', at: -1 };

  constructor(breakAs: string | null = null) {
    this.#breakAs = breakAs;
  }

  toString(): string {
    return this.#parts.join('');
  }

  /** True where every break becomes something else. */
  get isOneLine(): boolean {
    return this.#breakAs !== null;
  }

  /** How much is written; what has the same length before and after has written nothing. */
  get length(): number {
    return this.#parts.length;
  }

  /** What follows begins on a new line; with 2, after an empty one. */
  block(lines: 1 | 2): void {
    this.#isSpace = false;
    this.#isHard = false;
    if (this.#first !== null && this.#breakAs === null) return;
    for (let at = this.#marks.length - 1; at >= 0; at -= 1) this.#breakMark(this.#marks[at]);
    if (this.#break === 0 || this.#prefix.length < this.#breakPrefix.length) this.#breakPrefix = this.#prefix;
    if (lines > this.#break) this.#break = lines;
  }

  #breakMark(mark: Mark | undefined): void {
    if (mark?.isWritten !== true) return;
    this.#parts.push(mark.close);
    mark.isWritten = false;
    if (mark.isOnce) mark.isOver = true;
  }

  /** The items of a list stand close: what its last paragraph asked for is taken back. */
  closeUp(): void {
    if (this.#break === 2) this.#break = 1;
  }

  /** A line break; two are the end of a paragraph. */
  lineBreak(): void {
    if (this.#breakAs !== null) this.block(1);
    else if (this.#isHard) this.block(2);
    else if (this.#break === 0) this.#isHard = this.#parts.length > 0;
    this.#isSpace = false;
  }

  space(): void {
    this.#isSpace = true;
  }

  /** Text of the page, escaped, its white space collapsed. */
  text(data: string): void {
    const text = data.replace(spaces, ' ');
    const isOpen = ends.test(text);
    if (isOpen && text.startsWith(' ')) this.#isSpace = true;
    const ink = isOpen ? text.trim() : text;
    if (ink === '') return;
    const startsLine = this.#begin();
    const escaped = escapeText(ink);
    this.#parts.push(startsLine ? escapeLineStart(escaped) : escaped);
    if (isOpen && text.endsWith(' ')) this.#isSpace = true;
  }

  /** Markdown, as it is. */
  raw(markdown: string): void {
    this.#begin();
    this.#parts.push(markdown);
  }

  /** Lines as they are, each with the prefix of where they stand. */
  lines(text: string): void {
    this.#begin();
    this.#parts.push(this.#prefix === '' ? text : text.replaceAll('\n', `\n${this.#prefix}`));
  }

  open(open: string, close: string, isOnce = false): Mark {
    const mark = { open, close, isOnce, isWritten: false, isOver: false };
    this.#marks.push(mark);
    return mark;
  }

  /** Ends the mark that was opened last. */
  close(mark: Mark): void {
    this.#marks.pop();
    if (!mark.isWritten) return;
    this.#parts.push(mark.close);
    this.#closed = { open: mark.open, at: this.#parts.length };
  }

  /** Whether ink written now would stand inside a mark that begins so. */
  isMarked(open: string): boolean {
    return this.#marks.some((mark) => mark.open === open && !mark.isOver);
  }

  /** Lines from here on stand in a list item, or behind a marker of another kind, and are indented by its width. */
  item(marker: string, width = marker.length): Indent {
    const before = { prefix: this.#prefix, first: this.#first };
    this.#first = (this.#first ?? this.#prefix) + marker;
    if (this.#prefix.length < prefixCharactersMax) this.#prefix += ' '.repeat(width);
    return before;
  }

  quote(): Indent {
    const before = { prefix: this.#prefix, first: this.#first };
    if (this.#first !== null) this.#first += '> ';
    this.#prefix += '> ';
    return before;
  }

  /** Lines from here on stand further in, without a marker. */
  indent(width: number): Indent {
    const before = { prefix: this.#prefix, first: this.#first };
    this.#prefix += ' '.repeat(width);
    return before;
  }

  end(before: Indent): void {
    this.#prefix = before.prefix;
    if (this.#first !== null) this.#first = before.first;
  }

  /** Runs `write` with every break made a space. */
  onOneLine(write: () => void): void {
    const before = this.#breakAs;
    this.#breakAs ??= ' ';
    // What was asked for so far is a break still.
    const pending = this.#break;
    const length = this.#parts.length;
    write();
    this.#breakAs = before;
    if (this.#parts.length === length) this.#break = pending;
  }

  /** Writes what was asked for before ink. True at the beginning of a line. */
  #begin(): boolean {
    const isFirst = this.#parts.length === 0;
    let startsLine = isFirst || this.#first !== null;
    if (startsLine || this.#break > 0) {
      startsLine = this.#newLine(isFirst) || startsLine;
    } else if (this.#isHard) {
      this.#parts.push(`  \n${this.#prefix}`);
      startsLine = true;
    } else if (this.#isSpace) this.#parts.push(' ');
    this.#break = 0;
    this.#isHard = false;
    this.#isSpace = false;
    for (const mark of this.#marks) if (!mark.isWritten && !mark.isOver) this.#openMark(mark);
    return startsLine;
  }

  #newLine(isFirst: boolean): boolean {
    const first = this.#first;
    this.#first = null;
    if (this.#breakAs !== null && first === null) {
      if (!isFirst) this.#parts.push(this.#breakAs);
      return false;
    }
    if (!isFirst && this.#breakAs === '<br>') this.#parts.push('<br>');
    else if (!isFirst) this.#parts.push(this.#break === 2 ? `\n${this.#breakPrefix.trimEnd()}\n` : '\n');
    this.#parts.push(first ?? this.#prefix);
    return true;
  }

  #openMark(mark: Mark): void {
    mark.isWritten = true;
    // `**a****b**` is nothing to anyone; the two are one.
    if (this.#closed.open === mark.open && this.#closed.at === this.#parts.length && !mark.isOnce)
      this.#parts.pop();
    else this.#parts.push(mark.open);
  }
}
