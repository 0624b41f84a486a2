import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { compareShapes } from './compare-shapes.ts';
import { describeShape, keptShapes } from './shapes.ts';

/**
 * `node test/upgrade/write-shapes.ts`: writes the shapes of this release, at a release. Refuses one that breaks readers
 * and has the version that it had.
 */
const folder = join(import.meta.dirname, 'shapes');
for (const [name, { schema, version }] of Object.entries(keptShapes)) {
  const path = join(folder, `${name}.json`);
  const shape = describeShape(schema);
  const old = existsSync(path)
    ? (JSON.parse(readFileSync(path, 'utf8')) as { version: number; shape: unknown })
    : null;
  const broken = old === null || old.version !== version ? [] : compareShapes(old.shape, shape);
  if (broken.length > 0) {
    process.stderr.write(`${name}: ${broken.join('; ')}. Raise its version in test/upgrade/shapes.ts.\n`);
    process.exitCode = 1;
  } else writeFileSync(path, `${JSON.stringify({ version, shape }, null, 1)}\n`);
}
