import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { callGraph, walk } from './happy-path.ts';
import { root, sourceFiles } from './source-files.ts';

/** The files of the happy path, in the order in which ARCHITECTURE.md names them. */
const happyPath = (): string[] => {
  const text = readFileSync(join(root, 'ARCHITECTURE.md'), 'utf8');
  const [, table = ''] = /## The path of a page\n([^]*?)\n## /.exec(text) ?? [];
  return [...table.matchAll(/^\| .*\| (`.*`) \|$/gm)].flatMap((row) =>
    [...(row[1] ?? '').matchAll(/`([^`]+)`/g)].map((file) => file[1] ?? ''),
  );
};

test('a page that nothing happens to passes few files, each called by one before it, with one turn back', () => {
  const graph = callGraph(sourceFiles().filter(({ path }) => /^(?:lib|functions)\//.test(path)));
  const { files, turnsBack, lost } = walk(happyPath(), graph);
  expect(lost).toEqual([]);
  expect(turnsBack).toEqual(['lib/steps/fetch-pages/visit-host.ts']);
  expect(files).toBeLessThanOrEqual(filesMax);
});

/** May only fall. */
const filesMax = 40;

test('a file is called where its values are imported, not where its types are', () => {
  const text =
    "import { b } from './b.ts';\nimport type { C } from './c.ts';\nimport { type D } from '../d.ts';\n";
  expect(callGraph([{ path: 'lib/a.ts', text }]).get('lib/a.ts')).toEqual(['lib/b.ts']);
});

test('a walk is lost where nothing above calls the next file, and turns back where it goes on above', () => {
  const graph = new Map([
    ['functions/a.ts', ['lib/b.ts']],
    ['lib/b.ts', ['lib/c.ts', 'lib/d.ts']],
    ['lib/c.ts', ['lib/e.ts']],
  ]);
  const plain = ['functions/a.ts', 'lib/b.ts', 'lib/c.ts', 'lib/e.ts', 'lib/d.ts'];
  expect(walk(plain, graph)).toEqual({ files: 5, turnsBack: [], lost: [] });
  // What was left cannot be gone on from: e is called by c, which is over once d begins.
  expect(walk(['functions/a.ts', 'lib/b.ts', 'lib/c.ts', 'lib/d.ts', 'lib/e.ts'], graph).lost).toEqual([
    'lib/e.ts',
  ]);
  expect(walk([...plain, 'lib/b.ts'], graph).turnsBack).toEqual(['lib/b.ts']);
});
