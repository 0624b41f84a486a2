#!/usr/bin/env node
import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import * as z from 'zod';

/**
 * `npm run dependency-times`: asks the registry when each dependency that is deployed was last published, and writes it
 * down, for a test that runs without a network (`dependencies.test.ts`).
 */
const root = join(import.meta.dirname, '..', '..');
const { dependencies } = z
  .object({ dependencies: z.record(z.string(), z.string()) })
  .parse(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')));

const packages: Record<string, { version: string; lastPublished: string }> = {};
for (const [name, version] of Object.entries(dependencies)) {
  const { stdout } = await promisify(execFile)('npm', ['view', name, 'time', '--json']);
  const times = z.record(z.string(), z.string()).parse(JSON.parse(stdout));
  // Beside versions the registry names when the entry was made and last touched.
  const published = Object.entries(times).filter(([key]) => /^\d/.test(key));
  const last = published
    .map(([, time]) => time)
    .toSorted()
    .at(-1);
  if (last === undefined) throw new Error(`Cannot tell when ${name} was published`);
  packages[name] = { version, lastPublished: last.slice(0, 10) };
}
const asked = new Date().toISOString().slice(0, 10);
writeFileSync(
  join(import.meta.dirname, 'dependency-times.json'),
  `${JSON.stringify({ asked, packages }, null, 2)}\n`,
);
