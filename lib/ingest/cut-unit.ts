import { estimateTokens } from '../extract/model/token-estimate.ts';
import { borderBefore } from './text-borders.ts';
import { closesFence, openingFence, isBlankLine, linesBetween, type MarkdownUnit } from './markdown-unit.ts';

/**
 * A part of a page's Markdown that stays in one passage, with the text that is repeated around it if a passage begins
 * or ends there.
 */
export interface Piece {
  readonly start: number;
  readonly end: number;
  readonly tokens: number;
  /** Text before a passage that begins with this piece: a table's header, a fence, the term of a definition. */
  readonly before: string;
  /** Text behind it: the fence that ends the code of this piece. */
  readonly after: string;
}

const piece = (text: string, start: number, end: number, before = '', after = ''): Piece => ({
  start,
  end,
  tokens: estimateTokens(text.slice(start, end)),
  before,
  after,
});

const isRule = (line: string): boolean => /^\s*\|[\s:|-]+\|?\s*$/.test(line);

/** Cuts a table between rows; rows behind the header repeat it. */
const cutTable = (text: string, { start, end }: MarkdownUnit, tokensMax: number): Piece[] => {
  const lines = linesBetween(text, start, end);
  const hasHeader = isRule(lines[1]?.text ?? '');
  const head = hasHeader ? lines.slice(0, 2) : [];
  const header = head.map((line) => line.text).join('');
  const before = estimateTokens(header) > tokensMax / 2 ? '' : header;
  const rows = lines.slice(head.length);
  const first = rows[0];
  // The header stays with its first row.
  const whole = head[0] === undefined ? [] : [piece(text, head[0].start, first?.end ?? end)];
  return [
    ...whole,
    ...rows.slice(whole.length === 0 ? 0 : 1).map((row) => piece(text, row.start, row.end, before)),
  ];
};

/** Cuts code at its blank lines, or without any between its lines; each part gets its own fence. */
const cutCode = (text: string, { start, end }: MarkdownUnit, tokensMax: number): Piece[] => {
  const lines = linesBetween(text, start, end);
  const open = lines[0]?.text ?? '';
  const fence = openingFence(open) ?? '```';
  const indent = /^\s*/.exec(open)?.[0] ?? '';
  const pieces: Piece[] = [];
  let from = start;
  let used = 0;
  let blankAt = -1;
  for (const [index, line] of lines.entries()) {
    const tokens = estimateTokens(line.text);
    const isEnd = index > 0 && closesFence(line.text, fence);
    if (used + tokens > tokensMax && line.start > from && index > 1 && !isEnd && !isBlankLine(line.text)) {
      const cut = blankAt > from ? blankAt : line.start;
      pieces.push(piece(text, from, cut, from === start ? '' : open, `${indent}${fence}\n`));
      used = estimateTokens(text.slice(cut, line.start));
      from = cut;
      blankAt = -1;
    }
    used += tokens;
    if (isBlankLine(line.text)) blankAt = line.end;
  }
  pieces.push(piece(text, from, end, from === start ? '' : open));
  return pieces;
};

/** The end of a sentence in a line of Latin letters, whose full stops have a blank behind them. */
const latinEnd = /[.!?]["')\]]?\s+|\n/g;
const beyondLatin = /[\u0250-\uffff]/;
/**
 * The end of a sentence in any other line. Behind the full stops of other scripts (Unicode's property
 * Sentence_Terminal: 。 । ؟ ۔ ።) a blank need not stand; those of full-width numbers end none.
 */
const sentenceEnd =
  /[.!?]["')\]»”’]?\s+|(?![.!?\uff0e\ufe52\u2024])\p{Sentence_Terminal}+["')\]»”’」』）]*\s*|\n/gu;

/** Returns the places between sentences and lines; there are none inside fenced code, which quotes may hold. */
const pauses = (text: string, start: number, end: number): number[] => {
  const found: number[] = [];
  let fence: string | null = null;
  for (const line of linesBetween(text, start, end)) {
    const bare = line.text.replace(/^[\s>]+/, '');
    const mark = openingFence(bare);
    if (fence !== null) {
      if (closesFence(bare, fence)) fence = null;
    } else if (mark !== null) fence = mark;
    else
      for (const match of line.text.matchAll(beyondLatin.test(line.text) ? sentenceEnd : latinEnd))
        found.push(line.start + match.index + match[0].length);
    if (fence === null) found.push(line.end);
  }
  return found;
};

/**
 * Returns the end of the longest beginning of a text without pauses that keeps within the limit: at a blank, or where
 * the text has none between words.
 */
const wordsWithin = (text: string, start: number, end: number, tokensMax: number): number => {
  let size = Math.min(end - start, 4 * tokensMax);
  while (size > 2 && estimateTokens(text.slice(start, start + size)) > tokensMax)
    size = Math.floor(size * 0.8);
  if (start + size >= end) return end;
  const space = text.slice(start, start + size).lastIndexOf(' ');
  return space > size / 2 ? start + space + 1 : borderBefore(text, start, start + size);
};

const cutText = (text: string, { start, end }: MarkdownUnit, tokensMax: number): Piece[] => {
  const places = pauses(text, start, end);
  const pieces: Piece[] = [];
  let from = start;
  let last = start;
  for (const at of places) {
    if (at <= last) continue;
    if (last > from && estimateTokens(text.slice(from, at)) > tokensMax) {
      pieces.push(piece(text, from, last));
      from = last;
    }
    last = at;
  }
  pieces.push(piece(text, from, end));
  return pieces.flatMap((each) => {
    if (
      each.tokens <= tokensMax ||
      openingFence(text.slice(each.start, each.end).replace(/^[\s>]+/, '')) !== null
    )
      return [each];
    const parts: Piece[] = [];
    for (let at = each.start; at < each.end;) {
      const to = wordsWithin(text, at, each.end, tokensMax);
      parts.push(piece(text, at, to));
      at = to;
    }
    return parts;
  });
};

/** Returns the first line of an entry, which names its subject, if it is short enough to be repeated. */
const termOf = (text: string, entry: MarkdownUnit, tokensMax: number): string => {
  const first = entry.parts[0];
  if (first === undefined || entry.parts.length < 2) return '';
  const term = text.slice(first.start, first.end);
  return estimateTokens(term) > tokensMax / 8 ? '' : term;
};

const cutEntry = (text: string, entry: MarkdownUnit, tokensMax: number): Piece[] => {
  const term = termOf(text, entry, tokensMax);
  return entry.parts.flatMap((part, index) =>
    cutUnit(text, part, tokensMax).map((each) => ({
      ...each,
      before: index === 0 ? each.before : `${term}${each.before}`,
    })),
  );
};

/**
 * Cuts a unit into pieces of at most `tokensMax` tokens. A unit that fits is one piece. A row of a table is never cut,
 * however long it is.
 */
export const cutUnit = (text: string, unit: MarkdownUnit, tokensMax: number): Piece[] => {
  const whole = piece(text, unit.start, unit.end);
  if (whole.tokens <= tokensMax || unit.kind === 'heading') return [whole];
  if (unit.kind === 'table') return cutTable(text, unit, tokensMax);
  if (unit.kind === 'code') return cutCode(text, unit, tokensMax);
  if (unit.kind === 'entry' && unit.parts.length > 1) return cutEntry(text, unit, tokensMax);
  return cutText(text, unit, tokensMax);
};
