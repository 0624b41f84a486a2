import { diffArrays } from 'diff';

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

/**
 * The fewest edits that make the new lines of the old ones; where that takes more than `editsMax` (lines taken away
 * and added, together), what stands between the first and the last change is replaced as a whole. The same lists give
 * the same edits.
 */
export const diffLines = (
  before: readonly string[],
  after: readonly string[],
  editsMax: number,
): LineEdit[] => {
  const shorter = Math.min(before.length, after.length);
  let head = 0;
  while (head < shorter && before[head] === after[head]) head += 1;
  let tail = 0;
  while (tail < shorter - head && before.at(-1 - tail) === after.at(-1 - tail)) tail += 1;
  const [old, now] = [before.slice(head, before.length - tail), after.slice(head, after.length - tail)];
  const middle = diffArrays(old, now, { maxEditLength: editsMax }) ?? [
    { count: old.length, removed: true, added: false },
    { count: now.length, removed: false, added: true },
  ];
  const edits: LineEdit[] = [];
  let [from, to] = [0, 0];
  const put = (kind: LineEdit['kind'], count: number): void => {
    for (let line = 0; line < count; line += 1) {
      edits.push({ kind, before: from, after: to });
      if (kind !== 'add') from += 1;
      if (kind !== 'del') to += 1;
    }
  };
  put('normal', head);
  for (const { count, added, removed } of middle) put(added ? 'add' : removed ? 'del' : 'normal', count);
  put('normal', tail);
  return edits;
};
