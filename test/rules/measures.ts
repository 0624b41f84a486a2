import { dirname } from 'node:path';
import { parseSync } from 'oxc-parser';
import { importViolations } from './import-rules.ts';
import { scriptFiles, type SourceFile } from './source-files.ts';
import { circles, filesPerFolder, folderGraph, importGraph, productionFiles } from './structure.ts';

/** Folders of what runs for users; tests and benches stand beside it. `monitor` runs in a browser. */
const product = /^(?:lib|functions|infra|local|cli|monitor)\//;
const isOfProduct = ({ path }: SourceFile): boolean =>
  product.test(path) && !path.endsWith('.test.ts') && !path.endsWith('.fixture.ts');

/** A line past this is wrapped, in code, comments and documents. */
export const lineCharactersMax = 120;

/** A place in a file, for a message. */
export interface Finding {
  readonly path: string;
  readonly name: string;
  readonly count: number;
}

/** A line that is a test's title, with its call: the formatter keeps them together. */
const titleCharactersMax = 135;
const titleLine = /^test(?:\.\w+)*\((['"`]).*\1, (?:async )?\(\) => \{$/;
const importLine = /^import .* from '\S+';$/;
const expressionLine =
  /^\s*(?:return |\w+: )?\/(?!\*)(?:[^/\\[]|\\.|\[(?:[^\]\\]|\\.)*\])+\/[a-z]*(?:\.test\()?[,;)]*$/;

/**
 * Lines that are too long. What cannot be wrapped may be: a row of a Markdown table, an address, a line that is one
 * span of code in a document, a regular expression, an import, a test's title.
 */
export const longLines = (files: readonly SourceFile[]): Finding[] =>
  files.flatMap(({ path, text }) => {
    const isMarkdown = path.endsWith('.md');
    return text.split('\n').flatMap((line, index) => {
      const mayBeLong =
        (isMarkdown && /^\s*(?:\||`[^`]+`[.,:;]?$)/.test(line)) ||
        /^\W*(?:[\w$ -]+[:=] *)*https?:\/\/\S+$/.test(line.trim()) ||
        (!isMarkdown && (expressionLine.test(line) || importLine.test(line))) ||
        (line.length <= titleCharactersMax && titleLine.test(line));
      return line.length > lineCharactersMax && !mayBeLong
        ? [{ path, name: `line ${index + 1}`, count: line.length }]
        : [];
    });
  });

/**
 * Every name that a file exports, by the files that export it. `handler` is the name that Lambda asks for. A package
 * for clients (`packages/`) has names of its own. So has the program that runs in a browser (`monitor/`): its names
 * are found with the mark `monitor:`, so that each is unique there.
 */
export const exportedNames = (files: readonly SourceFile[]): Map<string, string[]> => {
  const found = new Map<string, string[]>();
  for (const { path, text } of files) {
    if (path.endsWith('.test.ts') || path.startsWith('packages/')) continue;
    const program = path.startsWith('monitor/') ? 'monitor:' : '';
    for (const { entries } of parseSync(path, text).module.staticExports) {
      for (const { exportName } of entries) {
        if (exportName.name === null || exportName.name === 'handler') continue;
        const name = `${program}${exportName.name}`;
        found.set(name, [...(found.get(name) ?? []), path]);
      }
    }
  }
  return found;
};

interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly id?: { readonly name?: string } | null;
  readonly key?: { readonly name?: string };
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Partial<Node>).type === 'string';

const functionTypes = new Set(['ArrowFunctionExpression', 'FunctionExpression', 'FunctionDeclaration']);

/** Functions of more lines than `linesMax`, by the name of what holds them. */
export const longFunctions = (files: readonly SourceFile[], linesMax: number): Finding[] =>
  files.filter(isOfProduct).flatMap(({ path, text }) => {
    const found: Finding[] = [];
    const lineAt = (offset: number): number => text.slice(0, offset).split('\n').length;
    const walk = (value: unknown, holder: string): void => {
      if (Array.isArray(value)) for (const item of value) walk(item, holder);
      if (!isNode(value)) return;
      const name = value.id?.name ?? value.key?.name ?? holder;
      if (functionTypes.has(value.type)) {
        const count = lineAt(value.end) - lineAt(value.start) + 1;
        if (count > linesMax) found.push({ path, name, count });
      }
      for (const [key, child] of Object.entries(value)) if (key !== 'parent') walk(child, name);
    };
    walk(parseSync(path, text).program, '');
    return found;
  });

/** Folders of product and tests with more TypeScript files than one reads at a glance; tests are counted apart. */
export const fullFolders = (files: readonly SourceFile[], filesMax: number): Finding[] =>
  [
    ...filesPerFolder(files.filter(({ path }) => !path.endsWith('.test.ts'))),
    ...filesPerFolder(files.filter(({ path }) => path.endsWith('.test.ts'))),
  ]
    .filter(([, count]) => count > filesMax)
    .map(([path, count]) => ({ path, name: dirname(path), count }));

/** Rows of the table of words in `lib/README.md`. */
export const glossaryRows = (readme: string): number => {
  const words = readme.slice(readme.indexOf('\n## Words'));
  return [...words.matchAll(/^\| .* \|$/gm)].length - 1;
};

/**
 * Places of the pipeline whose type says that nothing is known of a value's members: `Record<string, unknown>`, or its
 * name `PlainObject` (`lib/plain-object.ts`).
 */
export const unknownRecords = (files: readonly SourceFile[]): Finding[] =>
  files
    .filter(({ path }) => /^(?:lib|functions)\//.test(path) && isOfProduct({ path, text: '' }))
    .filter(({ path }) => path !== 'lib/plain-object.ts')
    .map(({ path, text }) => {
      const code = text.replace(/^import [\s\S]*?;$/gm, '');
      const places = [...code.matchAll(/Record<string, unknown>|\bPlainObject\b/g)];
      return { path, name: path, count: places.length };
    })
    .filter(({ count }) => count > 0);

/**
 * Lines that a change deletes net from the product, out of what `git diff --numstat` says of it; tests and fixtures
 * do not count. Below 0, it adds some.
 */
export const deletedNet = (numstat: string): number =>
  numstat.split('\n').reduce((net, line) => {
    const [added = '', deleted = '', path = ''] = line.split('\t');
    return isOfProduct({ path, text: '' }) ? net + Number(deleted) - Number(added) : net;
  }, 0);

/** What is measured of the tree, for `npm run measures`. */
export const measureTree = (
  sources: readonly SourceFile[],
  documents: readonly SourceFile[],
): Readonly<Record<string, number>> => {
  const graph = importGraph(productionFiles(sources));
  const names = exportedNames(sources);
  const documentNamed = (path: string): string => documents.find((it) => it.path === path)?.text ?? '';
  return {
    'files of the product': sources.filter(isOfProduct).length,
    'lines of the product': sources
      .filter(isOfProduct)
      .reduce((sum, { text }) => sum + text.split('\n').length - 1, 0),
    'folders with more than 30 files': fullFolders(sources, 30).length,
    'circles of folders in lib': circles(folderGraph(graph)).length,
    'circles of files in lib': circles(graph).length,
    'imports that a rule forbids': sources.flatMap(importViolations).length,
    'functions over 70 lines': longFunctions(sources, 70).length,
    'exports with one name in two files': [...names.values()].filter((paths) => paths.length > 1).length,
    'exports that end in Of': [...names.keys()].filter((name) => name.endsWith('Of')).length,
    'records of unknown values in lib': unknownRecords(sources).reduce((sum, { count }) => sum + count, 0),
    'rows of the glossary': glossaryRows(documentNamed('lib/README.md')),
    'lines over 120 characters': longLines([...sources, ...scriptFiles(), ...documents]).length,
    'lines of README.md': documentNamed('README.md').split('\n').length - 1,
  };
};
