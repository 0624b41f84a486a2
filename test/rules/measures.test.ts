import { expect, test } from 'vitest';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import {
  deletedNet,
  exportedNames,
  fullFolders,
  glossaryRows,
  lineCharactersMax,
  longFunctions,
  longLines,
  measureTree,
  unknownRecords,
} from './measures.ts';
import { markdownFiles, root, scriptFiles, sourceFiles } from './source-files.ts';

const sources = sourceFiles();
const documents = markdownFiles();
const names = exportedNames(sources);

test('no folder holds more files than one reads at a glance', () => {
  expect(fullFolders(sources, 30)).toEqual([]);
  const many = Array.from({ length: 31 }, (_, index) => ({ path: `cli/${index}.ts`, text: '' }));
  expect(fullFolders(many, 30)).toHaveLength(1);
});

/**
 * The model of the protocol speaks the product's words of what it models. The simulation puts modules of its own in the
 * place of the browser tier and of the extractor, which have to export the same names.
 */
const sharedNames = ['Job', 'Page', 'Slot', 'browserTier', 'createExtractor'];

/**
 * The simulation puts these in the place of what the scheduler cannot own: a stand-in has the name of what it stands
 * for.
 */
const standIns = ['browserTier', 'createExtractor'];

test('a name is exported from one file', () => {
  const shared = [...names].filter(([, paths]) => paths.length > 1);
  expect(
    shared
      .filter(([name]) => ![...sharedNames, ...standIns].includes(name))
      .map(([name, paths]) => `${name} is exported from ${paths.join(' and ')}: call one of them otherwise`),
  ).toEqual([]);
  expect(sharedNames.length).toBeLessThanOrEqual(5);
  const planted = ['a', 'b'].map((name) => ({ path: `lib/${name}.ts`, text: 'export const same = 1;' }));
  expect(exportedNames(planted).get('same')).toHaveLength(2);
  const browsers = planted.map(({ text }, index) => ({ path: `monitor/${index}.tsx`, text }));
  expect(exportedNames([...browsers, ...planted]).get('monitor:same')).toHaveLength(2);
});

test('few names end in Of: a function is called by what it does', () => {
  const found = [...names.keys()].filter((name) => name.endsWith('Of'));
  expect(found.length, found.join(', ')).toBeLessThanOrEqual(10);
});

/**
 * Functions that may be longer than 70 lines, and how long. Most make one thing with state and several methods, which
 * share its variables: to cut them is to hand that state around. The list may only shrink.
 */
const longOnes: Readonly<Record<string, number>> = {
  guardBrowser: 175, // the requests of one browser, and what it may reach
  watchBrowser: 119, // the processes of one browser
  openObjectFiles: 117, // the files of one bucket of the emulator
  createMediaWikiSites: 106, // what is known of wikis, and who asks for it
  startSandbox: 104, // one process of a function, from its start to its end
  makeEnvelope: 99, // one object literal: every attribute of an envelope
  startRuntime: 97, // the order in which the laptop's parts start and stop
  createFunctionPool: 89, // sandboxes of one function
  renderInBrowser: 82, // one page in one browser, with all ways in which that ends
  createModelKeyPool: 80, // keys of all providers
  openHttp2Sessions: 80, // sessions of one process
  DataTable: 78, // a table of the monitor: its head, its rows and the keys that move in it
  Control: 81, // the control of the playground for each kind of schema
  Search: 79, // a screen of the monitor: the form of a search and what it found
};

test('a function is at most 70 lines long, or named with its reason', () => {
  const found = longFunctions(sources, 70);
  const over = found.filter(({ name, count }) => count > (longOnes[name] ?? 0));
  expect(over).toEqual([]);
  const known = new Set(found.map(({ name }) => name));
  expect(Object.keys(longOnes).filter((name) => !known.has(name))).toEqual([]);
  const long = `export const all = () => {\n${'  act();\n'.repeat(70)}};\n`;
  expect(longFunctions([{ path: 'lib/x.ts', text: long }], 70)).toEqual([
    { path: 'lib/x.ts', name: 'all', count: 72 },
  ]);
});

/** Lines that are longer yet. The number may only fall. */
const longLinesMax = 0;

test('lines are at most 120 characters long', () => {
  const found = longLines([...sources, ...scriptFiles(), ...documents]);
  expect(found.length, JSON.stringify(found.slice(0, 5))).toBeLessThanOrEqual(longLinesMax);
  const planted = { path: 'lib/x.ts', text: `// ${'a'.repeat(lineCharactersMax)}` };
  expect(longLines([planted])).toHaveLength(1);
  const docstring = { path: 'lib/x.ts', text: `/** ${'a'.repeat(lineCharactersMax)} */` };
  expect(longLines([docstring])).toHaveLength(1);
});

const callersSchema = 'a JSON Schema as a caller wrote it: any keyword, and any mistake';
const callersOptions = 'options as a caller wrote them, which the schema of its dialect reads later';
const rowOfTable = 'an item of the table, before the schema of its kind parses it';

/** Files that handle what nobody knows the members of, and what that is. The list may only shrink. */
const unknownHere: Readonly<Record<string, string>> = {
  'functions/openapi/to-json-schemas.ts': 'a JSON Schema as zod writes it, which is changed in place',
  'lib/content/metadata/json-ld.ts': 'JSON-LD as a page wrote it',
  'lib/frontier/sameness.ts': rowOfTable,
  'lib/log.ts': 'fields of an event: each event has its own',
  'lib/request/extract-request.ts': callersSchema,
  'lib/request/schema/schema-reference.ts': callersSchema,
  'lib/request/schema/schema-shape.ts': callersSchema,
  'lib/request/schema/shorthand-schema.ts': callersSchema,
  'lib/request/search-request.ts': callersOptions,
  'lib/request/upload.ts': callersOptions,
  'lib/request/v1-request.ts': callersOptions,
  'lib/source/monitors/monitor-source.ts':
    'a source as a manifest wrote it, which the schema of manifests reads later',
  'lib/steps/api/scrape-results.ts': callersOptions,
  'lib/store/corpus/postgres/open-postgres.ts': 'a row of a query, before it is parsed',
  'lib/store/frontier/find-pages.ts': rowOfTable,
  'lib/store/put-versioned.ts': rowOfTable,
};

/** Places in those files. The number may only fall. */
const unknownPlacesMax = 38;

test('a value has a type that names its members, but for what others wrote and nobody has read yet', () => {
  const found = unknownRecords(sources);
  expect(found.filter(({ path }) => !Object.hasOwn(unknownHere, path))).toEqual([]);
  const paths = new Set(found.map(({ path }) => path));
  expect(Object.keys(unknownHere).filter((path) => !paths.has(path))).toEqual([]);
  expect(found.reduce((sum, { count }) => sum + count, 0)).toBeLessThanOrEqual(unknownPlacesMax);
  const planted = [
    { path: 'lib/x.ts', text: 'const a: Record<string, unknown> = {};' },
    { path: 'lib/y.ts', text: "import type { PlainObject } from './z.ts';\nconst a: PlainObject = {};" },
  ];
  expect(unknownRecords(planted).map(({ count }) => count)).toEqual([1, 1]);
});

/** What a stranger asks, the folders that a path to its answer passes, and the file that answers it. */
const questions = [
  { question: 'Why was this page not fetched?', file: 'lib/failure.ts' },
  { question: 'Why was this page not fetched?', file: 'lib/steps/fetch-pages/visit-page.ts' },
  { question: 'How long do we wait for a host?', file: 'lib/fetch/politeness/pace.ts' },
  { question: 'Where is a price decided?', file: 'lib/job/prices.ts' },
  { question: 'Where is a price decided?', file: 'lib/extract/llm/model-price.ts' },
] as const;

test('CONTRIBUTING.md leads from a question to the file that answers it', () => {
  const text = documents.find(({ path }) => path === 'CONTRIBUTING.md')?.text ?? '';
  for (const { question, file } of questions) {
    expect(text).toContain(question);
    expect(text).toContain(`\`${file}\``);
    expect(sources.map(({ path }) => path)).toContain(file);
  }
});

test('the glossary can be read in one go, and so can README.md', () => {
  const document = (path: string): string => documents.find((it) => it.path === path)?.text ?? '';
  expect(glossaryRows(document('lib/README.md'))).toBeLessThanOrEqual(45);
  expect(document('README.md').split('\n').length - 1).toBeLessThanOrEqual(120);
});

/** Parts that a package or nothing at all stands for, each with what does. */
const deletedForGood = {
  'infra/schema-words.ts': 'the budget of the api holds its schemas with their words',
  'functions/routes': 'an endpoint is declared once, with its handler and its description',
  'lib/merge': 'lib/extract/merge',
  'lib/aws': 'lib/store',
} as const;

test('what was deleted stays deleted, and lines that are deleted net are counted', () => {
  expect(Object.keys(deletedForGood).filter((path) => existsSync(join(root, path)))).toEqual([]);
  const numstat = '3\t10\tlib/a.ts\n5\t1\tcli/b.ts\n9\t900\tlib/a.test.ts\n-\t-\tdocs/a.png\n';
  expect(deletedNet(numstat)).toBe(3);
});

test('every measure that is held is printed', () => {
  const measured = measureTree(sources, documents);
  expect(Object.keys(measured)).toEqual(
    expect.arrayContaining([
      'folders with more than 30 files',
      'circles of folders in lib',
      'circles of files in lib',
      'imports that a rule forbids',
      'functions over 70 lines',
      'exports with one name in two files',
      'exports that end in Of',
      'rows of the glossary',
      'lines over 120 characters',
      'lines of README.md',
    ]),
  );
  expect(measured['imports that a rule forbids']).toBe(0);
  expect(measured['circles of folders in lib']).toBe(0);
});
