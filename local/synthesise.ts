import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rm, stat, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import type { StackFunctionName } from '../infra/function-spec.ts';
import { listFunctions } from '../infra/functions.ts';
import type { Settings } from '../infra/options.ts';
import { joinSettings, makeSettingsFile } from '../infra/settings-file.ts';
import { cachedBundles, type Bundles } from './bundle-cache.ts';
import { runChildTask } from './child-task/run-child-task.ts';
import { compileCacheFolder } from './compile-cache.ts';
import { replaceFile } from './replace-file.ts';
import type { Assembly } from './template/template.ts';

/** A synthesised stack without the folders of its functions, which each start makes for itself. */
interface StackShape extends Pick<Assembly, 'template' | 'constructPaths'> {
  /** The function of each asset, by the asset's hash. */
  readonly functions: Readonly<Record<string, StackFunctionName>>;
}

/** How many stacks are kept beside the bundles that they are made of: one for each group of settings. */
const shapesMax = 64;

/** What is synthesised, and where. */
export interface SynthesisInput {
  readonly dataDir: string;
  readonly settings: Settings;
  readonly folders: Bundles['folders'];
}

const synthesise = async (input: SynthesisInput): Promise<StackShape> =>
  // Validation takes two seconds and 260 MB; tests and deployments run it.
  (await runChildTask('synthesise-task', input, { CDK_VALIDATION: 'false' })) as StackShape;

/** Keeps a stack for later starts, and removes the oldest if there are too many. */
const keepShape = async (folder: string, path: string, made: StackShape): Promise<void> => {
  await mkdir(folder, { recursive: true });
  replaceFile(path, JSON.stringify(made));
  const files = await Promise.all(
    (await readdir(folder)).map(async (name) => ({ name, at: (await stat(join(folder, name))).mtimeMs })),
  );
  const old = files.toSorted((a, b) => b.at - a.at).slice(shapesMax);
  await Promise.all(old.map(async ({ name }) => await rm(join(folder, name), { force: true })));
};

/**
 * Returns the stack of these settings and bundles. Where the bundles are kept the stack is kept beside them, because
 * CDK takes half of the time of a start; whatever CDK reads is part of their hash.
 */
const cachedShape = async (
  dataDir: string,
  settings: Settings,
  { folders, kept }: Bundles,
): Promise<StackShape> => {
  if (kept === null) return await synthesise({ dataDir, settings, folders });
  const stacks = join(kept, 'stacks');
  const key = JSON.stringify(Object.entries(settings).toSorted(([a], [b]) => (a < b ? -1 : 1)));
  const file = join(stacks, `${createHash('sha256').update(key).digest('hex')}.json`);
  try {
    return JSON.parse(await readFile(file, 'utf8')) as StackShape;
  } catch {
    const made = await synthesise({ dataDir, settings, folders });
    // A start needs nothing of it: the folder may not be writable, and others keep and remove stacks as well.
    await keepShape(stacks, file, made).catch(() => {});
    return made;
  }
};

/** Has the stack's functions keep what they compile beside the bundles, for all stacks that are made of these. */
const shareCompiled = async (bundles: string, functions: string): Promise<void> => {
  const shared = join(bundles, compileCacheFolder);
  await mkdir(shared, { recursive: true });
  // On Windows a link needs rights that a junction does not; elsewhere the type is ignored.
  await symlink(shared, join(functions, compileCacheFolder), 'junction');
};

/**
 * Bundles the functions, unless they are bundled already, and makes Gleaner's stack of them: its template, and in the
 * data directory the folder of each function with its settings beside its code.
 */
export const synthesiseStack = async (dataDir: string, settings: Settings): Promise<Assembly> => {
  const own = join(dataDir, 'functions');
  // A start that was killed may have left a synthesis.
  for (const folder of [own, join(dataDir, 'cdk.out')]) await rm(folder, { recursive: true, force: true });
  await mkdir(own, { recursive: true });
  const bundles = await cachedBundles(join(dataDir, 'bundles'));
  // These stand in the functions' files of settings alone, and are different for each site on loopback.
  const { allow: _allow, resolve: _resolve, hosts: _hosts, ...shaping } = settings;
  const { template, constructPaths, functions } = await cachedShape(
    dataDir,
    { environment: 'development', ...shaping },
    bundles,
  );
  for (const spec of listFunctions(settings)) {
    const bundle = { folder: bundles.folders[spec.name], settings: makeSettingsFile(spec, settings) };
    joinSettings(join(own, spec.name), bundle);
  }
  await shareCompiled(bundles.kept ?? join(dataDir, 'bundles'), own);
  const assets = Object.entries(functions).map(([hash, name]) => [hash, join(own, name)]);
  return { template, constructPaths, assets: Object.fromEntries(assets) as Assembly['assets'] };
};
