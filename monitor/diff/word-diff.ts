/** A part of a line that is in both versions, or only in one. */
export interface WordPart {
  readonly kind: 'same' | 'del' | 'add';
  readonly text: string;
}

/** Most words of a line that are compared: the work is the product of both numbers. */
const wordsMax = 300;

const wordsIn = (line: string): readonly string[] => line.match(/[\p{L}\p{N}]+|\s+|[^\p{L}\p{N}\s]/gu) ?? [];

/** Returns the lengths of the longest common subsequences behind each pair of words. */
const commonLengths = (old: readonly string[], now: readonly string[]): readonly Uint16Array[] => {
  const lengths = Array.from({ length: old.length + 1 }, () => new Uint16Array(now.length + 1));
  for (let before = old.length - 1; before >= 0; before -= 1)
    for (let after = now.length - 1; after >= 0; after -= 1) {
      const [here, below] = [lengths[before], lengths[before + 1]];
      if (here === undefined || below === undefined) continue;
      here[after] =
        old[before] === now[after]
          ? (below[after + 1] ?? 0) + 1
          : Math.max(below[after] ?? 0, here[after + 1] ?? 0);
    }
  return lengths;
};

/**
 * Compares two lines word by word. The parts that are the same or removed make the old line, those that are the same or
 * added make the new one. Lines of very many words are replaced as a whole.
 */
export const diffWords = (oldLine: string, newLine: string): readonly WordPart[] => {
  const [old, now] = [wordsIn(oldLine), wordsIn(newLine)];
  if (old.length > wordsMax || now.length > wordsMax)
    return [
      { kind: 'del', text: oldLine },
      { kind: 'add', text: newLine },
    ];
  const lengths = commonLengths(old, now);
  const parts: WordPart[] = [];
  const put = (kind: WordPart['kind'], text: string): void => {
    const last = parts.at(-1);
    if (last?.kind === kind) parts[parts.length - 1] = { kind, text: last.text + text };
    else parts.push({ kind, text });
  };
  let [before, after] = [0, 0];
  while (before < old.length || after < now.length) {
    const [was, is] = [old[before], now[after]];
    if (was !== undefined && was === is) {
      put('same', was);
      before += 1;
      after += 1;
    } else if (
      was !== undefined &&
      (is === undefined || (lengths[before + 1]?.[after] ?? 0) >= (lengths[before]?.[after + 1] ?? 0))
    ) {
      put('del', was);
      before += 1;
    } else {
      put('add', is ?? '');
      after += 1;
    }
  }
  return parts;
};
