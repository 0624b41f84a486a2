/** Edits (insert, delete, replace, swap neighbours) that make one word another. */
const distance = (a: string, b: string): number => {
  const rows: number[][] = [Array.from({ length: b.length + 1 }, (_, at) => at)];
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const cost = a[i - 1] === b[j - 1] ? 0 : 1;
      const best = Math.min(
        (rows[i - 1]?.[j] ?? 0) + 1,
        (row[j - 1] ?? 0) + 1,
        (rows[i - 1]?.[j - 1] ?? 0) + cost,
      );
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      row.push(swapped ? Math.min(best, (rows[i - 2]?.[j - 2] ?? 0) + 1) : best);
    }
    rows.push(row);
  }
  return rows[a.length]?.[b.length] ?? 0;
};

/** A longer text is no slip of the hand, and would take long to compare. */
const typedCharactersMax = 100;

/** Steps of comparing: some milliseconds. Of very many long names, the later ones are not compared. */
const stepsMax = 2_000_000;

/** The most edits that make a slip of the hand. */
const editsMax = (typed: string, name: string): number =>
  Math.max(1, Math.floor(Math.max(typed.length, name.length) / 3));

/** The name that was probably meant: the nearest, where it is near; or the only one that begins so. */
export const suggestName = (typed: string, names: readonly string[]): string | undefined => {
  if (typed.length > typedCharactersMax) return undefined;
  const beginsSo = names.filter((name) => name.startsWith(typed));
  if (typed.length >= 2 && beginsSo.length === 1) return beginsSo[0];
  const small = typed.toLowerCase();
  let best: { readonly name: string; readonly edits: number } | undefined;
  let steps = 0;
  for (const name of names) {
    // As many edits as one is longer.
    if (Math.abs(typed.length - name.length) > editsMax(typed, name)) continue;
    steps += typed.length * name.length;
    if (steps > stepsMax) break;
    const edits = distance(small, name);
    if (edits <= editsMax(typed, name) && edits < (best?.edits ?? Infinity)) best = { name, edits };
  }
  return best?.name;
};

/** Names the option that was probably meant, in words that go on a sentence; empty where none is near. */
export const nearOption = (typed: unknown, options: readonly string[]): string => {
  const meant = typeof typed === 'string' ? suggestName(typed, options) : undefined;
  return meant === undefined || meant === typed ? '' : ` (did you mean ${meant}?)`;
};
