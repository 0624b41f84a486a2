import { dirname, join, normalize } from 'node:path';
import { parseSync } from 'oxc-parser';
import type { SourceFile } from './source-files.ts';

/** Stages of `lib/` in the order in which a URL passes through them: each may import those before it. */
export const stages = [
  'request',
  'search',
  'job',
  'frontier',
  'fetch',
  'content',
  'extract',
  'merge',
  'envelope',
  'source',
  'deliver',
  'ingest',
] as const;

/** Packages that only one place may import, and why. */
const confined: readonly { readonly name: RegExp; readonly where: RegExp; readonly why: string }[] = [
  {
    name: /^@aws-sdk\//,
    where: /^(?:lib\/aws\/|functions\/edge\/|test\/|bench\/)/,
    why: 'one store operation per file in lib/store keeps every call to AWS in one folder',
  },
  { name: /^playwright-core/, where: /^lib\/fetch\/.*browser/, why: 'Chromium belongs to the browser tier' },
  {
    name: /^openai(?:\/|$)/,
    where: /^lib\/extract\/llm\//,
    why: 'models are asked by the client of models, which holds their keys',
  },
];

/** Specifiers of a module's imports, static and dynamic, types included. */
export const importsOf = (file: SourceFile): string[] => {
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
const stageOf = (path: string): number => {
  const [top, stage] = path.split('/');
  return top === 'lib' ? stages.indexOf(stage as (typeof stages)[number]) : -1;
};

/** What the product may reach: nothing in `lib` or `functions` knows where it runs or who asks. */
const mayReach: Readonly<Record<string, readonly string[]>> = {
  lib: ['lib'],
  functions: ['functions', 'lib'],
  infra: ['infra', 'lib'],
  // `gleaner local` and `gleaner deploy` load what they run when they run it; what asks an API needs none of it.
  cli: ['cli', 'local', 'infra', 'lib'],
  local: ['local', 'infra', 'lib', 'functions', 'cli'],
};

const internalViolation = (file: SourceFile, specifier: string): string | null => {
  const target = normalize(join(dirname(file.path), specifier));
  if (target === 'package.json') return null;
  const allowed = mayReach[topOf(file.path)];
  if (allowed !== undefined && !allowed.includes(topOf(target))) {
    return `${file.path} imports ${target}: ${topOf(file.path)}/ may import ${allowed.join(', ')}`;
  }
  const from = stageOf(file.path);
  const to = stageOf(target);
  if (from >= 0 && to > from) {
    return `${file.path} imports ${target}: ${stages[from]} stands before ${stages[to]} in the pipeline. Hand the later step in from functions/`;
  }
  return null;
};

/** What a file's imports break, as messages that say what to do. Tests may import anything, except what is confined. */
export const importViolations = (file: SourceFile): string[] => {
  const isTest = file.path.endsWith('.test.ts') || file.path.startsWith('test/');
  return importsOf(file).flatMap((specifier) => {
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
  return !mayRead && /process\.env\b/.test(file.text)
    ? [`${file.path} reads process.env: read it in lib/config.ts and hand the value on`]
    : [];
};

/** zod imported in the way that bundles every locale. */
export const zodViolations = (file: SourceFile): string[] =>
  /import\s+\{[^}]*\}\s+from\s+'zod'/.test(file.text) && !file.path.startsWith('test/rules/')
    ? [`${file.path} imports { … } from zod: write "import * as z from 'zod'", which bundles a fifth of it`]
    : [];
