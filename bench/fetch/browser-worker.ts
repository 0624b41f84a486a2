import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { parseOpenRange } from '../../lib/fetch/http/address.ts';
import { guardedDial } from '../../lib/fetch/http/guarded-connect.ts';
import { renderInBrowser } from '../../lib/fetch/browser/render-in-browser.ts';
import { unpackBrowser } from '../../lib/fetch/browser/unpack-browser.ts';
import { completeScrapeOptions } from '../../lib/request/scrape-options.ts';

/**
 * Renders pages that scripts write, one after the other, through the browser tier, and prints what it took.
 *
 *   node bench/fetch/browser-worker.ts <origin> <pages>
 */
const [origin = '', pages = '0'] = process.argv.slice(2);
const unpacked = await unpackBrowser(tmpdir());
const range = parseOpenRange(`127.0.0.1/32:${new URL(origin).port}`);
const dial = guardedDial({ open: range === null ? [] : [range] });

/** CPU seconds of this process and of every process below it that has ended (proc(5), `utime` to `cstime`). */
const cpuWithChildren = (): number => {
  const stat = readFileSync('/proc/self/stat', 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks) / 100, 0);
};

const render = async (page: number): Promise<void> => {
  const outcome = await renderInBrowser(
    {
      unpack: async () => await Promise.resolve(unpacked),
      dial,
      temporary: tmpdir(),
      userAgent: 'Gleaner/bench',
    },
    { url: `${origin}/app/${page}` },
    completeScrapeOptions({}),
    { checkHop: async () => await Promise.resolve({ ok: true }), now: Date.now },
  );
  if (outcome.kind === 'failed') throw new Error(outcome.failure.message);
  if (!Buffer.from(outcome.body).includes(`Part 23 of ${page}`)) throw new Error(`Page ${page} is not whole`);
};

await render(0);
const cpu = cpuWithChildren();
const began = performance.now();
for (let page = 1; page <= Number(pages); page += 1) await render(page);
const seconds = (performance.now() - began) / 1_000;
console.log(JSON.stringify({ pages: Number(pages), seconds, cpuSeconds: cpuWithChildren() - cpu }));
process.exit(0);
