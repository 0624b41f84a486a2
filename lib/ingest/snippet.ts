/** A range of characters: from, and to which. */
export type TextRange = readonly [number, number];

/** A stretch of a text for people, with the words that were looked for in it. */
export interface Snippet {
  readonly text: string;
  readonly highlights: readonly TextRange[];
}

/**
 * Marks of Markdown that say how a text looks, each replaced by blanks of the same length, so that places stay
 * where they are.
 */
const withoutMarks = (text: string): string =>
  text
    .replaceAll(/^[ \t]*(?:#{1,6} |[-*+] |>+ ?|`{3,}.*$|\|[\s:|-]+$)/gm, (mark) => ' '.repeat(mark.length))
    .replaceAll(/\]\((?:[^()\s]|\([^()\s]*\))*\)/g, (mark) => ' '.repeat(mark.length))
    .replaceAll(/[*`|[\]]|\\(?=[^\w\s])/g, ' ');

/** The place from which a window of so many characters holds most of the ranges. */
const densest = (ranges: readonly TextRange[], size: number): number => {
  let best = { start: ranges[0]?.[0] ?? 0, count: 0 };
  for (const [at, [start]] of ranges.entries()) {
    let count = 0;
    while (at + count < ranges.length && (ranges[at + count]?.[1] ?? 0) <= start + size) count += 1;
    if (count > best.count) best = { start, count };
  }
  return best.start;
};

/**
 * The part of a passage that shows most of what was looked for, as one line.
 *
 * @param size characters of the passage that are shown at most.
 */
export const snippetAround = (passage: string, highlights: readonly TextRange[], size: number): Snippet => {
  const plain = withoutMarks(passage);
  const wanted = Math.max(0, densest(highlights, size * 0.7) - Math.floor(size * 0.15));
  const space = wanted === 0 ? 0 : plain.indexOf(' ', wanted) + 1;
  const from = space > 0 && space < wanted + 30 ? space : wanted;
  const to = Math.min(plain.length, from + size);
  let text = from > 0 ? '… ' : '';
  const found: TextRange[] = [];
  let inside: number | null = null;
  const isIn = (at: number): boolean => highlights.some(([start, end]) => at >= start && at < end);
  for (let at = from; at < to; at += 1) {
    const character = plain[at] ?? '';
    const isBlank = /\s/.test(character);
    if (isBlank && /\s$|^$/.test(text)) continue;
    const isHit = !isBlank && isIn(at);
    if (isHit && inside === null) inside = text.length;
    if (!isHit && inside !== null) {
      found.push([inside, text.length]);
      inside = null;
    }
    text += isBlank ? ' ' : character;
  }
  if (inside !== null) found.push([inside, text.length]);
  const shown = text.trimEnd();
  return { text: to < plain.length ? `${shown} …` : shown, highlights: found };
};
