import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runCli } from './run-cli.ts';
import { serveFakeApi, type FakeResponse, type ReceivedRequest } from './api/serve-fake-api.ts';

const id = '019a1b2c-3d4e-7f50-8a61-b2c3d4e5f607';

const endlessApi = (request: ReceivedRequest): FakeResponse => {
  if (request.method === 'POST') return { body: { success: true, id } };
  if (request.method === 'DELETE') return { body: { status: 'cancelled' } };
  return { body: { success: true, status: 'scraping', completed: 1, total: 9, data: [] } };
};

/** Presses Ctrl-C once these words are on the screen, and once only: a process that is ending hears no more of it. */
const interruptOn = (words: string) => {
  let sent = false;
  return (stderr: string, kill: (signal: NodeJS.Signals) => void): void => {
    if (sent || !stderr.includes(words)) return;
    sent = true;
    kill('SIGINT');
  };
};

const crawl = (url: string, ...extra: string[]) => ['crawl', 'https://a.example', '--url', url, ...extra];

test('Ctrl-C leaves the crawl running and says how to watch and cancel it', async () => {
  await using api = await serveFakeApi(endlessApi);
  const run = await runCli(crawl(api.url), { onStderr: interruptOn('1/9') });
  expect(run.exitCode).toBe(130);
  expect(run.stderr).toContain(`gleaner watch ${id}`);
  expect(run.stderr).toContain(`gleaner cancel ${id}`);
  expect(api.requests.map(({ method }) => method)).not.toContain('DELETE');
});

test('with --cancel-on-interrupt, Ctrl-C cancels the crawl', async () => {
  await using api = await serveFakeApi(endlessApi);
  const run = await runCli(crawl(api.url, '--cancel-on-interrupt'), { onStderr: interruptOn('1/9') });
  expect(run.exitCode).toBe(130);
  expect(api.requests.at(-1)).toMatchObject({ method: 'DELETE', path: `/v2/crawl/${id}` });
  expect(run.stderr).toContain('is cancelled');
});

test('a second Ctrl-C ends the program while the API does not answer', async () => {
  await using api = await serveFakeApi((request) =>
    request.method === 'DELETE'
      ? { status: 503, headers: { 'retry-after': '60' }, body: {} }
      : endlessApi(request),
  );
  const presses = [interruptOn('1/9'), interruptOn('Cancelling')];
  const run = await runCli(crawl(api.url, '--cancel-on-interrupt'), {
    onStderr: (stderr, kill) => {
      for (const press of presses) press(stderr, kill);
    },
  });
  expect(run.exitCode).toBe(130);
  // Before the API was asked a second time.
  expect(api.requests.filter(({ method }) => method === 'DELETE').length).toBeLessThanOrEqual(1);
});

test('--timeout ends the waiting, not the crawl', async () => {
  await using api = await serveFakeApi(endlessApi);
  const run = await runCli(crawl(api.url, '--timeout', '0.3'));
  expect(run.exitCode).toBe(6);
  expect(run.stderr).toContain('continues');
  expect(api.requests.map(({ method }) => method)).not.toContain('DELETE');
});

test('a reader that closes the pipe early ends the program quietly', async () => {
  const markdown = 'x'.repeat(100_000);
  await using api = await serveFakeApi((request) => {
    if (request.method === 'POST') return { body: { success: true, id } };
    const skip = Number(/skip=(\d+)/.exec(request.path)?.[1] ?? 0);
    const next = skip < 100 ? `/v2/crawl/${id}?skip=${skip + 10}` : null;
    const data = Array.from({ length: 10 }, () => ({ markdown, metadata: {} }));
    return { body: { success: true, status: 'completed', completed: 110, total: 110, data, next } };
  });
  const program = [join(import.meta.dirname, 'start.mjs'), ...crawl(api.url, '--json')];
  const child = spawn(process.execPath, program, { stdio: ['ignore', 'pipe', 'pipe'] });
  let stderr = '';
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
    stderr += chunk;
  });
  child.stdout.once('data', () => child.stdout.destroy());
  const exitCode = await new Promise((resolve) => {
    child.on('close', resolve);
  });
  expect(exitCode).toBe(0);
  expect(stderr).not.toMatch(/EPIPE|Error/);
  expect(api.requests.length).toBeLessThan(13);
});
