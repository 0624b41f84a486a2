import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cpuMs } from '../../../test/harness/cpu-time.ts';
import { diffLines } from './line-diff.ts';
import { unifiedDiff } from './unified-diff.ts';

const lines = fc.array(fc.constantFrom('a', 'b', 'c', 'd', ''), { maxLength: 24 });

/** Length of the longest common subsequence, by the textbook's table. */
const commonLength = (a: readonly string[], b: readonly string[]): number => {
  const row = Array.from({ length: b.length + 1 }, () => 0);
  for (const one of a) {
    let diagonal = 0;
    for (const [at, other] of b.entries()) {
      const above = row[at + 1] ?? 0;
      row[at + 1] = one === other ? diagonal + 1 : Math.max(above, row[at] ?? 0);
      diagonal = above;
    }
  }
  return row[b.length] ?? 0;
};

const made = (before: readonly string[], after: readonly string[], editsMax: number): string[] => {
  const edits = diffLines(before, after, editsMax);
  const old = edits.filter(({ kind }) => kind !== 'add').map((edit) => edit.before);
  expect(old).toEqual(before.map((_, index) => index));
  return edits.flatMap((edit) =>
    edit.kind === 'del' ? [] : [(edit.kind === 'add' ? after[edit.after] : before[edit.before]) ?? '?'],
  );
};

test('the edits make the new lines of the old ones, and there are no fewer that do', () => {
  fc.assert(
    fc.property(lines, lines, (before, after) => {
      expect(made(before, after, 1_000)).toEqual(after);
      const kept = diffLines(before, after, 1_000).filter(({ kind }) => kind === 'normal').length;
      expect(kept).toBe(commonLength(before, after));
    }),
    { numRuns: 300 },
  );
});

test('what takes too many edits is replaced as a whole between the first and the last change', () => {
  fc.assert(
    fc.property(lines, lines, (before, after) => {
      expect(made(before, after, 0)).toEqual(after);
    }),
  );
  const kinds = diffLines(['same', 'a', 'b', 'c', 'end'], ['same', 'b', 'x', 'end'], 0).map(
    ({ kind }) => kind,
  );
  expect(kinds).toEqual(['normal', 'del', 'del', 'del', 'add', 'add', 'normal']);
});

test('two pages of ten thousand lines that have nothing in common are compared in bounded work', () => {
  const page = (name: string): string =>
    Array.from({ length: 10_000 }, (_, at) => `${name} ${at}`).join('\n');
  const before = cpuMs();
  expect(unifiedDiff(page('a'), page('b'))?.json.files[0]?.chunks).toHaveLength(1);
  // With as many edits as lines it would be a hundred times the work.
  expect(cpuMs() - before).toBeLessThan(15_000);
});

test('a difference is written as Git writes it, three lines around each change', () => {
  const before = ['# Shop', '', 'Chair: 10', 'Table: 20', '', '1', '2', '3', '4', '5', '6', '7', '8'];
  const after = ['# Shop', '', 'Chair: 12', 'Table: 20', '', '1', '2', '3', '4', '5', '6', '7', '8', '9'];
  const diff = unifiedDiff(before.join('\n'), after.join('\n'));
  expect(diff?.text).toBe(
    [
      '@@ -1,6 +1,6 @@',
      ' # Shop',
      ' ',
      '-Chair: 10',
      '+Chair: 12',
      ' Table: 20',
      ' ',
      ' 1',
      '@@ -11,3 +11,4 @@',
      ' 6',
      ' 7',
      ' 8',
      '+9',
      '',
    ].join('\n'),
  );
  expect(diff?.json.files).toEqual([
    {
      from: null,
      to: null,
      chunks: [
        {
          content: '@@ -1,6 +1,6 @@',
          changes: [
            { type: 'normal', normal: true, ln1: 1, ln2: 1, content: ' # Shop' },
            { type: 'normal', normal: true, ln1: 2, ln2: 2, content: ' ' },
            { type: 'del', del: true, ln: 3, content: '-Chair: 10' },
            { type: 'add', add: true, ln: 3, content: '+Chair: 12' },
            { type: 'normal', normal: true, ln1: 4, ln2: 4, content: ' Table: 20' },
            { type: 'normal', normal: true, ln1: 5, ln2: 5, content: ' ' },
            { type: 'normal', normal: true, ln1: 6, ln2: 6, content: ' 1' },
          ],
        },
        {
          content: '@@ -11,3 +11,4 @@',
          changes: [
            { type: 'normal', normal: true, ln1: 11, ln2: 11, content: ' 6' },
            { type: 'normal', normal: true, ln1: 12, ln2: 12, content: ' 7' },
            { type: 'normal', normal: true, ln1: 13, ln2: 13, content: ' 8' },
            { type: 'add', add: true, ln: 14, content: '+9' },
          ],
        },
      ],
    },
  ]);
});

test('a difference that is too long is none', () => {
  expect(unifiedDiff('a'.repeat(500), 'b', { editsMax: 10, charactersMax: 100 })).toBeNull();
});
