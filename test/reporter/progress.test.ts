import { expect, test } from 'vitest';
import { slicesInAll } from '../slices/slices.ts';
import { cutText, failureText, openingLine, testProgressLine } from './progress.ts';

test('a whole run says how long it takes before its first test; a small one does not', () => {
  expect(
    openingLine(
      Array.from({ length: 200 }, () => 'gleaner'),
      [3],
    ),
  ).toBe('200 test files: about 8 minutes on two idle cores');
  expect(openingLine(['gleaner'], [3])).toBe('1 test file');
});

test('a run of deep tests says which of their seeds it takes', () => {
  const deep = Array.from({ length: 40 }, () => 'deep');
  expect(openingLine(deep, [3])).toBe(
    '40 test files: 25 to 30 minutes on two cores; seeds of slice 3 of 0 to 19',
  );
  const every = Array.from({ length: slicesInAll }, (_, slice) => slice);
  expect(openingLine(deep, every)).toBe('40 test files: 30 to 50 minutes on two cores; all seeds');
  expect(openingLine(['deep-stacks'], [0])).toBe('1 test file; seeds of slice 0 of 0 to 19');
});

test('progress counts files and tests, with the time that went by', () => {
  const progress = { filesInAll: 216, files: 83, passed: 1_204, failed: 1, skipped: 2 };
  expect(testProgressLine(progress, 192_400)).toBe(
    '3:12  83 of 216 files; tests: 1204 passed, 1 failed, 2 skipped',
  );
});

test('a failing test is told with its reason and its place in the repository', () => {
  const stack = [
    'AssertionError: expected 1 to be 2',
    '    at Module.equal (/r/node_modules/x.js:1:1)',
    '    at /r/lib/a.test.ts:7:3',
  ];
  expect(
    failureText('lib/a.test.ts', 'one is two', [
      { message: 'expected 1 to be 2', diff: '- 2\n+ 1', stack: stack.join('\n') },
    ]),
  ).toBe(
    'FAILED lib/a.test.ts > one is two\n    expected 1 to be 2\n    - 2\n    + 1\n    at /r/lib/a.test.ts:7:3',
  );
});

test('a failure that is told at the end has bounded lines, and says how many are left out', () => {
  const text = cutText(Array.from({ length: 1_000 }, () => 'x'.repeat(1_000)).join('\n'));
  expect(text.length).toBeLessThan(13_000);
  expect(text).toMatch(/… 960 more lines$/);
  expect(cutText('FAILED a\n    b')).toBe('FAILED a\n    b');
});
