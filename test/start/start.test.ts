import { existsSync, readFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openStartFolder, until, withOwnKey } from './start-process.ts';

let started: Awaited<ReturnType<typeof openStartFolder>>;
beforeEach(async () => {
  started = await openStartFolder();
});
afterEach(async () => {
  await started.close();
});

test('npm start crawls the sample site, says what it found and where it lies, and leaves nothing behind', async () => {
  const { output, exited } = started.start('--once');
  expect(await exited).toBe(0);
  expect(output()).toMatch(/Crawl completed: \d+ pages found/);
  expect(output()).toMatch(/Key +fc-dev:\S+/);
  expect(output()).toMatch(/curl /);
  const envelopes = (
    await readdir(join(started.dataDir, 's3', 'envelopes', 'staged'), { recursive: true })
  ).filter((file) => file.endsWith('.json'));
  expect(envelopes.length).toBeGreaterThan(20);
  expect(started.leftBehind()).toEqual([]);
});

test('Ctrl-C stops everything, and the instance file goes with it', async () => {
  const { child, output, exited } = started.startAs(withOwnKey, '--idle');
  await until(() => existsSync(join(started.dataDir, 'instance.json')), 'the instance file');
  const instance = JSON.parse(readFileSync(join(started.dataDir, 'instance.json'), 'utf8')) as {
    url: string;
    key: string;
  };
  expect(instance.key).toBe('my-own-key');
  const answer = await fetch(`${instance.url}/v2/crawl/active`, {
    headers: { authorization: 'Bearer my-own-key' },
  });
  expect(await answer.json()).toEqual({ success: true, crawls: [] });
  await until(() => output().includes('Ctrl-C'), 'the word that it is up');
  child.kill('SIGINT');
  expect(await exited).toBe(0);
  expect(existsSync(join(started.dataDir, 'instance.json'))).toBe(false);
  expect(started.leftBehind()).toEqual([]);
});

test('an option that does not exist is a usage error', async () => {
  const { output, exited } = started.start('--no-such-option');
  expect(await exited).toBe(2);
  expect(output()).toMatch(/no-such-option/);
});
