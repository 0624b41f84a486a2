/** A block of a page's Markdown with the blank lines behind it. Blocks follow each other without a gap. */
export interface MarkdownBlock {
  readonly kind: 'heading' | 'table' | 'list' | 'code' | 'text';
  readonly start: number;
  readonly end: number;
  /** For headings: from 1 to 6. */
  readonly level: number;
  /** Where its parts (rows, entries, lines) begin. The first begins where the block does. */
  readonly parts: readonly number[];
}

interface Line {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

const linesOf = (markdown: string): Line[] => {
  const lines: Line[] = [];
  for (let start = 0; start < markdown.length;) {
    const at = markdown.indexOf('\n', start);
    const end = at < 0 ? markdown.length : at + 1;
    lines.push({ start, end, text: markdown.slice(start, end) });
    start = end;
  }
  return lines;
};

const headingLine = /^(#{1,6})\s+\S/;
const fenceLine = /^\s{0,3}(`{3,}|~{3,})/;
const entryLine = /^(?:[-*+]|\d{1,9}[.)])\s/;
const isBlank = (text: string): boolean => text.trim() === '';

const kindOf = (text: string): MarkdownBlock['kind'] => {
  if (headingLine.test(text)) return 'heading';
  if (fenceLine.test(text)) return 'code';
  if (text.startsWith('|')) return 'table';
  return entryLine.test(text) ? 'list' : 'text';
};

/** Returns the index of the line after the block that begins at `from`, without the blank lines behind it. */
const endOfBlock = (lines: readonly Line[], from: number, kind: MarkdownBlock['kind']): number => {
  let at = from + 1;
  if (kind === 'heading') return at;
  if (kind === 'code') {
    const fence = fenceLine.exec(lines[from]?.text ?? '')?.[1] ?? '```';
    while (at < lines.length && lines[at]?.text.trimStart().startsWith(fence) !== true) at += 1;
    return Math.min(at + 1, lines.length);
  }
  for (; at < lines.length; at += 1) {
    const { text } = lines[at] ?? { text: '' };
    if (isBlank(text)) {
      // A list may have blank lines between its entries.
      const next = lines[at + 1]?.text ?? '';
      if (kind !== 'list' || !(entryLine.test(next) || /^\s{2,}\S/.test(next))) return at;
    } else if (kind === 'table' ? !text.startsWith('|') : kindOf(text) !== kind && kindOf(text) !== 'text')
      return at;
  }
  return at;
};

const startsPart = (kind: MarkdownBlock['kind'], text: string): boolean =>
  kind === 'list' ? entryLine.test(text) : !isBlank(text);

/** Returns the blocks of a page's Markdown in order; together they are the whole text. */
export const markdownBlocks = (markdown: string): MarkdownBlock[] => {
  const lines = linesOf(markdown);
  const blocks: MarkdownBlock[] = [];
  for (let at = 0; at < lines.length;) {
    const first = lines[at];
    if (first === undefined) break;
    const kind = kindOf(first.text);
    const ink = isBlank(first.text) ? at : endOfBlock(lines, at, kind);
    let next = Math.max(ink, at + 1);
    while (next < lines.length && isBlank(lines[next]?.text ?? '')) next += 1;
    const parts = lines
      .slice(at + 1, ink)
      .filter(({ text }) => startsPart(kind, text))
      .map(({ start }) => start);
    blocks.push({
      kind,
      start: first.start,
      end: lines[next - 1]?.end ?? markdown.length,
      level: headingLine.exec(first.text)?.[1]?.length ?? 0,
      parts: [first.start, ...parts],
    });
    at = next;
  }
  return blocks;
};
