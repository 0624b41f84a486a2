import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { seededRandom } from '../../test/harness/seeded-random.ts';
import { seedsOfRun } from '../../test/slices/slices.ts';
import { startThrottlingTable } from '../../test/chaos/throttling-table.ts';
import { installKey } from '../development-key.ts';
import { installModelKeys } from '../install-model-keys.ts';
import { startDynoxide } from '../runtime/start-dynoxide.ts';
import { startRuntime } from '../runtime/start-runtime.ts';
import { synthesiseStack } from '../synthesise.ts';
import type { Assembly } from '../template/template.ts';
import { unfinishedCrawls } from './call-api.ts';

/** Two for each slice: by their seeds, of the first ten calls of one of them at least one is refused. */
const starts = seedsOfRun(0, 40);
let folder: string;
let assembly: Assembly;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gleaner-starts-'));
  assembly = await synthesiseStack(join(folder, 'stack'), {});
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
});

/** Starts the stack on a table of its own, asks it, and stops it. Returns how many calls the table spoiled. */
const startOnce = async (index: number): Promise<number> => {
  const dataDir = join(folder, `data-${index}`);
  await mkdir(join(dataDir, 'logs'), { recursive: true });
  const store = await startDynoxide(dataDir, { inMemory: true });
  // Five times what the sabotaged crawl has: a start makes few calls.
  const harm = { throttle: 0.2, conflict: 0.2, loseAnswer: 0.05 };
  const table = await startThrottlingTable(store.url, harm, seededRandom(index));
  try {
    const runtime = await startRuntime({
      assembly: async () => await Promise.resolve(assembly),
      dataDir,
      port: 0,
      dynamodb: table.url,
      onNotice: () => undefined,
    });
    try {
      const key = `fc-dev:start-number-${index}`;
      await installKey(runtime, key);
      await installModelKeys(runtime, {});
      expect(await unfinishedCrawls({ url: runtime.url, key })).toEqual([]);
    } finally {
      await runtime.stop();
    }
    return table.tally.throttled + table.tally.lost;
  } finally {
    await table.close();
    await store.stop();
  }
};

test(`of ${starts.length} starts on a table that throttles, conflicts and loses answers each one succeeds`, async () => {
  let spoiled = 0;
  for (const index of starts) spoiled += await startOnce(index);
  expect(spoiled).toBeGreaterThan(0);
});
