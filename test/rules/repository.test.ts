import { spawnSync } from 'node:child_process';
import { existsSync, globSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { failures } from '../../lib/failure.ts';
import config, { deepReplacing, replacing, wholeStacks } from '../../vitest.config.ts';
import { markdownFiles, root, sourceFiles } from './source-files.ts';

const functionNames = readdirSync(join(root, 'functions'))
  .filter((file) => file.endsWith('.ts'))
  .map((file) => file.replace(/\.ts$/, ''));

/** Paths that a Markdown text names in code spans or links and that do not exist. */
const missingPaths = (text: string, from: string): string[] => {
  const named = [
    ...[...text.matchAll(/`((?:lib|functions|infra|local|cli|bench|test|events|docs)\/[\w./-]*[\w/])`/g)].map(
      (match) => match[1] ?? '',
    ),
    ...[...text.matchAll(/\]\((?!https?:|#|mailto:)([^)#]+)(?:#[^)]*)?\)/g)].map((match) =>
      join(from, '..', match[1] ?? ''),
    ),
  ];
  return named.filter((path) => !existsSync(join(root, path)));
};

test('every path that a Markdown file names exists', () => {
  const wrong = markdownFiles().flatMap((file) =>
    missingPaths(file.text, file.path).map((path) => `${file.path} names ${path}, which does not exist`),
  );
  expect(wrong).toEqual([]);
  expect(missingPaths('see `lib/no-such-file.ts`', 'README.md')).toEqual(['lib/no-such-file.ts']);
});

test('no two decisions have one number', () => {
  const numbers = readdirSync(join(root, 'docs/decisions')).map((name) => name.slice(0, 4));
  expect(numbers.filter((number, at) => numbers.indexOf(number) !== at)).toEqual([]);
});

test('every failure code has its section in docs/failures.md, and every section its code', () => {
  const text = readFileSync(join(root, 'docs/failures.md'), 'utf8');
  const documented = [...text.matchAll(/^### ([A-Z_]+)$/gm)].map((match) => match[1] ?? '');
  expect(documented.toSorted()).toEqual(Object.keys(failures).toSorted());
});

test('every function has a sample event of its name', () => {
  expect(functionNames.filter((name) => !existsSync(join(root, 'events', `${name}.json`)))).toEqual([]);
});

test('files stay small enough to hold one concept', () => {
  const long = sourceFiles()
    // A table of limits is read by its rows.
    .filter(({ path }) => !path.endsWith('.test.ts') && !path.startsWith('lib/limits/'))
    .map(({ path, text }) => ({ path, lines: text.split('\n').length }))
    .filter(({ lines }) => lines > 300);
  expect(long).toEqual([]);
});

/** Files of the command line that write to a stream themselves, and why they may. */
const writers: Readonly<Record<string, string>> = {
  'cli/output/write-output.ts': 'makes every text inert',
  'cli/output/screen.ts': 'draws a line of parts that were made inert before they were painted',
  'cli/backup/files.ts': 'writes a file',
  'cli/backup/export-stores.ts': 'writes the lines of a file',
};
/** A call of `write`, of whatever stream, or of the console. */
const writesItself = /(?<![\w$])write\(|\bconsole\.\w+\(/;

test('the command line writes to a terminal only where text is made inert', () => {
  const found = sourceFiles()
    .filter(({ path }) => path.startsWith('cli/') && !path.endsWith('.test.ts'))
    .filter(({ text }) => writesItself.test(text))
    .map(({ path }) => path);
  expect(found.toSorted()).toEqual(Object.keys(writers).toSorted());
  for (const raw of ['stream.write(x)', 'process.stdout.write(x)', 'write(x)', 'console.log(x)'])
    expect(writesItself.test(raw), raw).toBe(true);
});

/** What the next file of the same process would find changed. */
const changesProcess =
  /\bvi\.(?:mock|doMock|hoisted|stub\w+|useFakeTimers|resetModules)\(|process\.(?:chdir\(|env\[[^\]]+\] = )/;

test.each([
  ['', /(?<!deep)\.test\.ts$/, replacing],
  ['deep ', /\.deep\.test\.ts$/, deepReplacing],
])(
  'a %stest that replaces modules, the clock or the environment has a process of its own',
  (_, name, named) => {
    const found = sourceFiles()
      .filter(({ path }) => name.test(path))
      .filter(({ path }) => !wholeStacks.includes(path) && !/^test\/(?:simulation|chaos)\//.test(path))
      .filter(({ text }) => changesProcess.test(text))
      .map(({ path }) => path);
    expect(found.toSorted()).toEqual([...named].toSorted());
  },
);

test('a test that runs a whole stack has a process of its own', () => {
  const found = sourceFiles()
    .filter(({ path }) => /(?<!deep)\.test\.ts$/.test(path))
    .filter(({ text }) => /\b(?:launch|openMonitor)\(/.test(text))
    .map(({ path }) => path);
  expect(found.filter((path) => !wholeStacks.includes(path))).toEqual([]);
});

/**
 * A verdict by the wall clock: a time that went by, compared with a bound. What is measured is
 * `test/harness/cpu-time.ts`.
 */
const wallClockVerdict = /expect\(\s*performance\.now\(\)\s*-|\bretry:\s*[1-9]/;

test('a test that mocks a client puts it back: the next file of its process uses the same class', () => {
  const found = sourceFiles()
    .filter(({ path, text }) => path.endsWith('.test.ts') && /\bmockClient\(/.test(text))
    .filter(({ text }) => !/\.restore\(\)/.test(text))
    .map(({ path }) => path);
  expect(found).toEqual([]);
});

/** Deadlines of tests and hooks, in milliseconds. A number below 10,000 there is no deadline, but a row of a table. */
const deadlines = (text: string): number[] =>
  [...text.matchAll(/^\s*\}, ([\d_]{5,})\);$|^ {2}([\d_]{5,}),\n\);$/gm)]
    .map(([, inline, below]) => Number((inline ?? below ?? '').replaceAll('_', '')))
    .filter((ms) => ms >= 10_000);

test('no test has a shorter deadline than the suite: a starved machine meets that one', () => {
  const found = sourceFiles()
    .filter(({ path }) => path.endsWith('.test.ts'))
    .filter(({ text }) => deadlines(text).some((ms) => ms < (config.test?.testTimeout ?? 0)))
    .map(({ path }) => `${path}: leave the deadline away, or give it more than the suite's`);
  expect(found).toEqual([]);
  expect(deadlines('test(title, () => {\n}, 90_000);\n')).toEqual([90_000]);
});

test('no test passes or fails by the wall clock, and none is tried again', () => {
  const found = sourceFiles()
    .filter(({ path, text }) => path.endsWith('.test.ts') && wallClockVerdict.test(text))
    .map(({ path }) => `${path}: measure processor time or count steps, and assert what came of it`);
  expect(found).toEqual([]);
  expect(wallClockVerdict.test(['expect(performance', '.now() - began).toBeLessThan(9)'].join(''))).toBe(
    true,
  );
});

test('nothing in the tree is left to do later', () => {
  const marks = new RegExp(`\\b(?:${['TO', 'DO'].join('')}|${['FIX', 'ME'].join('')})\\b`);
  expect(
    sourceFiles()
      .filter(({ text }) => marks.test(text))
      .map(({ path }) => path),
  ).toEqual([]);
});

/** What says nothing to whoever reads it, because it can be said of every failure. */
const empty =
  /\b(?:(?:unknown|unexpected|unspecified|internal(?: server)?) (?:error|failure|problem)|(?:error|problem) (?:has )?occurred|something (?:went|has gone) wrong|failed unexpectedly|oops)\b/i;

/** Characters that fonts of many systems lack: arrows, shapes, ticks. */
const signs = /[\u{2190}-\u{21ff}\u{2300}-\u{2bff}\u{1f300}-\u{1faff}]/u;

/** Texts of a program, with its comments left out. */
const withoutComments = (text: string): string =>
  text.replaceAll(/\/\*[\s\S]*?\*\//g, '').replaceAll(/^\s*\/\/.*$/gm, '');

const shownFiles = ['cli', 'functions', 'infra', 'lib', 'local', 'monitor']
  .flatMap((folder) => globSync(`${folder}/**/*.{ts,tsx}`, { cwd: root }))
  // Sentences by which sites say that a page is missing or broken.
  .filter((path) => !/\.test\.ts$|^lib\/envelope\/(?:error|missing)-page\.ts$/.test(path))
  .map((path) => ({ path, text: withoutComments(readFileSync(join(root, path), 'utf8')) }));

test('no message, on a screen or a terminal or in an answer, only says that an error occurred', () => {
  expect(shownFiles.length).toBeGreaterThan(900);
  const found = shownFiles.flatMap(({ path, text }) =>
    empty.test(text) ? [`${path}: ${empty.exec(text)?.[0]}`] : [],
  );
  expect(found).toEqual([]);
  const explained = readFileSync(join(root, 'docs/failures.md'), 'utf8');
  expect(empty.exec(explained)).toBeNull();
  for (const text of ['An error occurred', 'Something went wrong', 'SQS: an unknown error', 'Oops!'])
    expect(text).toMatch(empty);
});

test('a sign on a screen of the monitor is drawn, not written', () => {
  const found = shownFiles.filter(({ path, text }) => path.startsWith('monitor/') && signs.test(text));
  expect(found.map(({ path }) => path)).toEqual([]);
});

/** Git's marks around the two sides of a conflict. */
const conflictMark = '^(<<<<<<<|>>>>>>>) ';

test('no file holds the marks of a merge that was not finished', () => {
  const marked = spawnSync('git', ['grep', '-IlE', '--untracked', conflictMark], {
    cwd: root,
    encoding: 'utf8',
  });
  // Git answers 1 where nothing matches.
  expect([marked.status, marked.stdout, marked.stderr]).toEqual([1, '', '']);
  expect(new RegExp(conflictMark, 'm').test(`${'<'.repeat(7)} HEAD`)).toBe(true);
});
