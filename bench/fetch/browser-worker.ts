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
console.log('ready');
const began = performance.now();
for (let page = 1; page <= Number(pages); page += 1) await render(page);
const seconds = (performance.now() - began) / 1_000;
console.log(JSON.stringify({ pages: Number(pages), seconds }));
process.exit(0);
