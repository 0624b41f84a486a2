import { cp, mkdir, readFile, rm } from 'node:fs/promises';
import { constants, existsSync, realpathSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { build, type Metafile, type Plugin } from 'esbuild';
import { moduleExtension } from '../lib/module-extension.ts';
import { functionNames, type StackFunctionName } from './function-spec.ts';
import { functionSpecs } from './functions.ts';
import { buildMonitor } from './build-monitor.ts';
import { openaiParts } from './openai-parts.ts';
import { keepOwnMaps } from './own-maps.ts';
import { zodParts } from './zod-parts.ts';

/** The bundle of one function. */
export interface FunctionBundle {
  /** Absolute path of the folder that holds `index.mjs` and its source map. */
  readonly folder: string;
  readonly bytes: number;
  /** Bytes of everything except the AWS SDK. */
  readonly bytesWithoutSdk: number;
}

/** Separate modules beside a function's bundle, including threads: each is loaded with the first work for it. */
const modules: Readonly<Record<string, readonly string[]>> = {
  // The public suffix list, which judges links, is half as large as everything else in it.
  api: ['functions/openapi/page/render-page', 'lib/frontier/scope'],
  'fetch-pages': ['lib/fetch/pdf/pdf-worker', 'lib/content/data/data-worker'],
  'render-pages': ['lib/fetch/pdf/pdf-worker', 'lib/content/data/data-worker'],
};

/** Files beside a function's bundle that it reads when it needs them. */
const files: Readonly<Record<string, readonly string[]>> = {
  api: ['docs/openapi.json', 'docs/schemas/sources-v1.json'],
};

/** Files beside each bundle with this module, which reads them when it needs them. */
const filesOfModule: Readonly<Record<string, readonly string[]>> = {
  // How PDFs encode Chinese, Japanese and Korean. The licence goes where they go.
  'lib/fetch/pdf/read-cmaps': ['lib/fetch/pdf/cmaps.br', 'lib/fetch/pdf/cmaps.LICENSE.txt'],
  'lib/fetch/charset/big5-index': ['lib/fetch/charset/big5-added.br'],
};

/** The folder of the sources; in the package, of the compiled files. */
const repository = resolve(import.meta.dirname, '..');

/** CommonJS packages inside an ES module still call `require` for Node's own modules. */
const banner =
  `import{createRequire as __createRequire}from'node:module';` +
  'const require=__createRequire(import.meta.url);';

/** The packages named @aws-sdk and those that only they depend on. */
const sdkPackage =
  /(?:^|\/)node_modules\/(?:@aws-sdk|@smithy|@aws-crypto|@aws|bowser|tslib|mnemonist|obliterator|fast-xml-parser|strnum)\//;

/** Files of a package that no program reads: type declarations, source maps, playwright's tools for people. */
const unread =
  /\.d\.ts$|\.map$|\.md$|(?:^|\/)lib\/(?:vite|tools)(?:\/|$)|(?:^|\/)(?:types|bin\/swiftshader[^/]*|bin\/[^/]+\.(?:sh|ps1))(?:\/|$)/;

/**
 * Returns the folder of an installed package, here or in a folder above: npm puts packages beside the one that needs
 * them.
 *
 * @throws {Error} when it is not installed.
 */
const packageFolder = (name: string): string => {
  for (let folder = repository; ; folder = dirname(folder)) {
    const found = join(folder, 'node_modules', name);
    if (existsSync(found)) return realpathSync(found);
    if (dirname(folder) === folder) throw new Error(`Cannot bundle: the package ${name} is not installed`);
  }
};

/** The parts of undici that are used; its entry loads much more. */
const undiciParts: Plugin = {
  name: 'undici-parts',
  setup: (build) => {
    build.onResolve({ filter: /^undici$/ }, () => ({ path: join(repository, 'infra/undici-parts.mjs') }));
  },
};

/** The folder of the schemas of answers and of the code that makes the API's description from them. */
const described = join(repository, 'functions/openapi/');

/**
 * Marks the schemas of answers and the texts of the API's description as free of effects: with `import.meta.bundled` no
 * code uses them, and they are left out.
 */
const withoutDocs: Plugin = {
  name: 'without-docs',
  setup: (build) => {
    build.onResolve({ filter: /^\.\.?\// }, ({ path, resolveDir }) => {
      const file = resolve(resolveDir, path);
      return file.startsWith(described) ? { path: file, sideEffects: false } : null;
    });
  },
};

/** Of `package.json` the version alone: a function is not deployed again because a tool has another version. */
const ownVersion: Plugin = {
  name: 'own-version',
  setup: (build) => {
    build.onLoad({ filter: /[\\/]package\.json$/ }, async ({ path }) => {
      if (path !== join(repository, 'package.json')) return undefined;
      const { version } = JSON.parse(await readFile(path, 'utf8')) as { readonly version: string };
      return { contents: JSON.stringify({ version }), loader: 'json' };
    });
  },
};

/**
 * Copies a package beside a bundle, where the bundle's imports find it. Only for packages that use no dependencies of
 * their own.
 */
const copyPackage = async (name: string, folder: string): Promise<void> => {
  const from = packageFolder(name);
  await cp(from, join(folder, 'node_modules', name), {
    recursive: true,
    // Bundles are often made anew, and Chromium has 70 MB: if the file system can clone, no bytes are copied.
    mode: constants.COPYFILE_FICLONE,
    filter: (path) => !unread.test(relative(from, path)),
  });
};

/** Returns the files that the modules of a function's bundle read, its threads' among them. */
const filesOfModules = (name: string, { outputs }: Metafile, target: string): readonly string[] => {
  const folder = `${relative(repository, join(target, name)).replaceAll('\\', '/')}/`;
  const own = Object.entries(outputs).filter(([path]) => path.startsWith(folder));
  const held = new Set(own.flatMap(([, { inputs }]) => Object.keys(inputs)));
  return Object.entries(filesOfModule).flatMap(([module, read]) =>
    held.has(`${module}${moduleExtension}`) ? read : [],
  );
};

const packagesOf = (name: string): readonly string[] =>
  functionSpecs.find((spec) => spec.name === name)?.packages ?? [];

/** Returns the bytes of one output of esbuild, with and without the AWS SDK. */
export const measureOutput = (
  output: Metafile['outputs'][string],
): Pick<FunctionBundle, 'bytes' | 'bytesWithoutSdk'> => {
  const sdk = Object.entries(output.inputs)
    .filter(([path]) => sdkPackage.test(path))
    .reduce((sum, [, { bytesInOutput }]) => sum + bytesInOutput, 0);
  return { bytes: output.bytes, bytesWithoutSdk: output.bytes - sdk };
};

const checkEntries = (names: readonly string[], sources: string): void => {
  const missing = names.filter((name) => !existsSync(join(sources, `${name}${moduleExtension}`)));
  if (missing.length === 0) return;
  const files = missing.map((name) => relative(repository, join(sources, `${name}${moduleExtension}`)));
  throw new Error(`Cannot bundle: infra/functions.ts names functions without a file: ${files.join(', ')}`);
};

/**
 * Bundles functions for Lambda: one ES module each, with everything it needs (docs/decisions/0002-bundles.md says why
 * the AWS SDK too). The same sources give the same bytes, so an unchanged function is not deployed again.
 *
 * @param only the functions to bundle; by default all of them.
 * @param sources folder of the entry points; by default `functions/`.
 * @throws {Error} when an entry point does not exist, or when esbuild cannot resolve what it imports.
 */
export const bundleFunctions = async <Name extends string = StackFunctionName>({
  outdir,
  only = functionNames as readonly string[] as readonly Name[],
  sources = join(repository, 'functions'),
}: {
  readonly outdir: string;
  readonly only?: readonly Name[];
  readonly sources?: string;
}): Promise<Record<Name, FunctionBundle>> => {
  checkEntries(only, sources);
  const target = resolve(repository, outdir);
  // A file that an earlier build left would change the hash of the asset.
  await Promise.all(only.map((name) => rm(join(target, name), { recursive: true, force: true })));
  await mkdir(target, { recursive: true });
  const { metafile } = await build({
    absWorkingDir: repository,
    entryPoints: only.flatMap((name) => [
      { in: join(sources, `${name}${moduleExtension}`), out: `${name}/index` },
      ...(modules[name] ?? []).map((file) => ({
        in: join(repository, `${file}${moduleExtension}`),
        out: `${name}/${basename(file)}`,
      })),
    ]),
    outdir: target,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    platform: 'node',
    target: 'node24',
    format: 'esm',
    mainFields: ['module', 'main'],
    minify: true,
    // Escaped, the words by which the content stage detects languages take three times the space.
    charset: 'utf8',
    sourcemap: 'linked',
    sourcesContent: false,
    legalComments: 'none',
    banner: { js: banner },
    plugins: [openaiParts, undiciParts, zodParts, withoutDocs, ownVersion],
    define: { 'import.meta.bundled': 'true' },
    external: only.flatMap(packagesOf),
    metafile: true,
    logLevel: 'warning',
  });
  await Promise.all(
    only.flatMap((name) => [
      keepOwnMaps(join(target, name), repository),
      ...(name === 'api' ? [buildMonitor(join(target, name, 'monitor'))] : []),
      ...packagesOf(name).map((each) => copyPackage(each, join(target, name))),
      ...[...(files[name] ?? []), ...filesOfModules(name, metafile, target)].map((file) =>
        cp(join(repository, file), join(target, name, basename(file)), { mode: constants.COPYFILE_FICLONE }),
      ),
    ]),
  );
  const made = only.map((name) => {
    const output =
      metafile.outputs[relative(repository, join(target, name, 'index.mjs')).replaceAll('\\', '/')];
    if (!output) throw new Error(`Cannot measure ${name}: esbuild's metafile does not list its bundle`);
    return [name, { folder: join(target, name), ...measureOutput(output) }] as const;
  });
  return Object.fromEntries(made) as Record<Name, FunctionBundle>;
};

/** Returns the folder of each bundle, as `gleanerApp` takes them. */
export const bundleFolders = <Name extends string>(
  bundles: Readonly<Record<Name, FunctionBundle>>,
): Record<Name, string> =>
  Object.fromEntries(
    Object.entries<FunctionBundle>(bundles).map(([name, { folder }]) => [name, folder]),
  ) as Record<Name, string>;
