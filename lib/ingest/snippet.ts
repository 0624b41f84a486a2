import { withoutTargets } from './link-targets.ts';
import { borderBefore } from './text-borders.ts';

/** A range of characters: from, and to. */
export type TextRange = readonly [number, number];

/** A part of a text for people, with the ranges of the searched words in it. */
export interface Snippet {
  readonly text: string;
  readonly highlights: readonly TextRange[];
}

/** Replaces marks of Markdown that only format text by blanks of the same length, so that offsets stay the same. */
const withoutMarks = (text: string): string =>
  withoutTargets(text)
    .replaceAll(/^[ \t]*(?:#{1,6} |[-*+] |>+ ?|`{3,}.*$|\|[\s:|-]+$)/gm, (mark) => ' '.repeat(mark.length))
    .replaceAll(/\]\(<? *>?\)/g, (mark) => ' '.repeat(mark.length))
    .replaceAll(/[*`|[\]]|\\(?=[^\w\s])/g, ' ');

/** Returns the offset at which a window of this size holds most of the ranges. */
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
 * Returns the part of a passage with most of the searched words, as one line.
 *
 * @param size Most characters of the passage that are shown.
 */
export const snippetAround = (passage: string, highlights: readonly TextRange[], size: number): Snippet => {
  const plain = withoutMarks(passage);
  const wanted = Math.max(0, densest(highlights, size * 0.7) - Math.floor(size * 0.15));
  const space = wanted === 0 ? 0 : plain.indexOf(' ', wanted) + 1;
  const from = space > 0 && space < wanted + 30 ? space : borderBefore(plain, 0, wanted);
  const to = Math.max(borderBefore(plain, from, from + size), Math.min(from + 1, plain.length));
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
