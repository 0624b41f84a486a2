import type { TextDiff } from '../../lib/deliver/results/unified-diff.ts';

type Change = TextDiff['json']['files'][number]['chunks'][number]['changes'][number];

/** A line of one version: its number there, and its text. */
export interface DiffLine {
  readonly number: number;
  readonly text: string;
}

/** A row with both sides: a line of the old version, of the new one, or of both. */
export interface DiffRow {
  readonly kind: 'same' | 'del' | 'add' | 'changed';
  readonly before: DiffLine | null;
  readonly after: DiffLine | null;
}

const textOf = ({ content }: Change): string => content.slice(1);

/**
 * Makes the rows of a hunk: removed lines stand beside the lines that replaced them, as far as there are both.
 *
 * @param changes In the form of `GET /v2/versions/diff`, from `json`.
 */
export const makeDiffRows = (changes: readonly Change[]): readonly DiffRow[] => {
  const rows: DiffRow[] = [];
  let [gone, come]: [DiffLine[], DiffLine[]] = [[], []];
  const flush = (): void => {
    for (let at = 0; at < Math.max(gone.length, come.length); at += 1) {
      const [before, after] = [gone[at] ?? null, come[at] ?? null];
      rows.push({ kind: before === null ? 'add' : after === null ? 'del' : 'changed', before, after });
    }
    [gone, come] = [[], []];
  };
  for (const change of changes) {
    if (change.type === 'del') {
      if (come.length > 0) flush();
      gone.push({ number: change.ln, text: textOf(change) });
    } else if (change.type === 'add') come.push({ number: change.ln, text: textOf(change) });
    else {
      flush();
      const text = textOf(change);
      rows.push({
        kind: 'same',
        before: { number: change.ln1, text },
        after: { number: change.ln2, text },
      });
    }
  }
  flush();
  return rows;
};
