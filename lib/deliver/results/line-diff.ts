import { diffArrays } from 'diff';

/** One step from a list of lines to another, in order: a line kept, removed or added. */
export interface LineEdit {
  readonly kind: 'normal' | 'del' | 'add';
  /**
   * Index of the line in the old list, and in the new one: for an added line where it is put, for a removed one where
   * it was.
   */
  readonly before: number;
  readonly after: number;
}

/**
 * Returns the fewest edits that turn the old lines into the new ones. If that takes more than `editsMax` (lines removed
 * and added, together), everything between the first and the last change is replaced as a whole. The same lists give
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
