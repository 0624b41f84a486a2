/**
 * Runs the real handlers against the emulated table under a scheduler that owns time, delivery and failure.
 *
 *   node test/simulation/run.ts --seeds 1-1000            a line for each violation, and a summary as JSON
 *   node test/simulation/run.ts --seeds 17 --trace        every step of one seed, the same each time
 *   node test/simulation/run.ts --seeds 1-500 --mutant no-heartbeat
 */
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { registerHooks } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startCloud } from '../../local/cloud/start-cloud.ts';
import { startDynoxide } from '../../local/runtime/start-dynoxide.ts';
import { openEmulator } from './backend.ts';
import { endpoints } from './intercept.ts';
import { mutants } from './mutants.ts';
import { installVirtualTime } from './virtual-time.ts';

const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '1-100' },
    mutant: { type: 'string' },
    trace: { type: 'boolean', default: false },
    hashes: { type: 'boolean', default: false },
    'stop-at-first': { type: 'boolean', default: false },
  },
});
const [first = 1, last = first] = values.seeds.split('-').map(Number);
const mutant = values.mutant === undefined ? undefined : mutants.find(({ name }) => name === values.mutant);
if (values.mutant !== undefined && mutant === undefined) {
  throw new Error(
    `There is no mutant ${values.mutant}; there are ${mutants.map(({ name }) => name).join(', ')}`,
  );
}

/** What a deployment would set, as far as the handlers read it. */
const environment = {
  ...endpoints,
  AWS_REGION: 'us-east-1',
  AWS_ACCESS_KEY_ID: 'local',
  AWS_SECRET_ACCESS_KEY: 'local',
  AWS_EC2_METADATA_DISABLED: 'true',
  AWS_LAMBDA_FUNCTION_NAME: 'simulated',
  POWERTOOLS_LOG_LEVEL: 'SILENT',
  POWERTOOLS_METRICS_DISABLED: 'true',
  POWERTOOLS_METRICS_NAMESPACE: 'Gleaner',
  POWERTOOLS_SERVICE_NAME: 'simulated',
  TABLE_NAME: 'gleaner',
  ENVELOPE_BUCKET: 'envelopes',
  RESULT_BUCKET: 'results',
  FETCH_HIGH_QUEUE_URL: 'http://127.0.0.1:1002/000000000000/fetch-high',
  FETCH_NORMAL_QUEUE_URL: 'http://127.0.0.1:1002/000000000000/fetch-normal',
  RENDER_QUEUE_URL: 'http://127.0.0.1:1002/000000000000/render',
  FETCH_LOW_QUEUE_URL: 'http://127.0.0.1:1002/000000000000/fetch-low',
  FINISH_QUEUE_URL: 'http://127.0.0.1:1002/000000000000/finish',
  KEY_SECRET_ARN: 'arn:aws:secretsmanager:us-east-1:000000000000:secret:key',
  GLEANER_ENVIRONMENT: 'development',
};

const started = process.hrtime.bigint();
const dataDir = await mkdtemp(join(tmpdir(), 'gleaner-simulation-'));
await mkdir(join(dataDir, 'logs'));
const store = await startDynoxide(dataDir, { inMemory: true });
const cloud = await startCloud({ dataDir });
const table = openEmulator(store.url);
const objects = openEmulator(cloud.url);
const cpuBefore = process.cpuUsage();
let failed = 0;
const totals = { seeds: 0, steps: 0, calls: 0, faults: 0, kills: 0, buried: 0 };
try {
  for (const bucket of ['envelopes', 'results']) await objects.send('PUT', `/${bucket}`, {}, '');
  installVirtualTime();
  const fake = new URL('fake-browser-tier.ts', import.meta.url).href;
  registerHooks({
    resolve: (specifier, context, next) =>
      next(specifier.endsWith('/browser-tier.ts') ? fake : specifier, context),
  });
  Object.assign(process.env, environment);
  // Only now: the handlers take hold of time and environment when they are imported. Few, so that rare paths are common.
  const { limits } = await import('../../lib/limits.ts');
  Object.assign(limits, {
    bundlePagesMax: 2,
    pageBucketsPerJob: 2,
    resendPagesMax: 3,
    resultIndexEntries: 2,
    resultsPerPageDefault: 3,
  });
  const { simulate } = await import('./simulate.ts');
  const { tableDefinition } = await import('../harness/table-definition.ts');
  const stores = { table, objects, createTable: JSON.stringify(tableDefinition('gleaner')) };
  for (let seed = first; seed <= last; seed += 1) {
    const outcome = await simulate(stores, seed, {
      ...(mutant === undefined ? {} : { mutant }),
      ...(values.trace ? { onTrace: (line) => void process.stdout.write(`${line}\n`) } : {}),
    });
    totals.seeds += 1;
    for (const name of ['steps', 'calls', 'faults', 'kills', 'buried'] as const)
      totals[name] += outcome.tally[name];
    if (first === last || values.hashes)
      process.stdout.write(
        `${JSON.stringify({ trace: outcome.trace, virtualMs: outcome.virtualMs, ...outcome.tally })}\n`,
      );
    if (outcome.violations.length === 0) continue;
    failed += 1;
    for (const violation of outcome.violations) {
      process.stdout.write(`${JSON.stringify({ seed, violation })}\n`);
    }
    if (values['stop-at-first']) break;
  }
} finally {
  table.close();
  objects.close();
  await cloud.close();
  await store.stop();
  await rm(dataDir, { recursive: true, force: true });
}
const cpu = process.cpuUsage(cpuBefore);
const seconds = Number(process.hrtime.bigint() - started) / 1e9;
process.stdout.write(
  `${JSON.stringify({ ...totals, failed, seconds: Math.round(seconds), cpuSeconds: Math.round((cpu.user + cpu.system) / 1e6) })}\n`,
);
// Sandboxes that were killed hang for good; nothing of them may keep the process.
process.exit(failed > 0 ? 1 : 0);
