import { readLetters, occurrences } from './letters.ts';
import { markdownParts, type MarkdownParts } from './markdown-parts.ts';
import { blockKinds, type BlockKind, type PageTruth } from './page-truth.ts';

export interface PageComparison {
  /** Parts of the page by kind, and those that are not in its markdown. */
  readonly total: Readonly<Record<BlockKind, number>>;
  readonly lost: Readonly<Record<BlockKind, readonly string[]>>;
  /** Code blocks and headings that are there, and are no code or heading any more. */
  readonly changed: { readonly code: number; readonly headings: number };
  /** Letters and digits of the markdown, and those of them that are no part of the main area. */
  readonly length: number;
  readonly frame: readonly string[];
}

/** Shorter parts stand in other words by chance; they count where they are a unit of their own. */
const searchedCharactersMin = 12;

const countsOf = (parts: readonly string[]): Map<string, number> => {
  const counts = new Map<string, number>();
  for (const part of parts) counts.set(part, (counts.get(part) ?? 0) + 1);
  return counts;
};

/**
 * How many of `needed` equal parts are missing. A part that stands twice in the page has to stand twice in the
 * markdown.
 */
const missing = (part: string, needed: number, { text }: PageTruth, markdown: MarkdownParts): number => {
  const units = markdown.units.get(part) ?? 0;
  if (units >= needed) return 0;
  if (part.length < searchedCharactersMin) return needed - units;
  return Math.min(needed, Math.max(0, occurrences(text, part) - occurrences(markdown.text, part)));
};

const wordsOf = (text: string): string[] => text.match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];

/** Words in a row by which text is told from frame where a block holds both. */
const runWords = 3;

/** What of the markdown's blocks is not in the main area. */
const frameOf = ({ blocks }: MarkdownParts, { text, either, parts }: PageTruth): string[] => {
  const known = text + either;
  const ownUnits = countsOf(blockKinds.flatMap((kind) => parts[kind]));
  const seen = new Map<string, number>();
  const frame: string[] = [];
  for (const block of blocks) {
    const letters = readLetters(block);
    if (letters === '') continue;
    const times = (seen.get(letters) ?? 0) + 1;
    seen.set(letters, times);
    if (known.includes(letters)) {
      const own = ownUnits.get(letters) ?? 0;
      // A line of the frame may say a word that the page says too: once more than the page says it is too often.
      if (times > Math.max(own, letters.length < 200 ? occurrences(known, letters) : times))
        frame.push(block);
      continue;
    }
    const words = wordsOf(block);
    const isKnown = words.map(() => false);
    for (let at = 0; at + runWords <= words.length; at += 1) {
      if (known.includes(words.slice(at, at + runWords).join(''))) isKnown.fill(true, at, at + runWords);
    }
    const extra = words.filter((_, at) => isKnown[at] !== true).join(' ');
    if (extra !== '') frame.push(extra);
  }
  return frame;
};

export const comparePage = (truth: PageTruth, markdown: string): PageComparison => {
  const found = markdownParts(markdown);
  const total: Record<BlockKind, number> = { code: 0, headings: 0, paragraphs: 0, rows: 0, items: 0 };
  const lost: Record<BlockKind, string[]> = { code: [], headings: [], paragraphs: [], rows: [], items: [] };
  const changed = { code: 0, headings: 0 };
  for (const kind of blockKinds) {
    total[kind] = truth.parts[kind].length;
    for (const [part, needed] of countsOf(truth.parts[kind])) {
      const gone = missing(part, needed, truth, found);
      for (let at = 0; at < gone; at += 1) lost[kind].push(part);
      const shown = kind === 'code' ? found.asCode : kind === 'headings' ? found.asHeading : null;
      if (shown !== null && (kind === 'code' || kind === 'headings'))
        changed[kind] += Math.max(0, needed - gone - (shown.get(part) ?? 0));
    }
  }
  return { total, lost, changed, length: found.text.length, frame: frameOf(found, truth) };
};
