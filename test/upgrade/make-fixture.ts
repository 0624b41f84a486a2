import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { runCli } from '../../cli/run-cli.ts';
import { version } from '../../lib/version.ts';
import { oldPages, serveOldWorld, startOldWorld, submitAll } from './old-world.ts';
import { packExport } from './pack.ts';
import { packHandlers } from './pack-handlers.ts';

/**
 * `npm run make-upgrade-fixture`, once for each release: writes what a stack of this release holds that was cut off in
 * the middle of a crawl, a batch, an extraction and a run, as `fixtures/<version>.jsonl.gz` with the ids of its jobs.
 * `upgrade.deep.test.ts` has every later release go on from there. Packs the handlers beside it, which the simulation
 * runs together with those of the release after.
 */
const folder = await mkdtemp(join(tmpdir(), 'gleaner-upgrade-'));
const world = await serveOldWorld();
try {
  const dataDir = join(folder, 'data');
  const gleaner = await startOldWorld(world, dataDir, 0.2);
  const jobs = await submitAll(gleaner);
  while (world.site.requests.length < oldPages / 4) await pause(50);
  await gleaner.kill();
  const exported = await runCli(['export', join(folder, 'export'), '--data', dataDir]);
  if (exported.exitCode !== 0) throw new Error(exported.stderr);
  const to = join(import.meta.dirname, 'fixtures', version);
  await packExport(join(folder, 'export'), `${to}.jsonl.gz`);
  await packHandlers(join(import.meta.dirname, '..', '..'), `${to}.handlers.br`);
  await writeFile(`${to}.json`, `${JSON.stringify({ jobs, asked: world.site.requests.length }, null, 2)}\n`);
  process.stdout.write(`${to}: cut off after ${world.site.requests.length} requests\n${exported.stderr}`);
} finally {
  await world.site.close();
  await rm(folder, { recursive: true, force: true });
}
