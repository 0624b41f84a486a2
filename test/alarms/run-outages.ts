/** One process for all outages: its time is virtual. Prints a line of JSON for each: what was measured of it. */
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { registerHooks } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startCloud } from '../../local/cloud/start-cloud.ts';
import { startDynoxide } from '../../local/runtime/start-dynoxide.ts';
import { tableDefinition } from '../harness/table-definition.ts';
import { askTable, openEmulator } from '../simulation/backend.ts';
import { endpoints } from '../simulation/intercept.ts';
import { currentSandbox } from '../simulation/sandbox.ts';
import { installVirtualTime } from '../simulation/virtual-time.ts';
import { simulatedSettings } from '../simulation/settings.ts';
import { openMetrics, type MetricSink } from './measured.ts';
import { untilWritten } from '../harness/until-written.ts';
import { outages } from './outages.ts';

const wanted = process.argv.slice(2);
const dataDir = await mkdtemp(join(tmpdir(), 'gleaner-outages-'));
await mkdir(join(dataDir, 'logs'));
const store = await startDynoxide(dataDir, { inMemory: true });
const cloud = await startCloud({ dataDir });
const table = openEmulator(store.url);
const objects = openEmulator(cloud.url);
const print = process.stdout.write.bind(process.stdout);
let metrics: MetricSink | undefined;
let failed = false;
try {
  for (const bucket of ['envelopes', 'results']) await objects.send('PUT', `/${bucket}`, {}, '');
  installVirtualTime();
  const fakes = {
    'browser-tier.ts': '../simulation/fake-browser-tier.ts',
    'create-extractor.ts': './unanswered-model.ts',
  };
  registerHooks({
    resolve: (specifier, context, next) => {
      const fake = Object.entries(fakes).find(([real]) => specifier.endsWith(`/${real}`))?.[1];
      return next(fake === undefined ? specifier : new URL(fake, import.meta.url).href, context);
    },
  });
  Object.assign(process.env, endpoints, simulatedSettings, {
    POWERTOOLS_LOG_LEVEL: 'INFO',
    POWERTOOLS_DEV: '',
  });
  delete process.env['POWERTOOLS_METRICS_DISABLED'];
  // What a function writes, it writes in its sandbox.
  const keep = (chunk: unknown): boolean => {
    const by = currentSandbox()?.functionName;
    if (by !== undefined) for (const line of String(chunk).split('\n')) metrics?.wrote(by, line);
    return true;
  };
  Object.assign(process.stdout, { write: keep });
  Object.assign(process.stderr, { write: (chunk: unknown) => keep(chunk) });
  const { runOutage, outageBeginsMs } = await import('./outage-run.ts');
  const { modelsOut } = await import('./unanswered-model.ts');
  for (const outage of outages.filter(({ name }) => wanted.length === 0 || wanted.includes(name))) {
    metrics = openMetrics();
    modelsOut.fromMs = outage.withoutModels === true ? outageBeginsMs : Number.POSITIVE_INFINITY;
    await askTable(table, 'CreateTable', JSON.stringify(tableDefinition('gleaner')));
    await runOutage({ table, objects }, outage, metrics);
    await askTable(table, 'DeleteTable', JSON.stringify({ TableName: 'gleaner' }));
    print(`${JSON.stringify({ name: outage.name, points: metrics.points, lines: metrics.lines })}\n`);
  }
} catch (error) {
  failed = true;
  print(`${JSON.stringify({ error: (error as Error).stack })}\n`);
} finally {
  table.close();
  objects.close();
  await cloud.close();
  await store.stop();
  await rm(dataDir, { recursive: true, force: true });
}
await untilWritten(print);
process.exit(failed ? 1 : 0);
