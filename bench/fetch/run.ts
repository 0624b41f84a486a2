import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { unpackBrowser } from '../../lib/fetch/browser/unpack-browser.ts';
import { usageOfTree, watchTreeCpu } from '../crawl/process-usage.ts';

/**
 * The fetch stage alone: the HTTP tier against bare undici, and the browser tier against Crawlee's
 * PlaywrightCrawler, on the same pages, alternated in one run. See ../README.md for its traps.
 *
 *   node bench/fetch/run.ts [http|browser|both] [rounds]
 */
interface Round {
  readonly pages: number;
  readonly seconds: number;
  readonly cpuSeconds: number;
  /** Most that the process and all below it held at one moment: what they share is counted once. */
  readonly memoryMiB: number;
}

const httpPages = 10_000;
const httpAtOnce = 10;
const browserPages = 40;
const memorySamplingMs = 250;
const cpuSamplingMs = 40;

const here = import.meta.dirname;
const root = resolve(here, '../..');

const exitOf = (child: ChildProcess): Promise<void> =>
  new Promise((done, fail) => void child.once('error', fail).once('exit', () => done()));

/** Runs a worker to its end. It prints `ready` once it has warmed up, and then what it did, as JSON. */
const measured = async (script: string, args: readonly string[]): Promise<Round> => {
  const child = spawn(process.execPath, [join(here, script), ...args], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, CRAWLEE_LOG_LEVEL: 'ERROR' },
  });
  const cpu = watchTreeCpu(child.pid ?? 0);
  let [memoryMiB, cpuBefore, cpuSeconds, said] = [0, 0, 0, ''];
  const memoryTimer = setInterval(() => {
    const held = usageOfTree(child.pid ?? 0).reduce((sum, usage) => sum + usage.memoryMiB, 0);
    memoryMiB = Math.max(memoryMiB, held);
  }, memorySamplingMs);
  const cpuTimer = setInterval(() => void cpu.look(), cpuSamplingMs);
  for await (const line of createInterface({ input: child.stdout })) {
    if (line === 'ready') cpuBefore = cpu.look();
    else [said, cpuSeconds] = [line, cpu.look() - cpuBefore];
  }
  if (child.exitCode === null) await exitOf(child);
  clearInterval(memoryTimer);
  clearInterval(cpuTimer);
  // A worker without processes below it counts its own CPU exactly.
  return { cpuSeconds, ...(JSON.parse(said) as Pick<Round, 'pages' | 'seconds'>), memoryMiB };
};

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

/** Alternates two workers; prints each round, then medians and ratios. */
const compare = async (
  rounds: number,
  [name, ours]: readonly [string, () => Promise<Round>],
  [peerName, peer]: readonly [string, () => Promise<Round>],
  perMinute: boolean,
): Promise<void> => {
  const all: { ours: Round; peer: Round }[] = [];
  for (let round = 0; round < rounds; round += 1) {
    all.push({ ours: await ours(), peer: await peer() });
    console.log(JSON.stringify({ round: round + 1, ...all.at(-1) }));
  }
  const row = (label: string, of: (round: Round) => number): void => {
    const mine = median(all.map((each) => of(each.ours)));
    const other = median(all.map((each) => of(each.peer)));
    const ratio = median(all.map((each) => of(each.ours) / of(each.peer)));
    const digits = mine < 10 ? 3 : 1;
    const cells = [mine.toFixed(digits), other.toFixed(digits), ratio.toFixed(2)].map((cell) =>
      cell.padStart(12),
    );
    console.log(`${label.padEnd(20)}${cells.join('')}`);
  };
  console.log(`${''.padEnd(20)}${[name, peerName, 'ratio'].map((cell) => cell.padStart(12)).join('')}`);
  if (perMinute) row('pages a minute', ({ pages, seconds }) => (pages / seconds) * 60);
  else row('pages a second', ({ pages, seconds }) => pages / seconds);
  row('CPU ms a page', ({ pages, cpuSeconds }) => (cpuSeconds / pages) * 1_000);
  row('memory MiB, most', ({ memoryMiB }) => memoryMiB);
};

const [what = 'both', rounds = '5'] = process.argv.slice(2);
if (!existsSync(join(here, 'node_modules')) && what !== 'http') {
  // Scripts of packages would fetch browsers; the one that is used comes with Gleaner.
  spawnSync('npm', ['ci', '--ignore-scripts'], { cwd: here, stdio: 'inherit' });
}
const server = spawn(process.execPath, [join(here, 'serve-pages.ts')], {
  stdio: ['pipe', 'pipe', 'inherit'],
});
const origin = await new Promise<string>((done) => {
  server.stdout.once('data', (chunk: Buffer) => done(chunk.toString().trim()));
});
try {
  if (what !== 'browser') {
    const worker = (who: string) => () =>
      measured('http-worker.ts', [who, origin, String(httpPages), String(httpAtOnce)]);
    await compare(Number(rounds), ['HTTP tier', worker('gleaner')], ['undici', worker('undici')], false);
  }
  if (what !== 'http') {
    const { executable, environment } = await unpackBrowser(tmpdir());
    const pages = String(browserPages);
    await compare(
      Number(rounds),
      ['browser tier', () => measured('browser-worker.ts', [origin, pages])],
      [
        'Crawlee',
        () => measured('crawlee-peer.mjs', [origin, pages, executable, JSON.stringify(environment)]),
      ],
      true,
    );
  }
} finally {
  server.stdin.end();
}
