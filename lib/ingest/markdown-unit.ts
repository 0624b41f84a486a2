/**
 * A page's Markdown as units that readers take in as one: a paragraph, a whole table, a whole block of code, a list
 * entry with everything below it. Units follow each other without a gap, and together they are the whole text.
 */
export interface MarkdownUnit {
  readonly kind: 'heading' | 'table' | 'code' | 'quote' | 'text' | 'entry';
  readonly start: number;
  readonly end: number;
  /** For headings: from 1 to 6. */
  readonly level: number;
  /** The units in a list entry, in order; empty for all others. */
  readonly parts: readonly MarkdownUnit[];
}

/** A line with its line break. */
export interface MarkdownLine {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

const headingLine = /^(#{1,6})\s+\S/;
const fenceLine = /^\s*(`{3,}|~{3,})/;
const quoteLine = /^\s*>/;
const tableLine = /^\s*\|/;
const entryLine = /^\s*(?:[-*+]|\d{1,9}[.)])(?:\s|$)/;

export const isBlankLine = (text: string): boolean => text.trim() === '';

/** Returns the lines of a part of a text, in order. */
export const linesBetween = (text: string, from: number, to: number): MarkdownLine[] => {
  const lines: MarkdownLine[] = [];
  for (let start = from; start < to;) {
    const at = text.indexOf('\n', start);
    const end = at < 0 || at + 1 > to ? to : at + 1;
    lines.push({ start, end, text: text.slice(start, end) });
    start = end;
  }
  return lines;
};

/** Returns the marks that open a fence of code, or null. */
export const openingFence = (line: string): string | null => fenceLine.exec(line)?.[1] ?? null;

/**
 * Says whether a line ends the code that `fence` began: it has at least as many of the same marks and no other text.
 */
export const closesFence = (line: string, fence: string): boolean => {
  const marks = line.trim();
  return marks.length >= fence.length && marks === (fence[0] ?? '`').repeat(marks.length);
};

const kindOf = (text: string): MarkdownUnit['kind'] => {
  if (headingLine.test(text)) return 'heading';
  if (openingFence(text) !== null) return 'code';
  if (quoteLine.test(text)) return 'quote';
  if (tableLine.test(text)) return 'table';
  return entryLine.test(text) ? 'entry' : 'text';
};

const isIndented = (text: string): boolean => /^(?:\s{2,}|\t)/.test(text);

/**
 * Returns the index of the line behind the ink of the unit that begins at `from`. Code ends with its fence, whatever it
 * holds.
 */
const endOfInk = (lines: readonly MarkdownLine[], from: number, kind: MarkdownUnit['kind']): number => {
  let at = from + 1;
  if (kind === 'heading') return at;
  if (kind === 'code') {
    const fence = openingFence(lines[from]?.text ?? '') ?? '```';
    while (at < lines.length && !closesFence(lines[at]?.text ?? '', fence)) at += 1;
    return Math.min(at + 1, lines.length);
  }
  for (; at < lines.length; at += 1) {
    const text = lines[at]?.text ?? '';
    if (isBlankLine(text)) return at;
    const next = kindOf(text);
    // A paragraph continues over lines of its own kind; so do an entry's first lines.
    if (next !== kind && !(kind === 'entry' && next === 'text')) return at;
    if (kind === 'entry' && next === 'entry') return at;
  }
  return at;
};

/** Returns units without regard to lists: an entry is its first paragraph, and the text below it follows as units. */
const flatUnits = (lines: readonly MarkdownLine[], isMarkdown: boolean): MarkdownUnit[] => {
  const units: MarkdownUnit[] = [];
  for (let at = 0; at < lines.length;) {
    const text = lines[at]?.text ?? '';
    const kind = isMarkdown ? kindOf(text) : 'text';
    let next = isBlankLine(text) ? at + 1 : endOfInk(lines, at, kind);
    if (!isMarkdown) {
      next = at + 1;
      while (next < lines.length && !isBlankLine(lines[next]?.text ?? '')) next += 1;
    }
    while (next < lines.length && isBlankLine(lines[next]?.text ?? '')) next += 1;
    units.push({
      kind,
      start: lines[at]?.start ?? 0,
      end: lines[next - 1]?.end ?? 0,
      level: kind === 'heading' ? (headingLine.exec(text)?.[1]?.length ?? 0) : 0,
      parts: [],
    });
    at = next;
  }
  return units;
};

/**
 * Returns the units of a page's Markdown. An entry that is not indented takes in everything indented below it,
 * including nested lists.
 *
 * @param isMarkdown false for plain text, in which marks of Markdown mean nothing: only paragraphs are told apart.
 */
export const markdownUnits = (text: string, isMarkdown = true): MarkdownUnit[] => {
  const flat = flatUnits(linesBetween(text, 0, text.length), isMarkdown);
  const units: MarkdownUnit[] = [];
  for (let at = 0; at < flat.length;) {
    const first = flat[at];
    if (first === undefined) break;
    let next = at + 1;
    if (first.kind === 'entry')
      while (next < flat.length && isIndented(text.slice(flat[next]?.start, flat[next]?.end))) next += 1;
    const last = flat[next - 1] ?? first;
    units.push(first.kind === 'entry' ? { ...first, end: last.end, parts: flat.slice(at, next) } : first);
    at = next;
  }
  return units;
};
