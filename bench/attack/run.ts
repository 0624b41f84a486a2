#!/usr/bin/env node
import * as z from 'zod';
import { bombAttacks } from '../../test/attacks/catalogue/bomb-attacks.ts';
import { documentAttacks } from '../../test/attacks/catalogue/document-attacks.ts';
import { startTarget } from '../../test/attacks/catalogue/run-catalogue.ts';
import { htmlPage, serveSite } from '../../test/harness/serve-site.ts';

/**
 * `npm run bench:attack [-- --jobs N --rounds N]`: what one team feels while another sends all bombs of the catalogue
 * at once, and N crawls (1,000 unless told). Quiet and attacked rounds take turns in one run on one machine, so that
 * whatever else the machine does falls on both, and the ratio means something where the times do not: the 95th
 * percentile of a plain scrape may grow to three times what it is while nobody else is there, and the first webhook
 * of a crawl has to come within ten seconds.
 */
const scrapesPerRound = 12;
const bombsAtOnce = 8;
const ratioMax = 3;
const webhookMsMax = 10_000;
const option = (name: string, otherwise: number): number => {
  const at = process.argv.indexOf(`--${name}`);
  return at === -1 ? otherwise : Number(process.argv[at + 1]);
};
const rounds = option('rounds', 4);
const jobsPerRound = Math.ceil(option('jobs', 1_000) / rounds);

let told: (() => void) | undefined;
const receiver = await serveSite((_path, response) => {
  response.end('ok');
  told?.();
});

const home = await serveSite((path, response) => {
  if (path === '/robots.txt') return void response.writeHead(404).end();
  response.writeHead(200, { 'content-type': 'text/html' }).end(htmlPage('Home', []));
});

const target = await startTarget([receiver.allow, home.allow]);
const { ask, site } = target;

/** The team that is measured. No other scrapes for it: the bombs look after each of them whether `stranger` is served. */
const made = await target.gleaner.invoke('manage-keys', {
  action: 'create',
  name: 'quiet',
  team: 'quiet',
  scopes: ['read', 'write'],
});
const { key: quietKey } = z.object({ key: z.string() }).parse(made.ok ? JSON.parse(made.payload) : made);

/** Milliseconds of one plain scrape of another team, asked for again until it is there, as the API says one should. */
const scrapeMs = async (): Promise<number> => {
  const began = performance.now();
  const body = { url: `${home.origin}/?${Math.random()}`, timeout: 60_000 };
  for (;;) {
    const { status, text } = await ask('POST', '/v2/scrape', { key: quietKey, body });
    if (status === 200) return performance.now() - began;
    if (status !== 408) throw new Error(`${status} ${text.slice(0, 200)}`);
  }
};

const percentile = (times: readonly number[], share: number): number =>
  times.toSorted((a, b) => a - b)[Math.ceil(times.length * share) - 1] ?? 0;

const measure = async (): Promise<number[]> => {
  const times: number[] = [];
  for (let at = 0; at < scrapesPerRound; at += 1) times.push(await scrapeMs());
  return times;
};

/** Milliseconds until the first webhook of a crawl of another team. */
const webhookMs = async (): Promise<number> => {
  const began = performance.now();
  const first = new Promise<void>((resolve) => (told = resolve));
  const webhook = { url: `${receiver.origin}/hook`, events: ['started', 'page'] };
  const body = { url: `${home.origin}/`, limit: 1, webhook };
  const { status, text } = await ask('POST', '/v2/crawl', { key: quietKey, body });
  if (status !== 200) throw new Error(`${status} ${text.slice(0, 200)}`);
  await first;
  return performance.now() - began;
};

const bombs = [...bombAttacks, ...documentAttacks];
/** Shares no divisor with how many bombs there are, so that each round has of all kinds, and goes on where one ended. */
const stride = 41;
let sent = 0;

/** Sends bombs again and again until it is told to stop; what each comes to is the catalogue's to judge. */
const bombard = async (isOver: () => boolean): Promise<void> => {
  const worker = async (): Promise<void> => {
    while (!isOver()) {
      const attack = bombs[(sent * stride) % bombs.length];
      sent += 1;
      await attack?.run(target).catch(() => undefined);
    }
  };
  await Promise.all(Array.from({ length: bombsAtOnce }, worker));
};

/** One round under attack: begins when the bombs hold what they can, and leaves nothing of the attack behind. */
const attacked = async (round: number): Promise<{ times: number[]; hookMs: number }> => {
  const ending = new AbortController();
  const crawls: string[] = [];
  const flooding = (async (): Promise<void> => {
    for (let at = 0; at < jobsPerRound && !ending.signal.aborted; at += 1) {
      const body = { url: `${site.origin}/flood?${round}-${at}`, limit: 1 };
      const { text } = await ask('POST', '/v2/crawl', { body });
      crawls.push(z.object({ id: z.string().default('') }).parse(JSON.parse(text)).id);
    }
  })();
  const bombing = bombard(() => ending.signal.aborted);
  await new Promise((done) => setTimeout(done, 5_000));
  const times = await measure();
  const hookMs = await webhookMs();
  ending.abort();
  await Promise.all([bombing, flooding]);
  for (const id of crawls) await ask('DELETE', `/v2/crawl/${id}`);
  return { times, hookMs };
};

const quiet: number[] = [];
const loud: number[] = [];
const quietHooks: number[] = [];
const loudHooks: number[] = [];
try {
  // Until every function that is measured has a sandbox.
  for (let at = 0; at < 10; at += 1) await scrapeMs();
  await webhookMs();
  for (let round = 1; round <= rounds; round += 1) {
    const before = await measure();
    quietHooks.push(await webhookMs());
    const under = await attacked(round);
    quiet.push(...before);
    loud.push(...under.times);
    loudHooks.push(under.hookMs);
    const [was, is] = [percentile(before, 0.5), percentile(under.times, 0.5)];
    process.stderr.write(`round ${round}: p50 ${was.toFixed(0)} ms quiet, ${is.toFixed(0)} ms attacked\n`);
  }
  const row = (name: string, times: readonly number[], hooks: readonly number[]): string =>
    `${name.padEnd(8)}${[percentile(times, 0.5), percentile(times, 0.95), Math.max(...hooks)]
      .map((ms) => ms.toFixed(0).padStart(18))
      .join('')}\n`;
  const heads = ['p50 ms', 'p95 ms', 'worst webhook ms'];
  process.stdout.write(`${''.padEnd(8)}${heads.map((it) => it.padStart(18)).join('')}\n`);
  process.stdout.write(row('quiet', quiet, quietHooks) + row('bombs', loud, loudHooks));
  const ratio = percentile(loud, 0.95) / percentile(quiet, 0.95);
  const ofMedians = percentile(loud, 0.5) / percentile(quiet, 0.5);
  process.stdout.write(
    `p95 ${ratio.toFixed(2)} times the quiet one (at most ${ratioMax}), p50 ${ofMedians.toFixed(2)} times; ` +
      `${sent} bombs were sent in ${rounds} rounds\n`,
  );
  process.exitCode = ratio <= ratioMax && Math.max(...loudHooks) <= webhookMsMax ? 0 : 1;
} finally {
  await receiver.close();
  await home.close();
  await target.stop();
}
