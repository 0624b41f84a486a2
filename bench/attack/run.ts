#!/usr/bin/env node
import * as z from 'zod';
import { bombAttacks } from '../../test/attacks/catalogue/bomb-attacks.ts';
import { startTarget } from '../../test/attacks/catalogue/run-catalogue.ts';
import { htmlPage, serveSite } from '../../test/harness/serve-site.ts';

/**
 * `npm run bench:attack [-- --jobs N]`: what one team feels while another sends all bombs of the catalogue at once,
 * and N crawls (1,000 unless told). Both are measured in one run on one machine, so the ratio means something where the
 * times do not: the 95th percentile of a plain scrape may grow to three times what it is while nobody else is there,
 * and the first webhook of a crawl has to come within ten seconds.
 */
const scrapes = 40;
const bombsAtOnce = 8;
const ratioMax = 3;
const webhookMsMax = 10_000;
const wanted = process.argv.indexOf('--jobs');
const jobs = wanted === -1 ? 1_000 : Number(process.argv[wanted + 1]);

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

const measure = async (): Promise<{ readonly p50: number; readonly p95: number }> => {
  const times: number[] = [];
  for (let at = 0; at < scrapes; at += 1) times.push(await scrapeMs());
  return { p50: percentile(times, 0.5), p95: percentile(times, 0.95) };
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

/** Sends every bomb again and again until it is told to stop; what each comes to is the catalogue's to judge. */
const bombard = async (isOver: () => boolean): Promise<number> => {
  let sent = 0;
  const worker = async (): Promise<void> => {
    while (!isOver()) {
      const attack = bombAttacks[sent % bombAttacks.length];
      sent += 1;
      await attack?.run(target).catch(() => undefined);
    }
  };
  await Promise.all(Array.from({ length: bombsAtOnce }, worker));
  return sent;
};

try {
  for (let at = 0; at < 5; at += 1) await scrapeMs();
  const quiet = await measure();
  const quietWebhook = await webhookMs();
  const ending = new AbortController();
  const flooding = (async (): Promise<void> => {
    for (let at = 0; at < jobs && !ending.signal.aborted; at += 1)
      await ask('POST', '/v2/crawl', { body: { url: `${site.origin}/flood?${at}`, limit: 1 } });
  })();
  const bombing = bombard(() => ending.signal.aborted);
  // Until the bombs hold what they can hold.
  await new Promise((done) => setTimeout(done, 10_000));
  const loud = await measure();
  const loudWebhook = await webhookMs();
  ending.abort();
  const [bombs] = await Promise.all([bombing, flooding]);
  const ratio = loud.p95 / quiet.p95;
  const row = (name: string, of: typeof quiet, hook: number): string =>
    `${name.padEnd(8)}${[of.p50, of.p95, hook].map((ms) => ms.toFixed(0).padStart(14)).join('')}\n`;
  process.stdout.write(
    `${''.padEnd(8)}${['p50 ms', 'p95 ms', 'webhook ms'].map((it) => it.padStart(14)).join('')}\n`,
  );
  process.stdout.write(row('quiet', quiet, quietWebhook) + row('bombs', loud, loudWebhook));
  process.stdout.write(
    `p95 ${ratio.toFixed(2)} times the quiet one (at most ${ratioMax}); ${bombs} bombs were sent\n`,
  );
  process.exitCode = ratio <= ratioMax && loudWebhook <= webhookMsMax ? 0 : 1;
} finally {
  await receiver.close();
  await home.close();
  await target.stop();
}
