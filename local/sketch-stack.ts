import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { functionNames } from '../infra/function-spec.ts';
import type { DeploySettings, GleanerOptions } from '../infra/options.ts';

/**
 * Writes the assembly with empty functions below a folder, which takes a second: it shows the resources and the stack's
 * name. Returns the assembly's folder.
 */
export const sketchStack = async (folder: string, settings: DeploySettings): Promise<string> => {
  const empty = join(folder, 'empty');
  mkdirSync(empty, { recursive: true });
  writeFileSync(join(empty, 'index.mjs'), '');
  const assets = Object.fromEntries(functionNames.map((name) => [name, empty])) as GleanerOptions['assets'];
  const outdir = join(folder, 'cdk.out');
  // It takes two seconds, and the template's own tests have done it.
  process.env['CDK_VALIDATION'] = 'false';
  const { gleanerApp } = await import('../infra/app.ts');
  gleanerApp({ ...settings, assets, outdir }).synth();
  return outdir;
};
