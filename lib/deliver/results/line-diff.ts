/** How one list of lines becomes another: lines kept, taken away and added, in order. */
export interface LineEdit {
  readonly kind: 'normal' | 'del' | 'add';
  /**
   * Index of the line in the old list, and in the new one: of an added line where it is put, of a deleted one where
   * it was.
   */
  readonly before: number;
  readonly after: number;
}

/** Lines as numbers: equal lines have the same. */
const numbered = (lists: readonly (readonly string[])[]): Int32Array[] => {
  const numbers = new Map<string, number>();
  return lists.map((lines) =>
    Int32Array.from(lines, (line) => {
      const known = numbers.get(line) ?? numbers.size;
      numbers.set(line, known);
      return known;
    }),
  );
};

/**
 * The furthest that each number of edits gets on each diagonal (Myers 1986, "An O(ND) Difference Algorithm"), up to
 * the one that reaches both ends; null where that takes more than `stepsMax` steps.
 */
const furthest = (a: Int32Array, b: Int32Array, stepsMax: number): Int32Array[] | null => {
  const trace: Int32Array[] = [];
  let steps = 0;
  let last = new Int32Array(1);
  for (let edits = 0; ; edits += 1) {
    // Entry i stands for the diagonal 2i - edits.
    const reach = new Int32Array(edits + 1);
    for (let index = 0; index <= edits; index += 1) {
      const diagonal = 2 * index - edits;
      const down = index < edits ? (last[index] ?? 0) : -1;
      const right = index > 0 ? (last[index - 1] ?? 0) + 1 : -1;
      let x = edits === 0 ? 0 : Math.max(down, right);
      let y = x - diagonal;
      while (x < a.length && y < b.length && a[x] === b[y]) {
        x += 1;
        y += 1;
        steps += 1;
      }
      reach[index] = x;
      if (diagonal === a.length - b.length && x >= a.length) return [...trace, reach];
    }
    steps += edits + 1;
    if (steps > stepsMax) return null;
    trace.push(reach);
    last = reach;
  }
};

/** The way back through what was reached, as edits from the first. */
const wayOf = (trace: readonly Int32Array[], a: Int32Array, b: Int32Array): LineEdit[] => {
  const edits: LineEdit[] = [];
  let x = a.length;
  let y = b.length;
  for (let depth = trace.length - 1; depth >= 0; depth -= 1) {
    const index = (x - y + depth) / 2;
    const last = trace[depth - 1];
    const down = index < depth ? (last?.[index] ?? 0) : -1;
    const right = index > 0 ? (last?.[index - 1] ?? 0) + 1 : -1;
    const isDown = down >= right;
    const startX = depth === 0 ? 0 : Math.max(down, right);
    while (x > startX) {
      x -= 1;
      y -= 1;
      edits.push({ kind: 'normal', before: x, after: y });
    }
    if (depth === 0) break;
    if (isDown) y -= 1;
    else x -= 1;
    edits.push({ kind: isDown ? 'add' : 'del', before: x, after: y });
  }
  return edits.reverse();
};

/** All of the old, then all of the new: right, and as short as need be where nearly all has changed. */
const replaced = (a: Int32Array, b: Int32Array): LineEdit[] => [
  ...Array.from(a, (_, before): LineEdit => ({ kind: 'del', before, after: 0 })),
  ...Array.from(b, (_, after): LineEdit => ({ kind: 'add', before: a.length, after })),
];

/**
 * The fewest edits that make the new lines of the old ones; where finding them takes more than `stepsMax` steps,
 * what stands between the first and the last change is replaced as a whole. The same lists give the same edits.
 */
export const diffLines = (
  before: readonly string[],
  after: readonly string[],
  stepsMax: number,
): LineEdit[] => {
  const shorter = Math.min(before.length, after.length);
  let head = 0;
  while (head < shorter && before[head] === after[head]) head += 1;
  let tail = 0;
  while (tail < shorter - head && before.at(-1 - tail) === after.at(-1 - tail)) tail += 1;
  const [a = new Int32Array(), b = new Int32Array()] = numbered([
    before.slice(head, before.length - tail),
    after.slice(head, after.length - tail),
  ]);
  const trace = furthest(a, b, stepsMax);
  const middle = trace === null ? replaced(a, b) : wayOf(trace, a, b);
  const kept = (count: number, fromBefore: number, fromAfter: number): LineEdit[] =>
    Array.from({ length: count }, (_, index) => ({
      kind: 'normal',
      before: fromBefore + index,
      after: fromAfter + index,
    }));
  return [
    ...kept(head, 0, 0),
    ...middle.map((edit) => ({ ...edit, before: edit.before + head, after: edit.after + head })),
    ...kept(tail, before.length - tail, after.length - tail),
  ];
};
