import { mkdir, rm, symlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Settings } from '../infra/options.ts';
import { compileCacheFolder } from './compile-cache.ts';
import { readAssembly } from './template/read-assembly.ts';
import type { Assembly } from './template/template.ts';

/** Has the stack's functions keep what they compile beside the bundles, for all stacks that are made of these. */
const shareCompiled = async (bundles: string, functions: string): Promise<void> => {
  const shared = join(bundles, compileCacheFolder);
  await mkdir(shared, { recursive: true });
  // On Windows a link needs rights that a junction does not; elsewhere the type is ignored.
  await symlink(shared, join(functions, compileCacheFolder), 'junction');
};

/**
 * Bundles the functions, unless they are bundled already, and synthesises Gleaner's stack into the data directory,
 * without CDK's validation of the template (two seconds and 260 MB; tests and deployments run it).
 */
export const synthesiseStack = async (dataDir: string, settings: Settings): Promise<Assembly> => {
  const outdir = join(dataDir, 'cdk.out');
  await rm(outdir, { recursive: true, force: true });
  await mkdir(outdir, { recursive: true });
  process.env['CDK_VALIDATION'] = 'false';
  const [{ cachedBundles }, { gleanerApp }] = await Promise.all([
    import('./bundle-cache.ts'),
    import('../infra/app.ts'),
  ]);
  const assets = await cachedBundles(join(dataDir, 'bundles'));
  gleanerApp({ environment: 'development', ...settings, assets, outdir, copyAssets: false }).synth();
  await shareCompiled(dirname(assets.api), join(outdir, 'functions'));
  return await readAssembly(outdir);
};
