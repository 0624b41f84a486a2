import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { launch } from '../../local/launch.ts';

test('the monitor is served where the functions run from their sources too, in one process', async () => {
  const before = { ...process.env };
  const dataDir = await mkdtemp(join(tmpdir(), 'gleaner-inproc-'));
  const gleaner = await launch({ dataDir, port: 0, quiet: true, inproc: true });
  onTestFinished(async () => {
    await gleaner.stop();
    await rm(dataDir, { recursive: true, force: true });
    process.env = before;
  });
  const page = await fetch(`${gleaner.url}/monitor/`);
  expect(page.status).toBe(200);
  const [, script] = /src="\.\/(main-\w+\.js)"/.exec(await page.text()) ?? [];
  expect((await fetch(`${gleaner.url}/monitor/${script}`)).status).toBe(200);
});
