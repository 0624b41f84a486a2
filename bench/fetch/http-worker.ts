import { Agent, request } from 'undici';
import { parseOpenRange } from '../../lib/fetch/http/address.ts';
import { guardedDispatcher } from '../../lib/fetch/http/guarded-connect.ts';
import { httpTier } from '../../lib/fetch/http/fetch-http.ts';
import { openSlot } from '../../lib/fetch/politeness/slot.ts';
import { completeScrapeOptions } from '../../lib/request/scrape-options.ts';

/**
 * Asks for plain pages over HTTP, so many at a time, through the HTTP tier or with bare undici, and prints what it
 * took.
 *
 *   node bench/fetch/http-worker.ts gleaner|undici <origin> <pages> <at once>
 */
const [who = '', origin = '', pages = '0', atOnce = '1'] = process.argv.slice(2);
const range = parseOpenRange(`127.0.0.1/32:${new URL(origin).port}`);
const open = range === null ? [] : [range];

const tier = httpTier({
  guard: { open },
  dispatcher: guardedDispatcher({ open }),
  userAgent: 'Gleaner/bench',
});
const scrape = completeScrapeOptions({});
const pass = async () => await Promise.resolve({ ok: true } as const);
const hooks = { checkHop: pass, judge: pass, slot: openSlot, now: Date.now };
const dispatcher = new Agent();

const ask: Readonly<Record<string, (url: string) => Promise<number>>> = {
  gleaner: async (url) => {
    const outcome = await tier.send({ url }, scrape, hooks);
    if (outcome.kind === 'failed') throw new Error(outcome.failure.message);
    return outcome.body.length;
  },
  undici: async (url) => {
    const { statusCode, body } = await request(url, {
      dispatcher,
      headers: { 'user-agent': 'Gleaner/bench', 'accept-encoding': 'gzip, br' },
    });
    if (statusCode !== 200) throw new Error(`${url} answered ${statusCode}`);
    return (await body.arrayBuffer()).byteLength;
  },
};
const one = ask[who];
if (one === undefined) throw new Error(`Expected gleaner or undici, found ${who}`);

const run = async (from: number, to: number): Promise<number> => {
  let next = from;
  let bytes = 0;
  await Promise.all(
    Array.from({ length: Number(atOnce) }, async () => {
      while (next < to) {
        const got = await one(`${origin}/plain/${next++}`);
        bytes += got;
      }
    }),
  );
  return bytes;
};

// The compiler works in the first pages.
await run(0, 500);
const cpu = process.cpuUsage();
const began = performance.now();
const bytes = await run(500, 500 + Number(pages));
const seconds = (performance.now() - began) / 1_000;
const { user, system } = process.cpuUsage(cpu);
console.log(JSON.stringify({ pages: Number(pages), seconds, cpuSeconds: (user + system) / 1e6, bytes }));
process.exit(0);
