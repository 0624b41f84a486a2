import { spawn } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { median } from '../../lib/source/alerts/run-health.ts';
import { usageOfTree } from '../crawl/process-usage.ts';

const root = resolve(import.meta.dirname, '../..');

/** What a start reads of a checkout. */
const parts = [
  'functions',
  'lib',
  'infra',
  'local',
  'cli',
  'monitor',
  'packages',
  'docs',
  'package.json',
  'tsconfig.json',
];

/** Takes the monitor out of a copy: no build of it, none of its sources in the hash, no session for its address. */
const cuts = {
  'infra/bundle.ts': [
    "      ...(name === 'api' ? [buildMonitor(join(target, name, 'monitor'))] : []),\n",
    '',
  ],
  'local/bundle-cache.ts': ["  'monitor',\n", ''],
  'local/start/crawl-and-report.ts': ['await monitorAddress(running)', "'none'"],
} as const;

/** Copies the checkout, with links to its packages and a cache of its own. */
const copyCheckout = async (to: string, hasMonitor: boolean): Promise<void> => {
  const modules = join(to, 'node_modules');
  await mkdir(modules, { recursive: true });
  const inner = /(?:^|\/)node_modules(?:\/|$)/;
  for (const part of parts)
    await cp(join(root, part), join(to, part), {
      recursive: true,
      filter: (path) => !inner.test(path.slice(root.length)),
    });
  for (const name of await readdir(join(root, 'node_modules')))
    if (name !== '.cache') await symlink(join(root, 'node_modules', name), join(modules, name));
  if (hasMonitor) return;
  for (const [file, [whole, cut]] of Object.entries(cuts)) {
    const text = await readFile(join(to, file), 'utf8');
    if (!text.includes(whole)) throw new Error(`${file} does not read as it did: ${whole}`);
    await writeFile(join(to, file), text.replace(whole, cut));
  }
};

/** Seconds from the command to its last line, and those of CPU of all its processes by then. */
interface Start {
  readonly seconds: number;
  readonly cpuSeconds: number;
}

/** Starts the stack, waits until it says how to stop it, and stops it. */
const start = async (checkout: string): Promise<Start> => {
  const dataDir = await mkdtemp(join(tmpdir(), 'gleaner-bench-start-'));
  const began = performance.now();
  const child = spawn(process.execPath, ['local/start.ts', '--idle', '--port', '0', '--data', dataDir], {
    cwd: checkout,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise((resolve) => child.once('close', resolve));
  const ready = await new Promise<Start | string>((resolve) => {
    let said = '';
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
      said += chunk;
      if (!said.includes('Press Ctrl-C')) return;
      const seconds = (performance.now() - began) / 1_000;
      const usage = usageOfTree(child.pid ?? 0);
      resolve({ seconds, cpuSeconds: usage.reduce((sum, { cpuSeconds }) => sum + cpuSeconds, 0) });
    });
    void ended.then(() => resolve(said));
  });
  child.kill('SIGTERM');
  await ended;
  await rm(dataDir, { recursive: true, force: true });
  if (typeof ready === 'string') throw new Error(`It does not start: ${ready}`);
  return ready;
};

/**
 * Starts the stack with and without the monitor, in turns, with nothing built and with what the start before built;
 * prints medians and what the monitor adds.
 */
export const countStarts = async (rounds: number): Promise<void> => {
  const folder = await mkdtemp(join(tmpdir(), 'gleaner-bench-checkouts-'));
  const [whole, cut] = [join(folder, 'with'), join(folder, 'without')];
  const found = new Map<string, Start[]>();
  try {
    await copyCheckout(whole, true);
    await copyCheckout(cut, false);
    // The first round fills Node's own cache of compiled modules.
    for (let round = 0; round <= rounds; round += 1) {
      // Whoever is second finds a warmer machine.
      const order = round % 2 === 0 ? [whole, cut] : [cut, whole];
      for (const checkout of order)
        await rm(join(checkout, 'node_modules/.cache'), { recursive: true, force: true });
      for (const state of ['nothing built', 'built before']) {
        for (const checkout of order) {
          const one = await start(checkout);
          const key = `${state} ${checkout === whole ? 'with' : 'without'}`;
          if (round > 0) found.set(key, [...(found.get(key) ?? []), one]);
        }
      }
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  for (const state of ['nothing built', 'built before']) {
    const [a, b] = ['with', 'without'].map((name) => found.get(`${state} ${name}`) ?? []);
    const told = (['seconds', 'cpuSeconds'] as const).map((unit) => {
      const [with_, without] = [a, b].map((starts) => median((starts ?? []).map((each) => each[unit])));
      const [much = 0, less = 1] = [with_, without];
      return (
        `${much.toFixed(2)} s with, ${less.toFixed(2)} s without: ` +
        `${(much - less).toFixed(2)} s more, ${(much / less).toFixed(3)} times`
      );
    });
    console.log(`start, ${state}: ${told[0]}; CPU ${told[1]}`);
  }
};
