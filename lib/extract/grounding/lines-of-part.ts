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

/** Characters on each side of a place, in its own line and in headings, that are about the same thing. */
const around = { own: 400, over: 120 } as const;
/** A line that may name the value over or under it: a few words, no sentence and no value of its own. */
const label = /^[^.!?。\p{N}]{1,40}$/u;
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
 * Returns the words of a text that are about the value at a place: its own line, labels right before and after it, the
 * heading over it, and the header of its table. `part` is the holder of the text.
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
    return text.slice(from, Math.min(to, from + around.over)).trim();
  };
  const beside = (step: -1 | 1): string => {
    for (let number = at + step; Math.abs(number - at) <= blankMax; number += step) {
      const found = line(number);
      if (found !== '') return label.test(found) ? found : '';
    }
    return '';
  };
  const from = Math.max(lines.starts[at] ?? 0, start - around.own);
  const to = Math.min(lines.starts[at + 1] ?? text.length, end + around.own);
  const table = lines.tables[at] ?? -1;
  // Rows of a table are about different things.
  const labels = table < 0 ? [beside(-1), beside(1)] : [];
  const over = [lines.headings[at] ?? -1, table].filter((number) => number >= 0);
  return [text.slice(from, to), ...labels, ...over.map(line)].join('\n');
};
