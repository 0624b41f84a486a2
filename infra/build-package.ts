import { execFileSync } from 'node:child_process';
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { buildMonitor } from './build-monitor.ts';

/**
 * `prepack`: compiles the package's program into `built/`, with the files that it reads at run time. The package holds
 * JavaScript because Node strips no types below node_modules. A clone needs none of this. Types are not checked here:
 * `npm run typecheck` checks the same files, and for the compiler that is two thirds of the work.
 */
const root = resolve(import.meta.dirname, '..');
const built = join(root, 'built');

/** Files that modules read or bundle by their path, without an import. */
const assets = [
  'infra/undici-parts.mjs',
  'lib/fetch/charset/big5-added.br',
  'lib/fetch/pdf/cmaps.br',
  'lib/fetch/pdf/cmaps.LICENSE.txt',
  'local/sample-site/pages',
  'local/sample-site/later',
  'docs/examples/sample.sources.yaml',
  'docs/openapi.json',
  'docs/manifest-prompt.md',
  'docs/schemas/sources-v1.json',
];

// Browsers run it as it is.
const monitor = join(built, 'monitor');

rmSync(built, { recursive: true, force: true });
execFileSync(join(root, 'node_modules/.bin/tsc'), ['-p', join(root, 'tsconfig.package.json')], {
  // Its findings would go to standard output, which is for the name of the tarball.
  stdio: ['ignore', process.stderr, process.stderr],
});
for (const asset of assets) cpSync(join(root, asset), join(built, asset), { recursive: true });

// The compiler copies the whole manifest, because lib/version.ts imports it.
const { name, version, type } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Record<
  'name' | 'version' | 'type',
  string
>;
writeFileSync(join(built, 'package.json'), `${JSON.stringify({ name, version, type }, null, 2)}\n`);
await buildMonitor(monitor);

// The bill of materials of a release (CycloneDX), in which users can look for a package.
const bill = execFileSync('npm', ['sbom', '--sbom-format', 'cyclonedx', '--omit', 'dev'], {
  cwd: root,
  maxBuffer: 64 * 2 ** 20,
});
writeFileSync(join(built, 'sbom.cdx.json'), bill);
