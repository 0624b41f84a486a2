import { mkdir, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { gleanerApp } from '../../infra/app.ts';
import type { SynthesisInput } from '../synthesise.ts';
import { readAssembly } from '../template/read-assembly.ts';
import { answerTask } from './answer-task.ts';

/**
 * Synthesises a stack in `dataDir/cdk.out`, which is removed again because CDK reads and links every file of the
 * bundles, and answers its `StackShape`.
 */
answerTask(async (input) => {
  const { dataDir, settings, folders } = input as SynthesisInput;
  const outdir = join(dataDir, 'cdk.out');
  await mkdir(outdir, { recursive: true });
  try {
    gleanerApp({ ...settings, assets: folders, outdir, copyAssets: false }).synth();
    const { template, constructPaths, assets } = await readAssembly(outdir);
    const functions = Object.entries(assets).map(([hash, folder]) => [hash, basename(folder)]);
    return { template, constructPaths, functions: Object.fromEntries(functions) };
  } finally {
    await rm(outdir, { recursive: true, force: true });
  }
});
