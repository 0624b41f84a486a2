import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib';
import { build, transform } from 'esbuild';
import { simulatedFunctions } from '../simulation/simulated-functions.ts';

/** What the simulation sets of the handlers, and what stands in for what it cannot own. */
const beside = [
  'lib/limits/limits.ts',
  'lib/limits/place-limits.ts',
  'test/simulation/fake-browser-tier.ts',
  'test/simulation/fake-answerer.ts',
];

/**
 * Packs the handlers of the sources in a folder with every module that they load, as the simulation runs them beside
 * those of another release: each module by itself, so that sandboxes share what they do in one release; without types
 * and packages. One file of about 300 KB.
 */
export const packHandlers = async (sources: string, file: string): Promise<void> => {
  const { metafile } = await build({
    absWorkingDir: sources,
    entryPoints: [...simulatedFunctions.map((name) => `functions/${name}.ts`), ...beside],
    outdir: join(sources, 'packed'),
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    packages: 'external',
    metafile: true,
    write: false,
  });
  const modules = await Promise.all(
    Object.keys(metafile.inputs)
      .toSorted()
      .map(async (name) => {
        const text = await readFile(join(sources, name), 'utf8');
        if (!name.endsWith('.ts')) return [name, text];
        const { code } = await transform(text, { loader: 'ts', target: 'node24', minify: true });
        return [name, code];
      }),
  );
  const { version } = JSON.parse(await readFile(join(sources, 'package.json'), 'utf8')) as {
    version: string;
  };
  modules.push(['package.json', JSON.stringify({ version, type: 'module' })]);
  const params = { [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS };
  await writeFile(file, brotliCompressSync(JSON.stringify(Object.fromEntries(modules)), { params }));
};

/** Writes packed handlers into a folder, beside this repository's packages. */
export const unpackHandlers = async (file: string, folder: string): Promise<void> => {
  const text = brotliDecompressSync(await readFile(file)).toString();
  for (const [name, source] of Object.entries(JSON.parse(text) as Readonly<Record<string, string>>)) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), source);
  }
  await symlink(resolve(import.meta.dirname, '../../node_modules'), join(folder, 'node_modules'));
};
