import { diffLines } from 'diff';
import { inertOnTerminal } from '../inert-text.ts';

/** What the main content of a page and the whole page have in common, and what only one of them has. */
export interface ContentComparison {
  readonly lines: readonly ComparedLine[];
  /** Lines with text that only the whole page has, and lines that only the main content has. */
  readonly leftOut: number;
  readonly mainAlone: number;
}

export interface ComparedLine {
  readonly where: 'both' | 'main' | 'whole';
  readonly text: string;
}

/** Most differing lines: with more, finding the fewest edits takes minutes. */
const editsMax = 4_000;

const linesOf = (text: string): string[] => text.replace(/\n$/, '').split('\n');

/**
 * Compares the Markdown of a page's main content with that of the whole page, line by line, in a bounded number of
 * steps.
 */
export const compareContent = (main: string, whole: string): ContentComparison => {
  const parts = diffLines(`${main}\n`, `${whole}\n`, { maxEditLength: editsMax }) ?? [
    { value: main, removed: true, added: false },
    { value: whole, removed: false, added: true },
  ];
  const lines = parts.flatMap(({ value, added, removed }) =>
    linesOf(value).map((text): ComparedLine => ({
      where: added ? 'whole' : removed ? 'main' : 'both',
      text,
    })),
  );
  const count = (wanted: ComparedLine['where']): number =>
    lines.filter(({ where, text }) => where === wanted && text.trim() !== '').length;
  return { lines, leftOut: count('whole'), mainAlone: count('main') };
};

const marks = { both: '  ', main: '> ', whole: '- ' } as const;
const colors = { both: '', main: '\u001B[32m', whole: '\u001B[31m' } as const;

const plural = (count: number, what: string): string => `${count} ${what}${count === 1 ? '' : 's'}`;

/**
 * Writes the comparison for people: a line that the main content leaves out begins with `- `, one that only it has with
 * `> `. With `color`, escape sequences paint them red and green.
 */
export const comparisonText = (
  { lines, leftOut, mainAlone }: ContentComparison,
  kept: number,
  color: boolean,
): string => {
  const painted = lines.map(({ where, text }) => {
    const line = `${marks[where]}${inertOnTerminal(text)}`.trimEnd();
    return color && where !== 'both' && line !== '' ? `${colors[where]}${line}\u001B[39m` : line;
  });
  const head =
    `the main content keeps ${(100 * kept).toFixed(1)} % of the text outside the frame; it leaves out ` +
    `${plural(leftOut, 'line')} (-) and adds ${mainAlone} (>)`;
  return [head, '', ...painted].join('\n');
};
