import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { makeLocalCredentials } from '../door/local-credentials.ts';
import { startCloudProcess } from './start-cloud-process.ts';

test('the stores stand at the port of the last start, or at another where that is taken', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'gleaner-port-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  mkdirSync(join(dataDir, 'logs'));
  const start = async (): Promise<string> => {
    const cloud = await startCloudProcess(dataDir, makeLocalCredentials());
    await cloud.stop();
    return cloud.url;
  };
  const first = await start();
  expect(await start()).toBe(first);
  const other = createServer();
  await new Promise<void>((done) => void other.listen(0, '127.0.0.1', done));
  onTestFinished(() => void other.close());
  const { port } = other.address() as AddressInfo;
  writeFileSync(join(dataDir, 'cloud.port'), String(port));
  expect(new URL(await start()).port).not.toBe(String(port));
});
