import { fork, spawn, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { setTimeout as pause } from 'node:timers/promises';
import { startDynoxide } from '../../local/runtime/start-dynoxide.ts';
import { askStack } from './ask-stack.ts';
import type { ProcessTally } from './count-calls.ts';
import { invokeFunction } from './invoke-function.ts';
import type { TableReport } from './count-table-calls.ts';
import type { WebFacts } from './serve-web.ts';
import { stackCpu, type StackCpu } from './stack-cpu.ts';

/** A stack on this machine in a fresh folder, a web of its own, and counters around both. */
export interface MeasuredStack {
  readonly web: WebFacts;
  /** A call of its API. @throws {Error} for an answer that is not 2xx. */
  ask(method: string, path: string, body?: object): Promise<Record<string, unknown>>;
  cpu(): StackCpu;
  /** What every process counted so far, by process. */
  tallies(): Promise<Map<string, ProcessTally>>;
  /** Counts the table's calls anew. */
  forgetTable(): void;
  tellTable(): Promise<TableReport>;
  /** Invokes a function, as a schedule does. */
  invoke(name: string, event: object): Promise<Record<string, unknown>>;
  /** Bytes that each function has logged so far. */
  logged(): Promise<Map<string, number>>;
  stop(): Promise<void>;
}

const root = resolve(import.meta.dirname, '../..');
/** A process writes its tally every second. */
const tallyMs = 2_000;

const answerOf = async <Message>(child: ChildProcess): Promise<Message> =>
  await new Promise((done, reject) => {
    child.once('message', (message) => done(message as Message));
    child.once('exit', (code) => reject(new Error(`${child.spawnargs.join(' ')} ended with ${code}`)));
  });

const end = async (child: ChildProcess, signal?: NodeJS.Signals): Promise<void> => {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = new Promise((done) => child.once('exit', done));
  if (signal === undefined) child.disconnect();
  else child.kill(signal);
  await exited;
};

const startStack = async (
  folder: string,
  dynamodb: string,
  { port, delaySeconds }: { readonly port: number; readonly delaySeconds: number },
): Promise<{ child: ChildProcess; url: string; key: string }> => {
  const dataDir = join(folder, 'stack');
  const hook = pathToFileURL(join(import.meta.dirname, 'count-calls.ts'));
  hook.searchParams.set('to', join(folder, 'tallies'));
  const web = ['--delay', String(delaySeconds), '--allow', `127.0.0.0/8:${port}`];
  const options = ['--idle', '--port', '0', '--data', dataDir, '--dynamodb', dynamodb, ...web];
  const child = spawn(process.execPath, ['local/start.ts', ...options], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, NODE_OPTIONS: `--import ${hook.href}` },
  });
  const instance = join(dataDir, 'instance.json');
  while (!existsSync(instance)) {
    if (child.exitCode !== null) throw new Error(`The stack ended with ${child.exitCode}`);
    await pause(100);
  }
  await pause(500);
  const facts = JSON.parse(await readFile(instance, 'utf8')) as { url: string; key: string };
  return { child, ...facts };
};

/**
 * Starts everything over a generated web of `pages` pages on `hosts` hosts, asked with `delaySeconds` between two
 * requests.
 */
export const startMeasuredStack = async (
  pages: number,
  hosts: number,
  delaySeconds = 0,
): Promise<MeasuredStack> => {
  const folder = await mkdtemp(join(tmpdir(), 'gleaner-scale-'));
  const undo: (() => Promise<unknown>)[] = [
    () => rm(folder, { recursive: true, force: true, maxRetries: 5 }),
  ];
  const stop = async (): Promise<void> => {
    for (const step of undo.splice(0).toReversed()) await step();
  };
  try {
    await mkdir(join(folder, 'tallies'));
    // Not the stack's own folder: a stack ends what it finds running in it.
    await mkdir(join(folder, 'table', 'logs'), { recursive: true });
    const table = await startDynoxide(join(folder, 'table'));
    undo.push(() => table.stop());
    const counter = fork(new URL('count-table-calls.ts', import.meta.url), [table.url]);
    undo.push(() => end(counter));
    const { url: dynamodb } = await answerOf<{ url: string }>(counter);
    const site = fork(new URL('serve-web.ts', import.meta.url), [String(pages), String(hosts)]);
    undo.push(() => end(site));
    const web = await answerOf<WebFacts>(site);
    const { child, url, key } = await startStack(folder, dynamodb, { port: web.port, delaySeconds });
    undo.push(() => end(child, 'SIGTERM'));
    return {
      web,
      ask: async (method, path, body) => await askStack({ url, key }, method, path, body),
      cpu: () => stackCpu(child.pid ?? 0, table.pid ?? 0),
      tallies: async () => {
        await pause(tallyMs);
        const names = (await readdir(join(folder, 'tallies'))).filter((name) => name.endsWith('.json'));
        const read = async (name: string): Promise<[string, ProcessTally]> => [
          name,
          JSON.parse(await readFile(join(folder, 'tallies', name), 'utf8')) as ProcessTally,
        ];
        return new Map(await Promise.all(names.map(read)));
      },
      forgetTable: () => void counter.send('forget'),
      tellTable: async () => {
        const told = answerOf<TableReport>(counter);
        counter.send('tell');
        return await told;
      },
      invoke: async (name, event) => await invokeFunction(url, join(folder, 'stack'), name, event),
      logged: async () => {
        const logs = join(folder, 'stack', 'logs');
        const names = (await readdir(logs)).filter((name) => name.endsWith('.log'));
        const sizes = await Promise.all(names.map(async (name) => (await stat(join(logs, name))).size));
        return new Map(names.map((name, index) => [name.slice(0, -'.log'.length), sizes[index] ?? 0]));
      },
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
};
