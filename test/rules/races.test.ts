import { parseSync } from 'oxc-parser';
import { expect, test } from 'vitest';
import { sourceFiles, type SourceFile } from './source-files.ts';

const isRaceTest = ({ path }: SourceFile): boolean => /^lib\/store\/.*races\.test\.ts$/.test(path);

/** A condition on a write; of a read, S3 asks for what is newer. */
const isConditional = (text: string): boolean =>
  /\b(?:ConditionExpression|IfMatch|IfNoneMatch)\b/.test(text) && !/\bGetObjectCommand\(/.test(text);

/** What a file declares, each with its text, by name. */
const declarations = ({ path, text }: SourceFile): Map<string, string> => {
  const { body } = parseSync(path, text).program;
  const found = new Map<string, string>();
  for (const statement of body) {
    const declared = 'declaration' in statement ? statement.declaration : statement;
    if (declared?.type !== 'VariableDeclaration') continue;
    for (const { id } of declared.declarations) {
      if (id.type === 'Identifier') found.set(id.name, text.slice(statement.start, statement.end));
    }
  }
  return found;
};

const uses = (text: string, name: string): boolean => new RegExp(`\\b${name}\\b`).test(text);

interface Operation {
  readonly path: string;
  readonly name: string;
  /** Its own name, and those of the operations that it is a part of. */
  readonly reachedBy: ReadonlySet<string>;
}

/** Store operations that write on a condition. */
const conditional = (files: readonly SourceFile[]): Operation[] => {
  const store = files.filter(({ path }) => path.startsWith('lib/store/') && !path.endsWith('.test.ts'));
  const all = store.flatMap((file) =>
    [...declarations(file)].map(([name, text]) => ({ path: file.path, name, text })),
  );
  const withCallers = (name: string): Set<string> => {
    const names = new Set([name]);
    for (const one of names) for (const { name: caller, text } of all) if (uses(text, one)) names.add(caller);
    return names;
  };
  return all
    .filter(({ text }) => isConditional(text))
    .map(({ path, name }) => ({ path, name, reachedBy: withCallers(name) }));
};

/** Conditional operations that no test of races calls, nor one that they are a part of. */
const withoutRace = (files: readonly SourceFile[]): string[] => {
  const races = files.filter(isRaceTest).map(({ text }) => text);
  return conditional(files)
    .filter(({ reachedBy }) => ![...reachedBy].some((name) => races.some((text) => uses(text, name))))
    .map(
      ({ path, name }) => `${path}: ${name} writes on a condition: show its race in lib/store/*races.test.ts`,
    );
};

test('every store operation with a condition has a test that shows its race', () => {
  const files = sourceFiles();
  expect(conditional(files).length).toBeGreaterThan(50);
  expect(withoutRace(files)).toEqual([]);
});

test('an operation that no race is shown of is named', () => {
  const operation = {
    path: 'lib/store/jobs/x.ts',
    text: "export const x = { ConditionExpression: 'attribute_exists(PK)' };",
  };
  const read = {
    path: 'lib/store/jobs/y.ts',
    text: "export const y = { KeyConditionExpression: 'PK = :p' };",
  };
  const races = { path: 'lib/store/a-races.test.ts', text: "import { x } from './jobs/x.ts';" };
  const other = { path: 'lib/store/jobs/z.ts', text: 'export const z = () => x;' };
  expect(withoutRace([operation, read])).toEqual([expect.stringContaining('lib/store/jobs/x.ts: x')]);
  expect(withoutRace([operation, other, { ...races, text: 'z();' }])).toEqual([]);
  expect(withoutRace([operation, races])).toEqual([]);
});
