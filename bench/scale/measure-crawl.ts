import { setTimeout as pause } from 'node:timers/promises';
import type { ProcessTally } from './count-calls.ts';
import type { TableReport } from './count-table-calls.ts';
import { startMeasuredStack, type MeasuredStack } from './measured-stack.ts';
import { cpuBetween, type StackCpu } from './stack-cpu.ts';

/** What one crawl cost, in all. */
export interface Measurement {
  readonly pages: number;
  readonly hosts: number;
  readonly job: string;
  readonly seconds: number;
  readonly cpu: StackCpu;
  /** Each function's and the runtime's own counts, over all its processes. */
  readonly functions: Readonly<Record<string, ProcessTally>>;
  readonly table: TableReport;
  /** Reading a hundred results: the first of the job, then the last. */
  readonly reading: readonly ProcessTally[];
  /** As the crawl went on: pages done and CPU seconds since its start. */
  readonly course: readonly ({ readonly done: number } & StackCpu)[];
}

const askEveryMs = 5_000;
/** A crawl in which no page ends for this long is stuck. */
const patienceMs = 5 * 60_000;

/** Waits until a job is done. @throws {Error} where it fails or stands still. */
export const waitFor = async (
  stack: MeasuredStack,
  path: string,
  onProgress: (done: number) => void,
  patience: number = patienceMs,
): Promise<void> => {
  let last = { done: -1, at: Date.now() };
  for (;;) {
    const { status, completed } = await stack.ask('GET', `${path}?limit=0`);
    if (status === 'completed') return;
    if (status !== 'scraping') throw new Error(`${path} is ${String(status)}`);
    if (completed !== last.done) last = { done: Number(completed), at: Date.now() };
    if (Date.now() - last.at > patience) throw new Error(`${path} stands at ${last.done} pages`);
    onProgress(last.done);
    await pause(askEveryMs);
  }
};

/**
 * Takes the cost of starting out of what is measured: sandboxes, robots.txt and pace of every host, compiled code.
 * The batch fetches the first pages of the web with a header of its own, so that no page of the crawl counts as seen.
 */
export const warmUp = async (stack: MeasuredStack): Promise<void> => {
  const body = { urls: stack.web.first.slice(0, 1_000), headers: { 'x-warm-up': 'yes' } };
  const { id } = await stack.ask('POST', '/v2/batch/scrape', body);
  await waitFor(stack, `/v2/batch/scrape/${String(id)}`, () => {});
};

const difference = (after: ProcessTally, before: ProcessTally | undefined): ProcessTally => ({
  ...after,
  calls: Object.fromEntries(
    Object.entries(after.calls).map(([name, count]) => [name, count - (before?.calls[name] ?? 0)]),
  ),
  stored: Object.fromEntries(
    Object.entries(after.stored).map(([name, bytes]) => [name, bytes - (before?.stored[name] ?? 0)]),
  ),
  invocations: after.invocations - (before?.invocations ?? 0),
  messages: after.messages - (before?.messages ?? 0),
  pages: after.pages - (before?.pages ?? 0),
  billedMs: after.billedMs - (before?.billedMs ?? 0),
  startMs: after.startMs - (before?.startMs ?? 0),
  cpuMs: after.cpuMs - (before?.cpuMs ?? 0),
});

const sumOf = (a: Record<string, number>, b: Record<string, number>): Record<string, number> =>
  Object.fromEntries(
    [...new Set([...Object.keys(a), ...Object.keys(b)])].map((name) => [
      name,
      (a[name] ?? 0) + (b[name] ?? 0),
    ]),
  );

const added = (a: ProcessTally, b: ProcessTally): ProcessTally => ({
  name: a.name,
  calls: sumOf(a.calls, b.calls),
  stored: sumOf(a.stored, b.stored),
  invocations: a.invocations + b.invocations,
  messages: a.messages + b.messages,
  pages: a.pages + b.pages,
  billedMs: a.billedMs + b.billedMs,
  startMs: a.startMs + b.startMs,
  cpuMs: a.cpuMs + b.cpuMs,
  memoryMiB: Math.max(a.memoryMiB, b.memoryMiB),
});

/** What each function counted between two moments, over all its processes. */
export const byFunction = (
  before: ReadonlyMap<string, ProcessTally>,
  after: ReadonlyMap<string, ProcessTally>,
): Record<string, ProcessTally> => {
  const functions: Record<string, ProcessTally> = {};
  for (const [process, tally] of after) {
    const own = difference(tally, before.get(process));
    const kept = functions[tally.name];
    functions[tally.name] = kept === undefined ? own : added(kept, own);
  }
  return functions;
};

const readingPages = 100;

/** What the API counts while a client reads the first results, and then the last ones. */
const measureReading = async (stack: MeasuredStack, path: string, pages: number): Promise<ProcessTally[]> => {
  const read: ProcessTally[] = [];
  for (const skip of [0, Math.max(0, pages - readingPages)]) {
    const before = await stack.tallies();
    await stack.ask('GET', `${path}?limit=${readingPages}&skip=${skip}`);
    read.push(...[byFunction(before, await stack.tallies())['api'] ?? []].flat());
  }
  return read;
};

/** Crawls one generated web with one job on a stack of its own, and says what it cost. */
export const measureCrawl = async (
  { pages, hosts, limit }: { readonly pages: number; readonly hosts: number; readonly limit: number },
  onProgress: (done: number, seconds: number) => void,
): Promise<Measurement> => {
  const stack = await startMeasuredStack(pages, hosts);
  try {
    await warmUp(stack);
    const tallies = await stack.tallies();
    stack.forgetTable();
    const before = stack.cpu();
    const began = performance.now();
    const course: ({ done: number } & StackCpu)[] = [];
    const body = { url: stack.web.start, limit, allowExternalLinks: true };
    const { id } = await stack.ask('POST', '/v2/crawl', body);
    await waitFor(stack, `/v2/crawl/${String(id)}`, (done) => {
      course.push({ done, ...cpuBetween(before, stack.cpu()) });
      onProgress(done, (performance.now() - began) / 1_000);
    });
    const seconds = (performance.now() - began) / 1_000;
    const cpu = cpuBetween(before, stack.cpu());
    const functions = byFunction(tallies, await stack.tallies());
    const status = await stack.ask('GET', `/v2/crawl/${String(id)}?limit=0`);
    if (status['completed'] !== pages) throw new Error(`${String(status['completed'])} of ${pages} pages`);
    const table = await stack.tellTable();
    const reading = await measureReading(stack, `/v2/crawl/${String(id)}`, pages);
    return { pages, hosts, job: String(id), seconds, cpu, functions, table, reading, course };
  } finally {
    await stack.stop();
  }
};
