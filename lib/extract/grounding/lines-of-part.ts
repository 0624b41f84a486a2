/** The lines of a text, with what stands over each: read once, in linear time. */
interface Lines {
  /** Offsets at which lines begin. */
  readonly starts: readonly number[];
  /** For each line, the last heading before it, and the first row of the table that it is in; -1 for none. */
  readonly headings: Int32Array;
  readonly tables: Int32Array;
}

const known = new WeakMap<object, Lines>();

const readLines = (text: string): Lines => {
  const starts = [0];
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  const headings = new Int32Array(starts.length).fill(-1);
  const tables = new Int32Array(starts.length).fill(-1);
  for (const [at, start] of starts.entries()) {
    headings[at] = text[start] === '#' ? at : (headings[at - 1] ?? -1);
    const before = tables[at - 1] ?? -1;
    if (text[start] === '|') tables[at] = before >= 0 ? before : at;
  }
  return { starts, headings, tables };
};

/** Characters on each side of a place, in its own line and in others, that are about the same thing. */
const around = { own: 400, others: 120 } as const;
/** Blank lines between a value and the label over or under it. */
const blankMax = 2;

/** Returns the line in which an offset is. */
const lineAt = ({ starts }: Lines, offset: number): number => {
  let [low, high] = [0, starts.length - 1];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((starts[middle] ?? 0) <= offset) low = middle;
    else high = middle - 1;
  }
  return low;
};

/**
 * Returns the words of a text that are about the value at a place: its own line, the short lines right before and after
 * it, the heading over it, and the header of its table. `part` is the holder of the text.
 */
export const wordsAround = (
  part: { readonly original: string },
  { start, end }: { readonly start: number; readonly end: number },
): string => {
  const { original: text } = part;
  const lines = known.get(part) ?? readLines(text);
  known.set(part, lines);
  const at = lineAt(lines, start);
  const line = (number: number): string => {
    const from = lines.starts[number];
    if (from === undefined) return '';
    const to = lines.starts[number + 1] ?? text.length;
    return text.slice(from, Math.min(to, from + around.others + 1)).trim();
  };
  const beside = (step: -1 | 1): string => {
    for (let number = at + step; Math.abs(number - at) <= blankMax; number += step) {
      const found = line(number);
      if (found !== '') return found.length <= around.others ? found : '';
    }
    return '';
  };
  const from = Math.max(lines.starts[at] ?? 0, start - around.own);
  const to = Math.min(lines.starts[at + 1] ?? text.length, end + around.own);
  const over = [lines.headings[at] ?? -1, lines.tables[at] ?? -1].filter((number) => number >= 0);
  return [text.slice(from, to), beside(-1), beside(1), ...over.map(line)].join('\n');
};
