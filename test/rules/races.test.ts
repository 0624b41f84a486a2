import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { sourceFiles, type SourceFile } from './source-files.ts';

const isRaceTest = ({ path }: SourceFile): boolean => /^lib\/store\/.*races\.test\.ts$/.test(path);

/** Store operations that write on a condition, by their files. */
const conditional = (files: readonly SourceFile[]): string[] =>
  files
    .filter(
      ({ path, text }) =>
        path.startsWith('lib/store/') &&
        !path.endsWith('.test.ts') &&
        /\b(?:ConditionExpression|IfMatch|IfNoneMatch)\b/.test(text),
    )
    .map(({ path }) => path);

const imported = ({ path, text }: SourceFile): string[] =>
  [...text.matchAll(/from '(\.[^']+)'/g)].map((match) => join(dirname(path), match[1] ?? ''));

/** Conditional operations that no test of races imports, nor an operation that one imports. */
const withoutRace = (files: readonly SourceFile[]): string[] => {
  const direct = new Set(files.filter(isRaceTest).flatMap(imported));
  const parts = files
    .filter(({ path }) => direct.has(path) && path.startsWith('lib/store/'))
    .flatMap(imported);
  const shown = new Set([...direct, ...parts]);
  return conditional(files)
    .filter((path) => !shown.has(path))
    .map((path) => `${path} writes on a condition: show its race in lib/store/*races.test.ts`);
};

test('every store operation with a condition has a test that shows its race', () => {
  const files = sourceFiles();
  expect(conditional(files).length).toBeGreaterThan(25);
  expect(withoutRace(files)).toEqual([]);
});

test('an operation that no race is shown of is named', () => {
  const operation = { path: 'lib/store/jobs/x.ts', text: "ConditionExpression: 'attribute_exists(PK)'" };
  const read = { path: 'lib/store/jobs/y.ts', text: "KeyConditionExpression: 'PK = :p'" };
  const races = { path: 'lib/store/a-races.test.ts', text: "import { x } from './jobs/x.ts';" };
  expect(withoutRace([operation, read])).toEqual([expect.stringContaining('lib/store/jobs/x.ts')]);
  expect(withoutRace([operation, races])).toEqual([]);
});
