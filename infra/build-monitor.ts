import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { build } from 'esbuild';

/** The folder of the sources; in the package, of the compiled files, with the built monitor beside them. */
const repository = resolve(import.meta.dirname, '..');
const source = join(repository, 'monitor');

/** The names of the built files; none if they were copied. */
export interface BuiltMonitor {
  readonly files: readonly string[];
}

/**
 * Builds the monitor: a page, one script and one style sheet, with a hash of their content in their names, so that
 * browsers may keep them for good. The same sources give the same bytes.
 *
 * @param folder Made anew.
 */
export const buildMonitor = async (folder: string): Promise<BuiltMonitor> => {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const main = join(source, 'main.tsx');
  if (!existsSync(main)) {
    await cp(source, folder, { recursive: true });
    return { files: [] };
  }
  const { metafile } = await build({
    absWorkingDir: repository,
    entryPoints: [main],
    outdir: folder,
    bundle: true,
    format: 'esm',
    target: 'es2022',
    platform: 'browser',
    jsx: 'automatic',
    minify: true,
    charset: 'utf8',
    legalComments: 'none',
    // A screen that is seldom opened is a part of its own, which the browser loads when it is opened.
    splitting: true,
    entryNames: '[name]-[hash]',
    chunkNames: 'part-[hash]',
    define: { 'process.env.NODE_ENV': '"production"' },
    metafile: true,
    logLevel: 'warning',
  });
  const files = Object.keys(metafile.outputs).map((path) => basename(path));
  const named = (ending: string): string =>
    files.find((file) => file.startsWith('main-') && file.endsWith(ending)) ?? '';
  const page = await readFile(join(source, 'index.html'), 'utf8');
  const filled = page.replace('main.css', named('.css')).replace('main.js', named('.js'));
  await writeFile(join(folder, 'index.html'), filled);
  return { files: [...files, 'index.html'] };
};
