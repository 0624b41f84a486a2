import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { functionNames } from '../infra/function-spec.ts';
import type { GleanerOptions, Settings } from '../infra/options.ts';

/**
 * Writes the assembly with nothing in its functions below a folder: it says what there will be, and names the stack, in
 * a second. Answers the assembly's folder.
 */
export const sketchStack = async (folder: string, settings: Settings): Promise<string> => {
  const empty = join(folder, 'empty');
  mkdirSync(empty, { recursive: true });
  writeFileSync(join(empty, 'index.mjs'), '');
  const assets = Object.fromEntries(functionNames.map((name) => [name, empty])) as GleanerOptions['assets'];
  const outdir = join(folder, 'cdk.out');
  // Two seconds; the template's own tests have it.
  process.env['CDK_VALIDATION'] = 'false';
  const { gleanerApp } = await import('../infra/app.ts');
  gleanerApp({ ...settings, assets, outdir }).synth();
  return outdir;
};
