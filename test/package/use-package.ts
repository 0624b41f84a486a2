import { spawn, spawnSync } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { plainEnvironment } from './install-package.ts';

/** What came of one command of the installed program. */
export interface Used {
  readonly exitCode: number | null;
  readonly output: string;
}

/** Runs the program that is installed in a folder, there. `until` ends it once its output says that, by the signal. */
export const useGleaner = async (
  folder: string,
  node: string,
  argv: readonly string[],
  onOutput?: (soFar: string, end: () => void, pid: number) => void,
): Promise<Used> => {
  const program = join(folder, 'node_modules/gleaner/cli/start.mjs');
  const child = spawn(node, [program, ...argv], {
    cwd: folder,
    env: plainEnvironment(),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (chunk: string) => {
      output += chunk;
      onOutput?.(output, () => child.kill('SIGTERM'), child.pid ?? 0);
    });
  }
  return await new Promise((resolve) => {
    child.once('close', (exitCode) => resolve({ exitCode, output }));
  });
};

/** Bundlers that a process has started and not ended: each would keep more than a gigabyte while a stack runs. */
const bundlersOf = (pid: number): string[] => {
  const lines = spawnSync('ps', ['-eo', 'pid=,ppid=,args='], { encoding: 'utf8' }).stdout.split('\n');
  const rows = lines.map((line) => line.trim().split(/\s+/));
  const own = new Set([String(pid)]);
  for (let depth = 0; depth < 4; depth += 1)
    for (const [process = '', parent = ''] of rows) if (own.has(parent)) own.add(process);
  return rows
    .filter(([process = '', , program = '']) => own.has(process) && program.endsWith('/esbuild'))
    .map((row) => `The stack is up, and its bundler still runs: ${row.join(' ')}`);
};

/** What is wrong with the monitor of a running stack: its page, and the script and style that it names. */
const tryMonitor = async (origin: string): Promise<string[]> => {
  const page = await (await fetch(`${origin}/monitor/`)).text();
  const named = [...page.matchAll(/(?:src|href)="\.\/(main-\w+\.(?:js|css))"/g)].map(([, name]) => name);
  const wrong =
    named.length === 2 ? [] : [`The monitor's page names ${named.join(', ') || 'no files'}: ${page}`];
  for (const name of named) {
    const { status } = await fetch(`${origin}/monitor/${name}`);
    if (status !== 200) wrong.push(`The monitor's file ${name} is answered with HTTP ${status}`);
  }
  return wrong;
};

/** Serves one page on loopback. */
export const servePage = async (
  html: string,
): Promise<{ readonly url: string; readonly allow: string; readonly close: () => void }> => {
  const server = createServer((request, response) => {
    if (request.url === '/robots.txt') return void response.writeHead(404).end();
    response.writeHead(200, { 'content-type': 'text/html' }).end(html);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/`,
    allow: `127.0.0.1/32:${port}`,
    close: () => void server.close(),
  };
};

const html = `<!doctype html><html><head><title>Packed</title></head><body><main><h1>Packed</h1>
<p>A page that a program read which was installed from its package.</p></main></body></html>`;

/**
 * Uses the installed program as a person would: its help, the stack on this machine, and a page through that.
 * Answers what went wrong; nothing, where all is well.
 */
export const tryInstalled = async (folder: string, node: string): Promise<string[]> => {
  const wrong: string[] = [];
  const expectIn = ({ exitCode, output }: Used, what: string, ...words: string[]): void => {
    const missing = words.filter((word) => !output.includes(word));
    if (exitCode === 0 && missing.length === 0) return;
    wrong.push(`${what}: exit status ${exitCode}, expected "${missing.join('", "')}", found:\n${output}`);
  };
  expectIn(await useGleaner(folder, node, ['--help']), '--help', 'Usage: gleaner', 'local', 'crawl');
  // The CDK and the bundler are found, and what a deployment makes is known.
  const deploy = await useGleaner(folder, node, ['deploy', '--dry-run']);
  expectIn(deploy, 'deploy --dry-run', 'Lambda functions', 'DynamoDB table');
  const site = await servePage(html);
  let scraped: Promise<Used> | undefined;
  let monitor: Promise<string[]> | undefined;
  const local = ['local', '--idle', '--port', '0', '--allow', site.allow, '--delay', '0'];
  const stack = await useGleaner(folder, node, local, (soFar, end, pid) => {
    if (!soFar.includes('Press Ctrl-C') || scraped !== undefined) return;
    // Without an address or a key: it finds the instance of the folder.
    scraped = useGleaner(folder, node, ['scrape', site.url]);
    wrong.push(...bundlersOf(pid));
    monitor = tryMonitor(/Gleaner is up at (\S+)/.exec(soFar)?.[1] ?? '');
    void Promise.allSettled([scraped, monitor]).then(end);
  });
  expectIn(stack, 'local', 'Gleaner is up at', 'Stopping');
  if (scraped !== undefined) expectIn(await scraped, 'scrape', '# Packed', 'installed from its package');
  if (monitor !== undefined) wrong.push(...(await monitor));
  site.close();
  return wrong;
};
