/** One process of the simulation: its stores, its time, and one world after the other. `run.ts` starts it. */
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { registerHooks } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { startCloud } from '../../local/cloud/start-cloud.ts';
import { startDynoxide } from '../../local/runtime/start-dynoxide.ts';
import { openEmulator } from './backend.ts';
import { endpoints } from './intercept.ts';
import { mutants } from './mutants.ts';
import { foundExitCode, simulatedSettings } from './settings.ts';
import { untilWritten } from '../harness/until-written.ts';
import { installVirtualTime } from './virtual-time.ts';

const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '1-1' },
    mutant: { type: 'string' },
    trace: { type: 'boolean', default: false },
    hashes: { type: 'boolean', default: false },
    mixed: { type: 'boolean', default: false },
    'stop-at': { type: 'string' },
  },
});
const [first = 1, last = first] = values.seeds.split('-').map(Number);
const mutant = values.mutant === undefined ? undefined : mutants.find(({ name }) => name === values.mutant);
if (values.mutant !== undefined && mutant === undefined) {
  throw new Error(
    `There is no mutant ${values.mutant}; there are ${mutants.map(({ name }) => name).join(', ')}`,
  );
}

/** Few of everything, so that rare paths are common. */
const fewerOfAll = {
  urlBatchPagesMax: 2,
  pageBucketsPerJob: 2,
  resendPagesMax: 3,
  resultIndexEntries: 2,
  resultsPerPageDefault: 3,
  seedPartPages: 2,
};

const write = (line: object): void => void process.stdout.write(`${JSON.stringify(line)}\n`);

const dataDir = await mkdtemp(join(tmpdir(), 'gleaner-simulation-'));
await mkdir(join(dataDir, 'logs'));
const store = await startDynoxide(dataDir, { inMemory: true });
const cloud = await startCloud({ dataDir });
const table = openEmulator(store.url);
const objects = openEmulator(cloud.url);
const total = {
  seeds: 0,
  steps: 0,
  calls: 0,
  faults: 0,
  kills: 0,
  buried: 0,
  ofBefore: 0,
  failed: 0,
  cpuSeconds: 0,
};
const cpuBefore = process.cpuUsage();
try {
  for (const bucket of ['envelopes', 'results', 'sources']) await objects.send('PUT', `/${bucket}`, {}, '');
  installVirtualTime();
  // What the scheduler cannot own is stood in for.
  const fakes = { 'browser-tier.ts': 'fake-browser-tier.ts', 'create-extractor.ts': 'fake-answerer.ts' };
  const before = pathToFileURL(join(dataDir, 'before/')).href;
  registerHooks({
    resolve: (specifier, context, next) => {
      const fake = Object.entries(fakes).find(([real]) => specifier.endsWith(`/${real}`))?.[1];
      if (fake === undefined) return next(specifier, context);
      // Each release has its own.
      const isBefore = context.parentURL?.startsWith(before) === true;
      return next(
        new URL(isBefore ? `test/simulation/${fake}` : fake, isBefore ? before : import.meta.url).href,
      );
    },
  });
  Object.assign(process.env, endpoints, simulatedSettings);
  // Only now: the handlers take hold of time, environment and some of the limits when they are imported.
  const { openReleaseBefore, thisRelease } = await import('./releases.ts');
  const releases = [
    thisRelease,
    ...(values.mixed ? [await openReleaseBefore(join(dataDir, 'before'))] : []),
  ] as const;
  for (const release of releases) Object.assign(release.limits, fewerOfAll);
  const { simulate } = await import('./simulate.ts');
  const { tableDefinition } = await import('../harness/table-definition.ts');
  const stores = { table, objects, releases, createTable: JSON.stringify(tableDefinition('gleaner')) };
  for (let seed = first; seed <= last; seed += 1) {
    const { tally, trace, virtualMs, violations } = await simulate(stores, seed, {
      ...(mutant === undefined ? {} : { mutant }),
      ...(values.trace ? { onTrace: (line) => void process.stdout.write(`${line}\n`) } : {}),
    });
    total.seeds += 1;
    for (const [name, count] of Object.entries(tally)) total[name as keyof typeof tally] += count;
    if (values.hashes) write({ seed, trace, virtualMs, ...tally });
    for (const violation of violations) write({ seed, violation });
    if (violations.length === 0) continue;
    total.failed += 1;
    const stopAt = values['stop-at'];
    if (stopAt !== undefined && violations.some((violation) => violation.includes(stopAt))) {
      process.exitCode = foundExitCode;
      break;
    }
  }
} finally {
  table.close();
  objects.close();
  await cloud.close();
  await store.stop();
  await rm(dataDir, { recursive: true, force: true });
}
const cpu = process.cpuUsage(cpuBefore);
total.cpuSeconds = Math.round((cpu.user + cpu.system) / 1e6);
write({ total });
await untilWritten();
// Sandboxes that were killed hang for good; nothing of them may keep the process.
process.exit(process.exitCode ?? (total.failed > 0 ? 1 : 0));
