/** The directions in which a PDF's text is written: pages that are turned, and scripts that run from right to left. */

/** Where a text stands. Lengths are points, `y` grows upwards. */
export interface DrawnText {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Quarters of a turn, against the clock, from text that runs from left to right. */
export type Quarters = 0 | 1 | 2 | 3;

/** Returns the quarter of a turn that is nearest to the direction of a text, from the matrix that draws it. */
export const nearestQuarters = ([a = 1, b = 0, , d = 0]: readonly number[]): Quarters => {
  if (Math.abs(b) > Math.abs(a)) return b > 0 ? 1 : 3;
  // Text that is mirrored, not turned, keeps its upright letters.
  return a < 0 && d < 0 ? 2 : 0;
};

/** Returns where a point stands after its page was turned back by quarters of a turn. */
export const turnedBack = (x: number, y: number, quarters: Quarters): readonly [x: number, y: number] => {
  if (quarters === 1) return [y, -x];
  if (quarters === 2) return [-x, -y];
  return quarters === 3 ? [-y, x] : [x, y];
};

/** Returns the direction of most characters of a page. */
export const mainQuarters = (texts: readonly (readonly [text: string, quarters: Quarters])[]): Quarters => {
  const characters = [0, 0, 0, 0];
  for (const [text, quarters] of texts)
    characters[quarters] = (characters[quarters] ?? 0) + text.trim().length;
  const all = characters.reduce((sum, count) => sum + count, 0);
  return ([1, 2, 3] as const).find((quarters) => (characters[quarters] ?? 0) > all / 2) ?? 0;
};

const rightToLeft = /(?!\p{Nd})[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/u;
const rightToLeftAll = /(?![\p{Nd}\p{P}])[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/gu;
const leftToRightAll = /(?![\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc])\p{L}/gu;

/** Says whether some letter of a text is of a script that runs from right to left. */
export const hasRightToLeft = (text: string): boolean => rightToLeft.test(text);

/** Says whether most letters of texts run from right to left; null if they have no letters. */
const direction = (texts: readonly string[]): boolean | null => {
  let [right, left] = [0, 0];
  for (const text of texts) {
    right += text.match(rightToLeftAll)?.length ?? 0;
    left += text.match(leftToRightAll)?.length ?? 0;
  }
  return right + left === 0 ? null : right > left;
};

/** Says whether most letters of a page run from right to left. */
export const isRightToLeft = (texts: readonly string[]): boolean =>
  texts.some(hasRightToLeft) && direction(texts) === true;

/** Returns what stands on a page as its mirror shows it: text that runs from right to left begins at the left. */
export const mirrored = <T extends DrawnText>(one: T): T => ({ ...one, x: -(one.x + one.width) });

/** A text of a part of a line, and whether a blank is before it in the order drawn. */
export interface PartRun extends DrawnText {
  readonly font?: string | undefined;
  readonly isSpaced: boolean;
  /** Its number in the order drawn. */
  readonly order: number;
}

/** Relative to the height of letters: a wider gap in a line of two directions is a space. */
const spaceGap = 0.15;

interface Piece {
  readonly text: string;
  /** Whether it runs against the line; null for punctuation. */
  readonly isAgainst: boolean | null;
  readonly hasLetters: boolean;
  readonly isApart: boolean;
}

const joined = (pieces: readonly Piece[]): string =>
  pieces.map(({ text, isApart }, at) => (isApart && at > 0 ? ` ${text}` : text)).join('');

/** Returns pieces that run against their line in the order of reading: each keeps the space at its side. */
const reversed = (pieces: readonly Piece[]): Piece[] =>
  pieces
    .toReversed()
    .map((piece, at) => ({ ...piece, isApart: pieces[pieces.length - at]?.isApart ?? false }));

/** Cuts numbers without letters where spaces part them: only the digits of each one run against the line. */
const stretches = (pieces: readonly Piece[]): Piece[][] => {
  if (pieces.some(({ hasLetters }) => hasLetters)) return [[...pieces]];
  const found: Piece[][] = [];
  for (const piece of pieces) {
    const last = found.at(-1);
    if (last === undefined || piece.isApart) found.push([piece]);
    else last.push(piece);
  }
  return found;
};

/** Turns each stretch that runs against its line; punctuation at its ends belongs to the line. */
const readAlong = (pieces: readonly Piece[]): string => {
  const read: Piece[] = [];
  let open: Piece[] = [];
  const close = (): void => {
    const end = open.findLastIndex(({ isAgainst }) => isAgainst === true) + 1;
    for (const stretch of stretches(open.slice(0, end))) {
      const [first, ...others] = reversed(stretch);
      if (first !== undefined) read.push({ ...first, isApart: stretch[0]?.isApart ?? false }, ...others);
    }
    read.push(...open.slice(end));
    open = [];
  };
  for (const piece of pieces) {
    if (piece.isAgainst === true || (piece.isAgainst === null && open.length > 0)) open.push(piece);
    else {
      close();
      read.push(piece);
    }
  }
  close();
  return joined(read);
};

/**
 * Returns the text of a part of a line in which some letters run from right to left, in the order of reading. Runs are
 * sorted by their places, because files draw them in either order; words and numbers that run the other way keep
 * theirs.
 *
 * @param runs as the mirror shows them if `isPageRtl`.
 */
export const readInDirection = (runs: readonly PartRun[], isPageRtl: boolean): string => {
  const isLineRtl = direction(runs.map(({ text }) => text)) ?? isPageRtl;
  const along = (isPageRtl === isLineRtl ? runs : runs.map(mirrored)).toSorted((a, b) => a.x - b.x);
  return readAlong(
    along.map((run, at) => {
      const before = along[at - 1];
      const gap = before === undefined ? 0 : run.x - before.x - before.width;
      const isNext = before !== undefined && Math.abs(run.order - before.order) === 1;
      const isSpaced = isNext && (run.order > before.order ? run : before).isSpaced;
      const isRtl = direction([run.text]);
      const hasDigit = /\p{Nd}/u.test(run.text);
      return {
        text: run.text,
        isAgainst: isRtl === null ? (hasDigit ? isLineRtl : null) : isRtl !== isLineRtl,
        hasLetters: isRtl !== null,
        isApart: before !== undefined && (isSpaced || gap > run.height * spaceGap),
      };
    }),
  );
};
