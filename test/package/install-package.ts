import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';

const root = resolve(import.meta.dirname, '../..');
const run = promisify(execFile);

/**
 * Environment of npm and of the program under test: without what the npm that runs the tests sets for its scripts. The
 * authorities that a machine trusts stay: without them no registry behind a proxy answers.
 */
export const plainEnvironment = (): NodeJS.ProcessEnv =>
  Object.fromEntries(
    Object.entries(process.env).filter(
      ([name]) => name === 'NODE_EXTRA_CA_CERTS' || !/^(?:npm_|GLEANER_|NODE_|VITEST|CI$)/i.test(name),
    ),
  );

/** `npm pack`, with the compilation that belongs to it. Answers the tarball. */
export const packTarball = async (folder: string): Promise<string> => {
  const { stdout } = await run('npm', ['pack', '--silent', '--pack-destination', folder], {
    cwd: root,
    env: plainEnvironment(),
    timeout: 120_000,
  });
  return join(folder, stdout.trim().split('\n').at(-1) ?? '');
};

/** Installs the tarball as its user does, from the registry. */
export const installTarball = async (tarball: string, folder: string): Promise<void> => {
  writeFileSync(join(folder, 'package.json'), '{ "private": true }\n');
  await run('npm', ['install', '--prefer-offline', '--no-audit', '--no-fund', '--loglevel=error', tarball], {
    cwd: folder,
    env: plainEnvironment(),
    // It unpacks 800 MB, which a busy disk takes long for.
    timeout: 1_200_000,
  });
};

interface Lock {
  readonly packages: Readonly<Record<string, { readonly dev?: boolean }>>;
}

/**
 * Lays out what `npm install` would, without the registry: the tarball's files as they are, and links to those of this
 * repository's packages that are no development dependencies. What the package lacks is missing here too.
 */
export const linkTarball = async (tarball: string, folder: string): Promise<void> => {
  const modules = join(folder, 'node_modules');
  const own = join(modules, 'gleaner');
  mkdirSync(own, { recursive: true });
  await run('tar', ['-xzf', tarball, '-C', own, '--strip-components', '1']);
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as Lock;
  for (const [path, { dev }] of Object.entries(packages)) {
    const name = path.replace(/^node_modules\//, '');
    if (path === '' || dev === true || name.includes('node_modules/') || !existsSync(join(root, path)))
      continue;
    mkdirSync(dirname(join(modules, name)), { recursive: true });
    symlinkSync(join(root, path), join(modules, name));
  }
};

/** A Node of this machine that is older than the one which runs the tests, for what has to run on it; else that one. */
export const olderNode = async (): Promise<string> => {
  const folders = (process.env['PATH'] ?? '').split(delimiter).filter((it) => !it.includes('node_modules'));
  for (const node of folders.map((folder) => join(folder, 'node'))) {
    if (!existsSync(node)) continue;
    const { stdout } = await run(node, ['--version']);
    const major = Number.parseInt(stdout.slice(1), 10);
    if (major >= 20 && major < 24) return node;
  }
  return process.execPath;
};
