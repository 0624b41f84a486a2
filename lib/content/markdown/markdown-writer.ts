import { runMarkdown, type RunPlace } from './inline-run.ts';
import { isDelimiter, isTextToken, type Span, type Token } from './inline-token.ts';

/** A pair of marks around inline content, such as `**`. Written only around ink: spaces inside would undo the marks. */
export interface Mark {
  readonly open: string;
  /** Null for a mark that is not written but counts as one, so that the same marks within it are not written either. */
  readonly close: string | null;
  /** Whether the mark ends with its block, as a link does; emphasis goes on in the next block. */
  readonly isOnce: boolean;
  /** Its span in the line, once it is written. */
  span: Span | null;
  isOver: boolean;
}

/** The beginning of lines, to go back to when a quotation or a list item ends. */
interface Indent {
  readonly prefix: string;
  readonly first: string | null;
}

/** Lines are not indented further than this, however deep the page nests, because each line would cost as much. */
const prefixCharactersMax = 60;

const spaces = /[ \t\n\r\f\v\u00a0]+/g;
const ends = /^\s|\s$/;

/**
 * Invisible characters that make equal text differ: zero-width space, word joiner, byte order mark, soft hyphen,
 * control characters that are no white space. Zero-width joiners stay: Persian, Indic scripts and emoji need them.
 */
// oxlint-disable-next-line no-control-regex
export const invisible = /[\u200b\u2060\ufeff\u00ad\u0000-\u0008\u000e-\u001f\u007f]/g;
/** White space that becomes a space in code. */
const oddSpaces = /[\f\v\u00a0]/g;

const noSpan = { isDropped: false, isTwoWay: false };

/**
 * Writes Markdown from front to back, in time linear in its length. Breaks, spaces and marks are held back until the
 * next ink, so that none stands at the end of a line, twice, or around nothing. A paragraph is kept as tokens until it
 * ends, because the paragraph as a whole decides what has to be escaped and which marks are recognized.
 */
export class MarkdownWriter {
  readonly #parts: string[] = [];
  #run: Token[] = [];
  #runPlace: RunPlace;
  /** What a break becomes on one line: `<br>` in a table cell, a space in a heading. */
  #breakAs: string | null;
  #prefix = '';
  /** The beginning of the next line, with the marker, if that line begins an item. */
  #first: string | null = null;
  #break: 0 | 1 | 2 = 0;
  #breakPrefix = '';
  #isHard = false;
  #isSpace = false;
  #isCode = false;
  /** Whether the pending break still counts, although `write` runs on one line. */
  #isDue = false;
  #written = 0;
  readonly #marks: Mark[] = [];
  readonly hasReferences: boolean;

  /** @param hasReferences whether links are written by reference, so that `[1]` is one. */
  constructor(breakAs: string | null = null, hasReferences = false) {
    this.#breakAs = breakAs;
    this.hasReferences = hasReferences;
    this.#runPlace = this.#placeOf('paragraph');
  }

  toString(): string {
    this.#endRun();
    return this.#parts.join('');
  }

  /** Whether every break becomes something else. */
  get isOneLine(): boolean {
    return this.#breakAs !== null;
  }

  /** Length of the Markdown so far. If it is the same before and after a step, the step has written nothing. */
  get length(): number {
    return this.#written;
  }

  /** Whether an item's marker is due and nothing is written behind it yet. */
  get isAtItem(): boolean {
    return this.#first !== null;
  }

  /** Begins a new line before the next ink; with 2, after an empty line. */
  block(lines: 1 | 2): void {
    this.#isSpace = false;
    this.#isHard = false;
    if (this.#first !== null && this.#breakAs === null) return;
    for (let at = this.#marks.length - 1; at >= 0; at -= 1) this.#breakMark(this.#marks[at]);
    if (this.#break === 0 || this.#prefix.length < this.#breakPrefix.length) this.#breakPrefix = this.#prefix;
    if (lines > this.#break) this.#break = lines;
  }

  #breakMark(mark: Mark | undefined): void {
    if (mark === undefined || mark.span === null) return;
    this.#run.push({ kind: 'close', span: mark.span });
    mark.span = null;
    if (mark.isOnce) mark.isOver = true;
  }

  /** Takes back the empty line that a list item's last paragraph asked for, so that items stand close. */
  closeUp(): void {
    if (this.#break === 2) this.#break = 1;
  }

  /** Adds a line break; two in a row end a paragraph. */
  lineBreak(): void {
    if (this.#breakAs !== null) this.block(1);
    else if (this.#isHard) this.block(2);
    else if (this.#break === 0) this.#isHard = this.#written > 0;
    this.#isSpace = false;
  }

  space(): void {
    this.#isSpace = true;
  }

  /** Adds text of the page, with its white space collapsed. */
  text(data: string): void {
    const text = data.replace(invisible, '').replace(spaces, ' ');
    const isOpen = ends.test(text);
    if (isOpen && text !== text.trimStart()) this.#isSpace = true;
    const ink = isOpen ? text.trim() : text;
    if (ink === '') return;
    this.#begin();
    this.#push(this.#isCode ? { kind: 'code', text: ink } : ink);
    if (isOpen && text !== text.trimEnd()) this.#isSpace = true;
  }

  /** Runs `write` and makes its text code. */
  asCode(write: () => void): void {
    const before = this.#isCode;
    this.#isCode = true;
    write();
    this.#isCode = before;
  }

  /** Adds Markdown unchanged. */
  raw(markdown: string): void {
    this.#begin();
    this.#push({ kind: 'atom', markdown });
  }

  /** Adds a code span. */
  code(text: string): void {
    const clean = text.replace(invisible, '').replace(oddSpaces, ' ');
    if (clean === '') return;
    this.#begin();
    this.#push({ kind: 'code', text: clean });
  }

  #push(token: Token): void {
    const last = this.#run.at(-1);
    if (isTextToken(token) && isTextToken(last)) this.#run[this.#run.length - 1] = last + token;
    else this.#run.push(token);
    this.#written += 1;
  }

  /** Adds lines unchanged, each behind the current prefix. */
  lines(text: string): void {
    this.#begin();
    this.#endRun();
    const clean = text.replace(invisible, '').replace(oddSpaces, ' ');
    this.#parts.push(this.#prefix === '' ? clean : clean.replaceAll('\n', `\n${this.#prefix}`));
    this.#written += 1;
  }

  open(open: string, close: string | null, isOnce = false): Mark {
    const mark = { open, close, isOnce, span: null, isOver: false };
    this.#marks.push(mark);
    return mark;
  }

  /** Ends the mark that was opened last. */
  close(mark: Mark): void {
    this.#marks.pop();
    if (mark.span !== null) this.#run.push({ kind: 'close', span: mark.span });
  }

  /** Says whether ink written now would stand inside a mark with this beginning. */
  isMarked(open: string): boolean {
    return this.#marks.some((mark) => mark.open === open && !mark.isOver);
  }

  /** Begins a list item, or a block behind another kind of marker; lines from here on are indented by `width`. */
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

  /** Indents lines from here on, without a marker. */
  indent(width: number): Indent {
    const before = { prefix: this.#prefix, first: this.#first };
    this.#prefix += ' '.repeat(width);
    return before;
  }

  end(before: Indent): void {
    this.#prefix = before.prefix;
    if (this.#first !== null) this.#first = before.first;
  }

  /** Runs `write` with every break as a space, for a heading. */
  onOneLine(write: () => void): void {
    const before = this.#breakAs;
    this.#breakAs ??= ' ';
    // A break that is already pending stays a break.
    const pending = this.#break;
    const written = this.#written;
    this.#isDue = before === null && pending > 0;
    write();
    this.#breakAs = before;
    this.#isDue = false;
    if (this.#written === written) this.#break = pending;
  }

  /** Writes everything that is pending before ink. */
  #begin(): void {
    const isFirst = this.#written === 0;
    if (isFirst || this.#first !== null || this.#break > 0) this.#newLine(isFirst);
    else if (this.#isHard) this.#run.push({ kind: 'break' });
    else if (this.#isSpace) this.#addSpace();
    this.#break = 0;
    this.#isHard = false;
    this.#isSpace = false;
    for (const mark of this.#marks) if (mark.span === null && !mark.isOver) this.#openMark(mark);
  }

  #addSpace(): void {
    const last = this.#run.at(-1);
    if (isTextToken(last)) this.#run[this.#run.length - 1] = `${last} `;
    else this.#run.push(' ');
  }

  #newLine(isFirst: boolean): void {
    const first = this.#first;
    this.#first = null;
    const isDue = this.#isDue;
    this.#isDue = false;
    if (this.#breakAs !== null && first === null && !isDue) {
      if (isFirst) return;
      if (this.#breakAs === ' ') this.#addSpace();
      else this.#run.push({ kind: 'atom', markdown: this.#breakAs });
      return;
    }
    if (!isFirst && this.#breakAs === '<br>') this.#run.push({ kind: 'atom', markdown: '<br>' });
    if (this.#breakAs === '<br>') {
      if (first !== null) this.#run.push({ kind: 'atom', markdown: first });
      return;
    }
    this.#endRun();
    if (!isFirst) this.#parts.push(this.#break === 2 ? `\n${this.#breakPrefix.trimEnd()}\n` : '\n');
    this.#parts.push(first ?? this.#prefix);
    this.#runPlace = this.#placeOf(first !== null && /#{1,6} $/.test(first) ? 'heading' : 'paragraph');
  }

  #placeOf(kind: RunPlace['kind']): RunPlace {
    return {
      kind: this.#breakAs === '<br>' ? 'cell' : kind,
      prefix: this.#prefix,
      hasReferences: this.hasReferences,
    };
  }

  #endRun(): void {
    if (this.#run.length === 0) return;
    this.#parts.push(runMarkdown(this.#run, this.#runPlace));
    this.#run = [];
  }

  #openMark(mark: Mark): void {
    if (mark.close === null) return;
    const last = this.#run.at(-1);
    // No reader understands `**a****b**`, so the two become one.
    if (isDelimiter(last) && last.kind === 'close' && last.span.open === mark.open && !mark.isOnce) {
      this.#run.pop();
      mark.span = last.span;
      return;
    }
    mark.span = { open: mark.open, close: mark.close, ...noSpan };
    this.#run.push({ kind: 'open', span: mark.span });
  }
}
