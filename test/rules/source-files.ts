import { globSync, readFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';

export const root = resolve(import.meta.dirname, '../..');

const folders = ['infra', 'functions', 'lib', 'local', 'cli', 'monitor', 'bench', 'test', 'packages'];

/** A file of the repository, with its path from the root. */
export interface SourceFile {
  readonly path: string;
  readonly text: string;
}

/** Every TypeScript file of the repository. */
export const sourceFiles = (): SourceFile[] =>
  folders
    .flatMap((folder) =>
      globSync('**/*.{ts,tsx}', { cwd: join(root, folder), exclude: ['**/node_modules/**'] }).map((path) =>
        join(folder, path),
      ),
    )
    .sort()
    .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }));

/** Every Markdown file of the repository. */
export const markdownFiles = (): SourceFile[] =>
  ['*.md', ...[...folders, 'docs', 'events'].map((folder) => `${folder}/**/*.md`)]
    .flatMap((pattern) => globSync(pattern, { cwd: root, exclude: ['**/node_modules/**', 'test/golden/**'] }))
    .sort()
    .map((path) => ({
      path: relative(root, join(root, path)),
      text: readFileSync(join(root, path), 'utf8'),
    }));

/** Every program of the repository that is not TypeScript: JavaScript, shell and Python. */
export const scriptFiles = (): SourceFile[] =>
  folders
    .flatMap((folder) =>
      globSync(`${folder}/**/*.{mjs,sh,py}`, { cwd: root, exclude: ['**/node_modules/**'] }),
    )
    .sort()
    .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }));
