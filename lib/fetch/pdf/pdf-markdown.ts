/** A run of text on a page of a PDF, as pdf.js gives it. Lengths are points, `y` grows upwards. */
export interface PdfRun {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  /** Whether the run ends its line. */
  readonly endsLine: boolean;
}

export interface PdfPage {
  readonly runs: readonly PdfRun[];
  /** Whether it has pictures: a page with only these was scanned. */
  readonly hasImages: boolean;
}

interface Line {
  text: string;
  readonly y: number;
  readonly height: number;
  right: number;
}

/** A page with fewer characters has no text of its own, only a scanner's stamp or a page number. */
const textMin = 16;
/** Relative to the text's usual height: larger text is a heading. */
const headingRatio = 1.15;
const headingCharactersMax = 200;
const headingLevels = 3;

const isSameLine = (line: Line, run: PdfRun): boolean =>
  Math.abs(line.y - run.y) < Math.max(line.height, run.height) * 0.5;

/** Joins runs to lines; a gap wider than a thin space becomes a space. */
const linesOf = ({ runs }: PdfPage): Line[] => {
  const lines: Line[] = [];
  let fresh = true;
  for (const run of runs) {
    const line = lines.at(-1);
    if (run.text !== '') {
      if (fresh || line === undefined || !isSameLine(line, run)) {
        lines.push({ text: run.text, y: run.y, height: run.height, right: run.x + run.width });
      } else {
        const gap = run.x - line.right;
        const apart = gap > run.height * 0.2 && !/\s$/.test(line.text) && !/^\s/.test(run.text);
        line.text += `${apart ? ' ' : ''}${run.text}`;
        line.right = run.x + run.width;
      }
      fresh = false;
    }
    if (run.endsLine) fresh = true;
  }
  return lines
    .map((line) => ({ ...line, text: line.text.replace(/[\s\0]+/g, ' ').trim() }))
    .filter(({ text }) => text !== '');
};

const rounded = (height: number): number => Math.round(height * 2) / 2;

/** Returns the height of most of the document's characters. */
const bodyHeight = (pages: readonly (readonly Line[])[]): number => {
  const characters = new Map<number, number>();
  for (const { height, text } of pages.flat()) {
    characters.set(rounded(height), (characters.get(rounded(height)) ?? 0) + text.length);
  }
  return [...characters].toSorted((a, b) => b[1] - a[1])[0]?.[0] ?? 0;
};

/** Returns the heading level for each height above the body's, the largest first. */
const levelsOf = (pages: readonly (readonly Line[])[], body: number): Map<number, number> => {
  const heights = new Set(
    pages
      .flat()
      .filter(({ height, text }) => height > body * headingRatio && text.length <= headingCharactersMax)
      .map(({ height }) => rounded(height)),
  );
  return new Map(
    [...heights]
      .toSorted((a, b) => b - a)
      .map((height, index) => [height, Math.min(index + 1, headingLevels)]),
  );
};

const bullet = /^[•‣◦▪●○■–*·-]\s+/;

const escaped = (text: string): string =>
  text
    .replace(/[\\`*_[\]<]/g, '\\$&')
    .replace(/^(#|>|\+|-|\d+[.)])(?=\s)/, (mark) => (/\d/.test(mark) ? mark : `\\${mark}`));

/** Joins a word that was cut at the end of a line. */
const joined = (before: string, after: string): string =>
  /\p{L}-$/u.test(before) && /^\p{Ll}/u.test(after) ? before.slice(0, -1) + after : `${before} ${after}`;

interface Block {
  text: string;
  readonly level: number;
  readonly bullet: boolean;
  last: Line;
}

const follows = (block: Block, line: Line, level: number): boolean => {
  if (block.level !== level || bullet.test(line.text)) return false;
  const drop = block.last.y - line.y;
  // A column to the right begins higher up. It continues the sentence unless it begins with a capital.
  if (drop < 0) return /^\p{Ll}/u.test(line.text);
  return drop < Math.max(block.last.height, line.height) * 1.8;
};

const blocksOf = (lines: readonly Line[], levels: ReadonlyMap<number, number>): Block[] => {
  const blocks: Block[] = [];
  for (const line of lines) {
    const level = line.text.length <= headingCharactersMax ? (levels.get(rounded(line.height)) ?? 0) : 0;
    const block = blocks.at(-1);
    if (block !== undefined && follows(block, line, level)) {
      block.text = joined(block.text, line.text);
      block.last = line;
    } else {
      const isBullet = level === 0 && bullet.test(line.text);
      blocks.push({
        text: isBullet ? line.text.replace(bullet, '') : line.text,
        level,
        bullet: isBullet,
        last: line,
      });
    }
  }
  return blocks;
};

const markdownOfBlock = ({ text, level, bullet: isBullet }: Block): string => {
  if (level > 0) return `${'#'.repeat(level)} ${escaped(text)}`;
  return isBullet ? `- ${escaped(text)}` : escaped(text);
};

const charactersOf = (lines: readonly Line[]): number =>
  lines.reduce((sum, { text }) => sum + text.replace(/\s/g, '').length, 0);

export interface PdfText {
  /** The text, each page behind a comment with its number: `<!-- page 3 -->`. */
  readonly markdown: string;
  /** Pages, from 1, that are only pictures. */
  readonly scanned: readonly number[];
  readonly pagesWithText: number;
}

/**
 * Writes the text of a PDF as Markdown: lines by their position, paragraphs by the distance of lines, headings by the
 * height of their letters compared with the rest of the document, bullets by their sign. A PDF marks none of these;
 * text without such a sign is a paragraph.
 */
export const pdfMarkdown = (pages: readonly PdfPage[]): PdfText => {
  const lines = pages.map(linesOf);
  const levels = levelsOf(lines, bodyHeight(lines));
  const scanned: number[] = [];
  let pagesWithText = 0;
  const parts = lines.map((ofPage, index) => {
    const hasText = charactersOf(ofPage) >= textMin;
    const isScanned = !hasText && pages[index]?.hasImages === true;
    if (isScanned) scanned.push(index + 1);
    if (hasText) pagesWithText += 1;
    const note = isScanned
      ? `<!-- page ${index + 1}: pictures without text, needs OCR -->`
      : `<!-- page ${index + 1} -->`;
    return [note, ...blocksOf(ofPage, levels).map(markdownOfBlock)].join('\n\n');
  });
  return { markdown: parts.join('\n\n'), scanned, pagesWithText };
};
