/**
 * One crawl of very many pages on the laptop's stack, which may be stopped and goes on when it is started again: the
 * folder keeps the stack, the job and what was noted. The generated web is the same one each time.
 *
 *   npm run bench:million -- --data DIR --pages 1000000 --hosts 3000
 *
 * Each minute adds a row to `DIR/course.jsonl`. At the end all results are read, page by page, and every URL of the web
 * must have come once.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { appendFileSync, existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { oneArena, serverNodeOptions } from '../../local/runtime/children.ts';
import { limits } from '../../lib/limits/limits.ts';
import { serveGeneratedWeb } from '../../test/chaos/generated-web.ts';
import { commandArguments, refuseArguments } from '../../test/command-line/command-arguments.ts';
import { usageOfTree } from '../crawl/process-usage.ts';
import { askStack, type StackPlace } from './ask-stack.ts';
import { wholeNumber } from './whole-number.ts';

const { values } = commandArguments('npm run bench:million', {
  options: {
    data: { type: 'string' },
    pages: { type: 'string', default: '1000000' },
    hosts: { type: 'string', default: '3000' },
    port: { type: 'string', default: '8960' },
  },
});
if (values.data === undefined) refuseArguments('--data: expected a folder that keeps the crawl');
const folder = resolve(values.data);
const pages = wholeNumber(values.pages, limits.crawlPagesMax);
const noteEveryMs = 60_000;

await mkdir(join(folder, 'stack'), { recursive: true });
// The web's process is this one: what it costs is not the stack's.
const web = await serveGeneratedWeb(
  pages,
  wholeNumber(values.hosts, 3_000),
  wholeNumber(values.port, 65_535),
);
setInterval(() => web.forget(), 5_000).unref();

const startStack = (): ChildProcess =>
  spawn(
    process.execPath,
    [
      ...serverNodeOptions,
      'local/start.ts',
      '--idle',
      '--port',
      '0',
      '--data',
      join(folder, 'stack'),
      '--delay',
      '0',
      '--allow',
      `127.0.0.0/8:${web.port}`,
    ],
    {
      cwd: resolve(import.meta.dirname, '../..'),
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, ...oneArena },
    },
  );

const instancePath = join(folder, 'stack', 'instance.json');
const began = Date.now();
const stack = startStack();
const ended = new Promise<void>((done) => stack.once('exit', () => done()));
const stopping = new AbortController();
const stop = (): void => {
  stopping.abort();
  stack.kill('SIGTERM');
};
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, stop);

/** Waits for the file of this start: an older one of the same folder tells another port. */
const readInstance = async (): Promise<StackPlace> => {
  for (;;) {
    if (stack.exitCode !== null) throw new Error(`The stack ended with ${stack.exitCode}`);
    if (existsSync(instancePath)) {
      const instance = JSON.parse(await readFile(instancePath, 'utf8')) as StackPlace;
      const response = await fetch(`${instance.url}/health`).catch(() => null);
      if (response?.ok === true) return instance;
    }
    await pause(500);
  }
};

/** The job of this folder, which is begun at the first start. */
const findOrStartJob = async (instance: StackPlace): Promise<string> => {
  const path = join(folder, 'job.json');
  if (existsSync(path)) return (JSON.parse(await readFile(path, 'utf8')) as { id: string }).id;
  const { id } = await askStack(instance, 'POST', '/v2/crawl', {
    url: web.start,
    limit: pages,
    allowExternalLinks: true,
  });
  await writeFile(path, JSON.stringify({ id }));
  return String(id);
};

const note = (status: Record<string, unknown>): void => {
  const usage = usageOfTree(stack.pid ?? 0);
  const memory = (wanted: (command: string) => boolean): number =>
    Math.round(usage.reduce((sum, one) => sum + (wanted(one.command) ? one.memoryMiB : 0), 0));
  const row = {
    at: new Date().toISOString(),
    secondsOfThisStart: Math.round((Date.now() - began) / 1_000),
    status: status['status'],
    completed: status['completed'],
    total: status['total'],
    memoryMiB: {
      handlers: memory((command) => command.includes('sandbox')),
      emulators: memory((command) => command.includes('dynoxide') || command.includes('local/cloud')),
      all: memory(() => true),
    },
  };
  appendFileSync(join(folder, 'course.jsonl'), `${JSON.stringify(row)}\n`);
  process.stdout.write(`${JSON.stringify(row)}\n`);
};

/** Reads every result once, a hundred at a time. @throws {Error} where one is missing, strange or told twice. */
const readBack = async (instance: StackPlace, path: string): Promise<number> => {
  const left = new Set(web.urls);
  const bounds = `limit=${limits.resultsPerPageMax}`;
  let next: string | undefined = `${path}?${bounds}`;
  let read = 0;
  while (next !== undefined) {
    const answer: Record<string, unknown> = await askStack(instance, 'GET', next);
    for (const { metadata } of answer['data'] as { readonly metadata: { readonly sourceURL: string } }[]) {
      read += 1;
      if (!left.delete(metadata.sourceURL))
        throw new Error(`${metadata.sourceURL} came twice, or is not of the web`);
    }
    const after = answer['next'];
    next = typeof after === 'string' ? after.slice(instance.url.length) : undefined;
  }
  if (left.size > 0) throw new Error(`${left.size} pages are missing, ${[...left][0]} first`);
  return read;
};

try {
  const instance = await readInstance();
  const path = `/v2/crawl/${await findOrStartJob(instance)}`;
  while (!stopping.signal.aborted) {
    const status = await askStack(instance, 'GET', `${path}?limit=0`);
    note(status);
    if (status['status'] === 'completed') {
      const since = Date.now();
      console.log(
        JSON.stringify({ read: await readBack(instance, path), seconds: (Date.now() - since) / 1_000 }),
      );
      console.log(JSON.stringify({ ...status, data: undefined }));
      break;
    }
    if (status['status'] !== 'scraping') throw new Error(`${path} is ${String(status['status'])}`);
    // Ends early where the crawl is stopped.
    await pause(noteEveryMs, null, { signal: stopping.signal }).catch(() => null);
  }
} finally {
  if (!stopping.signal.aborted) stop();
  await ended;
  await web.close();
}
