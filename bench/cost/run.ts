/**
 * What a million pages cost, by mode and service, from what was counted at the doors of a real run on this machine.
 *
 *   npm run bench:cost -- [--pages 500] [--modes wide,one,half,scheduled,scrape,browser,extract] [--keep FILE]
 */
import { appendFile } from 'node:fs/promises';
import { commandArguments, refuseArguments } from '../../test/command-line/command-arguments.ts';
import { byFunction, warmUp } from '../scale/measure-crawl.ts';
import { startMeasuredStack } from '../scale/measured-stack.ts';
import { modes, type Mode } from './modes.ts';
import { priceRun, type CountedRun } from './price.ts';
import { costTable } from './table.ts';

const { values } = commandArguments('npm run bench:cost', {
  options: {
    pages: { type: 'string', default: '500' },
    modes: { type: 'string', default: Object.keys(modes).join(',') },
    keep: { type: 'string' },
  },
});
const pages = Number(values.pages);
// The warm-up of a stack, and scrapes, take their URLs from the first thousand of its web.
if (!Number.isInteger(pages) || pages < 20 || pages > 1_000)
  refuseArguments(`${values.pages}: expected 20 to 1,000 pages`);
const asked = values.modes.split(',').map((name) => {
  const mode = modes[name];
  if (mode === undefined) refuseArguments(`${name}: expected one of ${Object.keys(modes).join(', ')}`);
  return mode;
});

/** Functions whose log is not for the pages. */
const notForPages = new Set(['heartbeat', 'ingest-envelopes']);

const totalOf = (sizes: ReadonlyMap<string, number>): number =>
  [...sizes].reduce((total, [name, bytes]) => total + (notForPages.has(name) ? 0 : bytes), 0);

const measure = async (mode: Mode): Promise<CountedRun> => {
  process.stderr.write(`${mode.name}\n`);
  const stack = await startMeasuredStack(pages, mode.hosts(pages), mode.delaySeconds);
  try {
    if (mode.delaySeconds === 0) await warmUp(stack);
    const [tallies, logged] = [await stack.tallies(), totalOf(await stack.logged())];
    stack.forgetTable();
    const delivered = await mode.run(stack, pages);
    if (delivered < pages * 0.99) throw new Error(`${mode.name}: ${delivered} of ${pages} pages`);
    const functions = byFunction(tallies, await stack.tallies());
    const isAwaited = mode.name.includes('scrape');
    return {
      pages: delivered,
      functions,
      table: await stack.tellTable(),
      loggedBytes: totalOf(await stack.logged()) - logged,
      apiRequests: isAwaited ? delivered : 1,
      isAwaited,
    };
  } finally {
    await stack.stop();
  }
};

const measured: { readonly mode: Mode; readonly counted: CountedRun }[] = [];
for (const mode of asked) {
  const counted = await measure(mode);
  measured.push({ mode, counted });
  if (values.keep !== undefined)
    await appendFile(
      values.keep,
      `${JSON.stringify({ mode: mode.name, ...counted, dollars: priceRun(counted) })}\n`,
    );
  process.stdout.write(`\n${costTable(measured)}\n`);
}
