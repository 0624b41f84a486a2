import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startDynoxide } from './start-dynoxide.ts';

/** A port on which nobody listens now. */
const free = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
};

test('a port that another process took since it was found free costs a start nothing but another port', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'gleaner-dynoxide-'));
  mkdirSync(join(folder, 'logs'));
  const taken = createServer((socket) => socket.destroy()).listen(0, '127.0.0.1');
  await once(taken, 'listening');
  const tried: number[] = [];
  const findPort = async (): Promise<number> => {
    tried.push(tried.length === 0 ? (taken.address() as AddressInfo).port : await free());
    return tried.at(-1) ?? 0;
  };
  try {
    const store = await startDynoxide(folder, { inMemory: true, findPort });
    expect(tried.length).toBeGreaterThan(1);
    expect(store.url).toBe(`http://127.0.0.1:${tried.at(-1)}`);
    await store.stop();
  } finally {
    taken.close();
    rmSync(folder, { recursive: true, force: true });
  }
});

test('what is taken again and again is an error in the end', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'gleaner-dynoxide-'));
  mkdirSync(join(folder, 'logs'));
  const taken = createServer((socket) => socket.destroy()).listen(0, '127.0.0.1');
  await once(taken, 'listening');
  const { port } = taken.address() as AddressInfo;
  try {
    const findPort = (): Promise<number> => Promise.resolve(port);
    await expect(startDynoxide(folder, { inMemory: true, findPort })).rejects.toThrow(
      `Cannot reach DynamoDB at http://127.0.0.1:${port}`,
    );
  } finally {
    taken.close();
    rmSync(folder, { recursive: true, force: true });
  }
});
