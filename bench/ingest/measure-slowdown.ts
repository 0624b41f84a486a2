import { setTimeout as pause } from 'node:timers/promises';
import { commandArguments, refuseArguments } from '../../test/command-line/command-arguments.ts';
import { byFunction, waitFor, warmUp } from '../scale/measure-crawl.ts';
import { startMeasuredStack, type MeasuredStack } from '../scale/measured-stack.ts';
import { cpuBetween, type StackCpu } from '../scale/stack-cpu.ts';

/**
 * By how much ingestion slows a crawl on a laptop, whose processors are what a crawl waits for: CPU that is counted, in
 * one run. A crawl is ingested as it goes; then the corpus is deleted, and the same pages are ingested again with
 * nothing beside. See ../README.md for its traps.
 *
 *   npm run bench:ingest-slowdown [-- --pages 600]
 */

const { values } = commandArguments('npm run bench:ingest-slowdown', {
  options: { pages: { type: 'string', default: '600' } },
});
const pages = Number(values.pages);
if (!Number.isInteger(pages) || pages < 50 || pages > 5_000)
  refuseArguments(`--pages: expected 50 to 5000, found ${values.pages}`);

const patienceMs = 300_000;
/** As long as the rest of an ingestion takes once every page is in. */
const tailMs = 15_000;

/** Waits until the corpus holds so many pages. */
const waitForCorpus = async (stack: MeasuredStack, wanted: number): Promise<void> => {
  const deadline = Date.now() + patienceMs;
  for (;;) {
    const { pages: held } = await stack.ask('GET', '/v2/corpus/main/stats');
    if (held === wanted) return;
    if (Date.now() > deadline) throw new Error(`The corpus holds ${String(held)} of ${wanted} pages`);
    await pause(1_000);
  }
};

const total = ({ handlers, emulators, runtime }: StackCpu): number => handlers + emulators + runtime;

interface Phase {
  readonly cpu: number;
  readonly seconds: number;
  readonly ingestMs: number;
  readonly handlersMs: number;
}

const measure = async (stack: MeasuredStack, work: () => Promise<void>): Promise<Phase> => {
  const tallies = await stack.tallies();
  const [before, began] = [stack.cpu(), performance.now()];
  await work();
  const seconds = (performance.now() - began) / 1_000;
  const cpu = total(cpuBetween(before, stack.cpu()));
  const functions = byFunction(tallies, await stack.tallies());
  const cpuOf = (names: readonly string[]): number =>
    names.reduce((sum, name) => sum + (functions[name]?.cpuMs ?? 0), 0);
  const names = Object.keys(functions).filter((name) => name !== 'start' && name !== 'runtime');
  return { cpu, seconds, ingestMs: cpuOf(['ingest-envelopes']), handlersMs: cpuOf(names) };
};

const stack = await startMeasuredStack(pages, Math.min(pages, 50));
try {
  await warmUp(stack);
  const idle = await measure(stack, async () => await pause(10_000));
  const perSecond = idle.cpu / idle.seconds;
  // What warmed up is no part of it: pages that the corpus has already cost next to nothing.
  await stack.ask('DELETE', '/v2/corpora/main');
  const crawl = await measure(stack, async () => {
    const { id } = await stack.ask('POST', '/v2/crawl', {
      url: stack.web.start,
      limit: pages + 10,
      allowExternalLinks: true,
    });
    await waitFor(stack, `/v2/crawl/${String(id)}`, () => {});
    await waitForCorpus(stack, pages);
  });
  await stack.ask('DELETE', '/v2/corpora/main');
  const alone = await measure(stack, async () => {
    await stack.ask('POST', '/v2/corpus/main/reindex');
    await waitForCorpus(stack, pages);
    // Envelopes of the warm-up are read as well, and change nothing.
    await pause(tailMs);
  });
  const used = (phase: Phase): number => phase.cpu - perSecond * phase.seconds;
  const ms = (seconds: number): string => `${((1_000 * seconds) / pages).toFixed(1)} ms`;
  console.log(
    `${pages} pages; CPU of the whole stack a page, idle taken off (${perSecond.toFixed(2)} s a second):`,
  );
  console.log(`  crawl with ingestion   ${ms(used(crawl))}`);
  console.log(`  ingestion alone        ${ms(used(alone))}`);
  console.log(`  of it, its function    ${ms(crawl.ingestMs / 1_000)} beside the crawl`);
  const ratio = used(crawl) / (used(crawl) - used(alone));
  const handlers = crawl.handlersMs / (crawl.handlersMs - crawl.ingestMs);
  console.log(`a crawl takes ${ratio.toFixed(2)} times the CPU that it takes without ingestion;`);
  console.log(`of functions alone, which is what AWS bills: ${handlers.toFixed(2)} times`);
} finally {
  await stack.stop();
}
