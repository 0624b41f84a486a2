import { spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { oneArena, serverNodeOptions } from '../../local/runtime/children.ts';
import { usageOfTree, type ProcessUsage } from './process-usage.ts';

/**
 * CPU, pages a second and memory of a whole crawl, against Crawlee's CheerioCrawler doing the same work on the same
 * site in the same, alternated run. See README.md beside this file for its traps.
 *
 *   node bench/crawl/run.ts <url> [rounds]
 */
interface Round {
  readonly pages: number;
  readonly seconds: number;
  readonly memoryMiB: number;
  /** CPU seconds by part of the stack. */
  readonly cpu: Readonly<Record<string, number>>;
}

const root = resolve(import.meta.dirname, '../..');

const partOf = (usage: ProcessUsage, runtime: number): string => {
  if (usage.command.includes('ingest-envelopes')) return 'ingestion';
  if (usage.command.includes('sandbox')) return 'handlers';
  if (usage.command.includes('dynoxide')) return 'emulators';
  if (usage.command.includes('local/cloud')) return 'emulators';
  return usage.pid === runtime ? 'runtime' : 'other';
};

const gleaner = async (url: string): Promise<Round> => {
  const dataDir = await mkdtemp(join(tmpdir(), 'gleaner-bench-'));
  const target = new URL(url);
  const args = [
    ...serverNodeOptions,
    'local/start.ts',
    '--idle',
    '--port',
    '0',
    '--data',
    dataDir,
    '--delay',
    '0',
    '--allow',
    `${target.hostname}/32:${target.port}`,
  ];
  // As `npm start` does.
  const env = { ...process.env, ...oneArena };
  const child = spawn(process.execPath, args, { cwd: root, stdio: 'ignore', env });
  const runtime = child.pid ?? 0;
  try {
    const instancePath = join(dataDir, 'instance.json');
    while (!existsSync(instancePath)) await pause(100);
    const { url: api, key } = JSON.parse(await readFile(instancePath, 'utf8')) as {
      url: string;
      key: string;
    };
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
    await pause(1_000);
    const before = new Map(usageOfTree(runtime).map((usage) => [usage.pid, usage]));
    const last = new Map<number, ProcessUsage>();
    let memoryMiB = 0;
    const sample = (): void => {
      const now = usageOfTree(runtime);
      for (const usage of now) last.set(usage.pid, usage);
      memoryMiB = Math.max(
        memoryMiB,
        now.reduce((sum, usage) => sum + usage.memoryMiB, 0),
      );
    };
    const began = performance.now();
    const body = JSON.stringify({ url, limit: 100_000, deduplicateSimilarURLs: false });
    const started = (await (await fetch(`${api}/v2/crawl`, { method: 'POST', headers, body })).json()) as {
      id: string;
    };
    let status: { status: string; completed: number };
    do {
      await pause(500);
      status = (await (
        await fetch(`${api}/v2/crawl/${started.id}?limit=0`, { headers })
      ).json()) as typeof status;
      sample();
    } while (status.status === 'scraping');
    const seconds = (performance.now() - began) / 1_000;
    const cpu: Record<string, number> = { handlers: 0, ingestion: 0, emulators: 0, runtime: 0, other: 0 };
    for (const usage of last.values()) {
      const part = partOf(usage, runtime);
      cpu[part] = (cpu[part] ?? 0) + usage.cpuSeconds - (before.get(usage.pid)?.cpuSeconds ?? 0);
    }
    return { pages: status.completed, seconds, memoryMiB, cpu };
  } finally {
    child.kill('SIGTERM');
    await new Promise((done) => child.once('exit', done));
    await rm(dataDir, { recursive: true, force: true });
  }
};

const crawlee = async (url: string): Promise<Round> => {
  const folder = await mkdtemp(join(tmpdir(), 'crawlee-bench-'));
  const { stdout } = spawnSync(
    process.execPath,
    [join(import.meta.dirname, 'crawlee-peer.mjs'), url, folder, '4'],
    {
      encoding: 'utf8',
    },
  );
  await rm(folder, { recursive: true, force: true });
  const line = stdout.trim().split('\n').at(-1) ?? '{}';
  const { cpuSeconds, ...rest } = JSON.parse(line) as Round & { cpuSeconds: number };
  return { ...rest, cpu: { crawlee: cpuSeconds } };
};

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
const total = (round: Round): number => Object.values(round.cpu).reduce((sum, seconds) => sum + seconds, 0);
const perThousand = (round: Round, part: string): number => ((round.cpu[part] ?? 0) / round.pages) * 1_000;

const [url, rounds = '3'] = process.argv.slice(2);
if (url === undefined) {
  console.error('Usage: node bench/crawl/run.ts <url of a site on loopback> [rounds]');
  process.exit(2);
}
if (!existsSync(join(import.meta.dirname, 'node_modules'))) {
  spawnSync('npm', ['ci'], { cwd: import.meta.dirname, stdio: 'inherit' });
}
const ours: Round[] = [];
const peers: Round[] = [];
for (let round = 0; round < Number(rounds); round += 1) {
  ours.push(await gleaner(url));
  peers.push(await crawlee(url));
  console.log(JSON.stringify({ round: round + 1, gleaner: ours.at(-1), crawlee: peers.at(-1) }));
}
const peer = median(peers.map((round) => perThousand(round, 'crawlee')));
const row = (name: string, cpu: number, rest: string): void =>
  console.log(
    `${name.padEnd(28)} ${cpu.toFixed(1).padStart(8)} ${(cpu / peer).toFixed(2).padStart(8)}  ${rest}`,
  );
console.log(`\n${''.padEnd(28)} ${'CPU s/1k'.padStart(8)} ${'ratio'.padStart(8)}  pages/s, MiB`);
const rest = (all: readonly Round[]): string =>
  `${median(all.map((round) => round.pages / round.seconds)).toFixed(1)} pages/s, ` +
  `${median(all.map((round) => round.memoryMiB)).toFixed(0)} MiB, ${all[0]?.pages} pages`;
row('Crawlee with readability', peer, rest(peers));
for (const part of ['handlers', 'ingestion', 'emulators', 'runtime']) {
  row(`Gleaner ${part}`, median(ours.map((round) => perThousand(round, part))), '');
}
row(
  'Gleaner, the whole stack',
  median(ours.map((round) => (total(round) / round.pages) * 1_000)),
  rest(ours),
);
