import { limits } from '../../limits/limits.ts';
import { diffLines, type LineEdit } from './line-diff.ts';

/** A line of a difference: with its mark, and its number, from 1, in the old text, the new one, or both. */
export type DiffChange =
  | {
      readonly type: 'normal';
      readonly normal: true;
      readonly ln1: number;
      readonly ln2: number;
      readonly content: string;
    }
  | { readonly type: 'del'; readonly del: true; readonly ln: number; readonly content: string }
  | { readonly type: 'add'; readonly add: true; readonly ln: number; readonly content: string };

/**
 * A difference of two texts as Git writes it, and the same in parts (Firecrawl gets them from the package parse-diff).
 */
export interface TextDiff {
  readonly text: string;
  readonly json: {
    readonly files: readonly {
      readonly from: null;
      readonly to: null;
      readonly chunks: readonly { readonly content: string; readonly changes: readonly DiffChange[] }[];
    }[];
  };
}

/** Lines that are shown around a change. */
const context = 3;

/** Returns the ranges of edits that are shown together: changes with the lines around them, joined where they meet. */
const hunksOf = (edits: readonly LineEdit[]): { readonly from: number; readonly to: number }[] => {
  const hunks: { from: number; to: number }[] = [];
  for (const [at, { kind }] of edits.entries()) {
    if (kind === 'normal') continue;
    const from = Math.max(0, at - context);
    const to = Math.min(edits.length, at + context + 1);
    const last = hunks.at(-1);
    if (last !== undefined && from <= last.to) last.to = to;
    else hunks.push({ from, to });
  }
  return hunks;
};

const rangeOf = (start: number, count: number): string => {
  // For an empty range the line before it is named.
  const first = count === 0 ? start : start + 1;
  return count === 1 ? String(first) : `${first},${count}`;
};

const changeOf = (
  { kind, before, after }: LineEdit,
  old: readonly string[],
  now: readonly string[],
): DiffChange => {
  switch (kind) {
    case 'normal':
      return { type: kind, normal: true, ln1: before + 1, ln2: after + 1, content: ` ${old[before] ?? ''}` };
    case 'del':
      return { type: kind, del: true, ln: before + 1, content: `-${old[before] ?? ''}` };
    case 'add':
      return { type: kind, add: true, ln: after + 1, content: `+${now[after] ?? ''}` };
  }
};

/** Returns the difference of two texts, line by line; null if it is longer than `charactersMax`. */
export const unifiedDiff = (
  previous: string,
  current: string,
  { editsMax, charactersMax }: { readonly editsMax: number; readonly charactersMax: number } = {
    editsMax: limits.diffEditsMax,
    charactersMax: limits.diffCharactersMax,
  },
): TextDiff | null => {
  const old = previous.split('\n');
  const now = current.split('\n');
  const edits = diffLines(old, now, editsMax);
  let characters = 0;
  const chunks: TextDiff['json']['files'][number]['chunks'][number][] = [];
  for (const { from, to } of hunksOf(edits)) {
    const shown = edits.slice(from, to);
    const changes = shown.map((edit) => changeOf(edit, old, now));
    const [first] = shown;
    const olds = shown.filter(({ kind }) => kind !== 'add').length;
    const news = shown.filter(({ kind }) => kind !== 'del').length;
    const content = `@@ -${rangeOf(first?.before ?? 0, olds)} +${rangeOf(first?.after ?? 0, news)} @@`;
    characters += changes.reduce((sum, change) => sum + change.content.length + 1, content.length + 1);
    if (characters > charactersMax) return null;
    chunks.push({ content, changes });
  }
  const lines = chunks.flatMap(({ content, changes }) => [
    content,
    ...changes.map((change) => change.content),
  ]);
  return {
    text: lines.map((line) => `${line}\n`).join(''),
    json: { files: [{ from: null, to: null, chunks }] },
  };
};
