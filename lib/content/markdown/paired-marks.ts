/** Brackets and quotation marks that belong together, each by its closing mark. */
const openingOf: ReadonlyMap<string, string> = new Map(
  '()[]{}（）［］｛｝「」『』【】《》〈〉〔〕〖〗｢｣“”‘’«»‹›'
    .split('')
    .flatMap((mark, at, marks): [string, string][] => (at % 2 === 0 ? [] : [[mark, marks[at - 1] ?? '']])),
);
const openings: ReadonlySet<string> = new Set(openingOf.values());
/** Marks that close as they open. */
const straight: ReadonlySet<string> = new Set(['"', "'", '＂']);
const anyMark = /[()[\]{}（）［］｛｝「」『』【】《》〈〉〔〕〖〗｢｣“”‘’«»‹›"'＂]/;
const wordEnd = /[\p{L}\p{N}]$/u;

/** Where a pair of brackets or quotation marks opens and closes in a text. */
export interface PairedMarks {
  readonly open: number;
  readonly close: number;
}

/** Marks that are open at a place of a text. */
class OpenMarks {
  readonly #stack: { readonly mark: string; readonly at: number }[] = [];
  readonly #counts = new Map<string, number>();

  isOpen(mark: string): boolean {
    return (this.#counts.get(mark) ?? 0) > 0;
  }

  open(mark: string, at: number): void {
    this.#stack.push({ mark, at });
    this.#counts.set(mark, (this.#counts.get(mark) ?? 0) + 1);
  }

  /** Closes a mark that is open, and those within it, which have no end. Returns where it was opened. */
  close(mark: string): number {
    for (let last = this.#stack.pop(); last !== undefined; last = this.#stack.pop()) {
      this.#counts.set(last.mark, (this.#counts.get(last.mark) ?? 0) - 1);
      if (last.mark === mark) return last.at;
    }
    return -1;
  }
}

/** Says whether a straight mark in a word is an apostrophe. */
const isApostrophe = (text: string, at: number, isOpen: boolean): boolean =>
  text[at] === "'" &&
  (isOpen ? /^[\p{L}\p{N}]/u.test(text.slice(at + 1, at + 3)) : true) &&
  wordEnd.test(text.slice(Math.max(0, at - 2), at));

/**
 * Finds the pairs of brackets and quotation marks in a text, in the order of their ends, in linear time. A mark without
 * its other half is in no pair.
 */
export const pairedMarks = (text: string): PairedMarks[] => {
  if (!anyMark.test(text)) return [];
  const pairs: PairedMarks[] = [];
  const marks = new OpenMarks();
  for (let at = 0; at < text.length; at += 1) {
    const mark = text[at] ?? '';
    const opening = straight.has(mark) ? mark : openingOf.get(mark);
    const isOpen = opening !== undefined && marks.isOpen(opening);
    if (straight.has(mark) && isApostrophe(text, at, isOpen)) continue;
    if (isOpen) pairs.push({ open: marks.close(opening), close: at });
    else if (openings.has(mark) || straight.has(mark)) marks.open(mark, at);
  }
  return pairs;
};

/** Returns the outermost pair that opens before `at` and closes there or behind; null for none. */
export const marksAcross = (text: string, at: number): PairedMarks | null =>
  pairedMarks(text).findLast(({ open, close }) => open < at && close >= at) ?? null;

/** Returns where the words between a pair of marks begin and end, without the spaces around them. */
export const wordsWithin = (
  text: string,
  { open, close }: PairedMarks,
): { readonly start: number; readonly end: number } => {
  const words = text.slice(open + 1, close);
  const start = close - words.trimStart().length;
  return { start, end: Math.max(start, open + 1 + words.trimEnd().length) };
};
