import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startThrottlingTable } from '../../test/chaos/throttling-table.ts';
import { installKey } from '../development-key.ts';
import { installModelKeys } from '../install-model-keys.ts';
import { startDynoxide, type StoreProcess } from '../runtime/start-dynoxide.ts';
import { startRuntime } from '../runtime/start-runtime.ts';
import { synthesiseStack } from '../synthesise.ts';
import type { Assembly } from '../template/template.ts';
import { unfinishedCrawls } from './call-api.ts';

const starts = 20;
let folder: string;
let store: StoreProcess;
let assembly: Assembly;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gleaner-starts-'));
  await mkdir(join(folder, 'table', 'logs'), { recursive: true });
  store = await startDynoxide(join(folder, 'table'), { inMemory: true });
  assembly = await synthesiseStack(join(folder, 'stack'), {});
});
afterAll(async () => {
  await store.stop();
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
});

test(`the stack starts ${starts} times of ${starts} on a table that throttles, conflicts and loses answers`, async () => {
  // Five times what the sabotaged crawl has: a start makes few calls.
  const table = await startThrottlingTable(store.url, { throttle: 0.2, conflict: 0.2, loseAnswer: 0.05 });
  let started = 0;
  try {
    for (let index = 0; index < starts; index += 1) {
      const runtime = await startRuntime({
        assembly: async () => await Promise.resolve(assembly),
        dataDir: join(folder, `data-${index}`),
        port: 0,
        dynamodb: table.url,
        onNotice: () => undefined,
      });
      try {
        const key = `fc-dev:start-number-${index}`;
        await installKey(runtime, key);
        await installModelKeys(runtime, {});
        expect(await unfinishedCrawls({ url: runtime.url, key })).toEqual([]);
        started += 1;
      } finally {
        await runtime.stop();
      }
    }
  } finally {
    await table.close();
  }
  expect(started).toBe(starts);
  expect(table.tally.throttled + table.tally.lost).toBeGreaterThan(starts);
});
