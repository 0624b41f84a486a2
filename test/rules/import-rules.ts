import { dirname, join, normalize } from 'node:path';
import { parseSync } from 'oxc-parser';
import type { SourceFile } from './source-files.ts';

/**
 * Folders of nouns in `lib/`, in the order in which a URL passes through them: each may import those before it.
 * Files of `lib/` itself stand before all of them, but for `lib/config.ts`, which reads what every stage may be
 * told.
 */
export const stages = [
  'limits',
  'request',
  'search',
  'job',
  'keys',
  'frontier',
  'fetch',
  'content',
  'extract',
  'envelope',
  'source',
  'deliver',
  'ingest',
] as const;

/**
 * The floors of `lib/`. Nouns take values and return values. The store reads and writes what AWS keeps, one operation a
 * file. A step acts: there is a folder of steps for each function. A floor may import itself and those below.
 */
export const floors = ['noun', 'store', 'step'] as const;
export type Floor = (typeof floors)[number];

/** Folders of steps that steps of several functions use. */
const sharedSteps: readonly string[] = [
  'protocol',
  'submit-job',
  'hosts',
  'page-version',
  'read-results',
  'embed-texts',
  'sources',
];

/** Packages that only one place may import, and why. */
const confined: readonly { readonly name: RegExp; readonly where: RegExp; readonly why: string }[] = [
  {
    name: /^@aws-sdk\//,
    where: /^(?:lib\/store\/|functions\/edge\/|test\/|bench\/)/,
    why: 'one store operation per file in lib/store keeps every call to AWS in one folder',
  },
  { name: /^pg(?:\/|$)/, where: /^lib\/store\/corpus\/postgres\//, why: 'one folder speaks to PostgreSQL' },
  { name: /^playwright-core/, where: /^lib\/fetch\/browser\//, why: 'Chromium belongs to the browser tier' },
  {
    name: /^openai(?:\/|$)/,
    where: /^lib\/extract\/llm\//,
    why: 'models are asked by the client of models, which holds their keys',
  },
];

/** Specifiers of a module's imports, static and dynamic, types included. */
export const listImports = (file: SourceFile): string[] => {
  const { module, errors } = parseSync(file.path, file.text);
  if (errors.length > 0) throw new Error(`Cannot parse ${file.path}: ${errors[0]?.message ?? ''}`);
  const dynamic = module.dynamicImports.map((it) =>
    file.text.slice(it.moduleRequest.start, it.moduleRequest.end).replace(/^['"`]|['"`]$/g, ''),
  );
  const exported = module.staticExports.flatMap((it) =>
    it.entries.flatMap((entry) => (entry.moduleRequest ? [entry.moduleRequest.value] : [])),
  );
  return [...module.staticImports.map((it) => it.moduleRequest.value), ...dynamic, ...exported];
};

const topOf = (path: string): string => path.split('/')[0] ?? '';

/** Where a file of `lib/` stands. Stage: its place among the nouns, or -1 on another floor. */
export interface FilePlace {
  readonly floor: Floor;
  readonly stage: number;
}

/** The floor and stage of a file of `lib/`; null for a file that has none, or that is not in `lib/`. */
export const findPlace = (path: string): FilePlace | null => {
  const parts = path.split('/');
  const [top, folder = ''] = parts;
  if (top !== 'lib') return null;
  if (parts.length === 2) return { floor: 'noun', stage: folder === 'config.ts' ? stages.length + 1 : 0 };
  if (folder === 'store') return { floor: 'store', stage: -1 };
  if (folder === 'steps') return parts.length > 3 ? { floor: 'step', stage: -1 } : null;
  const stage = stages.indexOf(folder as (typeof stages)[number]);
  return stage === -1 ? null : { floor: 'noun', stage: stage + 1 };
};

const stepFolder = (path: string): string => path.split('/')[2] ?? '';

/** Why a file of `lib/` may not import another one; null where it may. */
const upwardImport = (from: string, target: string): string | null => {
  const here = findPlace(from);
  const there = findPlace(target);
  if (here === null || there === null) return null;
  if (floors.indexOf(there.floor) > floors.indexOf(here.floor))
    return `a ${here.floor} may not reach a ${there.floor}. Hand it in, or move the type to the lower floor`;
  if (here.floor === 'noun' && there.stage > here.stage)
    return 'its stage stands before the other in the pipeline. Hand the later one in';
  if (here.floor === 'step' && there.floor === 'step') {
    const other = stepFolder(target);
    if (other !== stepFolder(from) && !sharedSteps.includes(other))
      return (
        `steps of one function may not use those of another. Steps that several use stand ` +
        `in ${sharedSteps.join(', ')}`
      );
  }
  return null;
};

/** What the product may reach: nothing in `lib` or `functions` knows where it runs or who asks. */
const mayReach: Readonly<Record<string, readonly string[]>> = {
  lib: ['lib'],
  functions: ['functions', 'lib'],
  infra: ['infra', 'lib'],
  // `gleaner local` and `gleaner deploy` load what they run when they run it; what asks an API needs none of it.
  cli: ['cli', 'local', 'infra', 'lib'],
  local: ['local', 'infra', 'lib', 'functions', 'cli'],
  // What runs in a browser knows the API by its types.
  monitor: ['monitor', 'lib'],
};

const internalViolation = (file: SourceFile, specifier: string): string | null => {
  const target = normalize(join(dirname(file.path), specifier));
  if (target === 'package.json') return null;
  const allowed = mayReach[topOf(file.path)];
  if (allowed !== undefined && !allowed.includes(topOf(target))) {
    return `${file.path} imports ${target}: ${topOf(file.path)}/ may import ${allowed.join(', ')}`;
  }
  const why = upwardImport(file.path, target);
  return why === null ? null : `${file.path} imports ${target}: ${why}`;
};

/** What a file's imports break, as messages that say what to do. Tests may import anything, except what is confined. */
export const importViolations = (file: SourceFile): string[] => {
  const isTest = file.path.endsWith('.test.ts') || file.path.startsWith('test/');
  return listImports(file).flatMap((specifier) => {
    if (specifier.startsWith('.')) {
      const violation = isTest ? null : internalViolation(file, specifier);
      return violation === null ? [] : [violation];
    }
    return confined
      .filter(({ name, where }) => name.test(specifier) && !where.test(file.path) && !isTest)
      .map(({ why }) => `${file.path} imports ${specifier}: ${why}`);
  });
};

/** Files that read `process.env` where it is not allowed: configuration is read in one place and handed on. */
export const environmentViolations = (file: SourceFile): string[] => {
  const mayRead = /^(?:lib\/config\.ts|infra\/|local\/|cli\/|bench\/|test\/)|\.test\.ts$/.test(file.path);
  // The playground writes programs for users, which read their key there.
  const onlyWritesIt = file.path === 'monitor/play/code.ts';
  return !mayRead && !onlyWritesIt && /process\.env\b/.test(file.text)
    ? [`${file.path} reads process.env: read it in lib/config.ts and hand the value on`]
    : [];
};

/** zod imported in the way that bundles every locale. */
export const zodViolations = (file: SourceFile): string[] =>
  /import\s+\{[^}]*\}\s+from\s+'zod'/.test(file.text) && !file.path.startsWith('test/rules/')
    ? [`${file.path} imports { … } from zod: write "import * as z from 'zod'", which bundles a fifth of it`]
    : [];
